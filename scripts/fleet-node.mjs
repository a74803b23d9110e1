// Text of a synthetic HGX H100 node as a collector would leave it: 20 files, what the tools print, made from numbers. The bench, the
// tests of comparing and the recipe in docs/ndjson.md use it. Nothing here was captured on a machine.

const lines = (list) => `${list.join('\n')}\n`
const hex = (value, digits) => value.toString(16).padStart(digits, '0')
const GPU = 'NVIDIA H100 80GB HBM3'
const LANES = 18
/** Lanes of each GPU to the four NVSwitches of the board: 5, 4, 4, 5. */
const switchOf = (link) => (link < 5 ? 0 : link < 9 ? 1 : link < 13 ? 2 : 3)
const bus = (gpu) => `${hex(0x18 + gpu * 0x11, 2)}`
const switchBus = (number) => `0000:${hex(0x07 + number, 2)}:00.0`

const healthy = {
  gpus: 8,
  nics: 8,
  driver: '580.159.04',
  cuda: '13.0',
  fabricManager: '580.159.04',
  nccl: '2.28.9+cuda13.0',
  kernel: '6.8.0-60-generic',
  vbios: '96.00.A5.00.01',
  firmware: '28.43.2026',
  powerLimit: 700,
  commandLine: 'ro iommu=pt pci=realloc=off',
  environment: { NCCL_IB_HCA: 'mlx5', NCCL_SOCKET_IFNAME: 'bond0', NCCL_IB_GID_INDEX: '3' },
  /** GPU -> links that are down. */
  down: {},
  /** GPU -> width of its PCIe link. */
  width: {},
  /** NIC -> GPU that it hangs beside instead of its own. */
  moved: {},
  /** NICs whose port is down. */
  portsDown: [],
  peak: 478,
}

/** File name -> text. `change` replaces fields of the healthy node above. */
export function nodeFiles(name, number = 0, change = {}) {
  const node = { ...healthy, ...change, environment: { ...healthy.environment, ...change.environment } }
  const gpus = Array.from({ length: node.gpus }, (_, i) => i)
  const nics = Array.from({ length: node.nics }, (_, i) => i)
  const uuid = (gpu) => `GPU-${hex(number + 1, 8)}-0000-4000-8000-${hex(number * 16 + gpu + 1, 12)}`
  const isDown = (gpu, link) => node.down[gpu]?.includes(link) ?? false
  const lanes = (gpu) => LANES - (node.down[gpu]?.length ?? 0)
  const socket = (gpu) => (gpu * 2 < healthy.gpus ? 0 : 1)
  const home = (nic) => node.moved[nic] ?? nic
  const near = (gpu, nic) => (home(nic) === gpu ? 'PIX' : socket(home(nic)) === socket(gpu) ? 'NODE' : 'SYS')
  const between = (a, b) => (home(a) === home(b) ? 'PIX' : socket(home(a)) === socket(home(b)) ? 'NODE' : 'SYS')
  const prompt = (command) => `admin@${name}:~$ ${command}`
  const head = (gpu) => `GPU ${gpu}: ${GPU} (UUID: ${uuid(gpu)})`
  const cores = (gpu) => (socket(gpu) === 0 ? '0-55,112-167' : '56-111,168-223')
  const guid = (nic) => `0x58a2e1${hex(number, 6)}${hex(nic, 4)}`
  const port = (nic) => (node.portsDown.includes(nic) ? 'down' : 'up')

  const query = gpus.flatMap((gpu) => [
    `GPU 00000000:${bus(gpu).toUpperCase()}:00.0`,
    ...[
      ['Product Name', GPU],
      ['Product Brand', 'NVIDIA'],
      ['Product Architecture', 'Hopper'],
      ['Persistence Mode', 'Enabled'],
    ].map(([key, value]) => `    ${key.padEnd(51)}: ${value}`),
    '    MIG Mode',
    `        Current                                        : Disabled`,
    `        Pending                                        : Disabled`,
    `    Serial Number                                      : 16${String(number * 8 + gpu).padStart(11, '0')}`,
    `    GPU UUID                                           : ${uuid(gpu)}`,
    `    Minor Number                                       : ${gpu}`,
    `    VBIOS Version                                      : ${node.vbios}`,
    '    PCI',
    `        Bus                                            : 0x${bus(gpu).toUpperCase()}`,
    '        Device                                         : 0x00',
    '        Domain                                         : 0x0000',
    '        Device Id                                      : 0x233010DE',
    `        Bus Id                                         : 00000000:${bus(gpu).toUpperCase()}:00.0`,
    '        GPU Link Info',
    '            PCIe Generation',
    '                Max                                    : 5',
    '                Current                                : 5',
    '            Link Width',
    '                Max                                    : 16x',
    `                Current                                : ${node.width[gpu] ?? 16}x`,
    '        Replays Since Reset                            : 0',
    '    Performance State                                  : P0',
    '    Clocks Event Reasons',
    '        Idle                                           : Not Active',
    '        SW Power Cap                                   : Not Active',
    '        HW Slowdown                                    : Not Active',
    '    FB Memory Usage',
    '        Total                                          : 81559 MiB',
    `        Used                                           : ${3000 + ((number * 7 + gpu * 13) % 50)} MiB`,
    '    Compute Mode                                       : Default',
    '    Utilization',
    '        GPU                                            : 97 %',
    '        Memory                                         : 31 %',
    '    ECC Mode',
    '        Current                                        : Enabled',
    '        Pending                                        : Enabled',
    '    ECC Errors',
    '        Volatile',
    `            SRAM Correctable                           : ${(number * 3 + gpu) % 4}`,
    '            SRAM Uncorrectable Parity                  : 0',
    '            DRAM Correctable                           : 0',
    '            DRAM Uncorrectable                         : 0',
    '    Remapped Rows',
    '        Correctable Error                              : 0',
    '        Uncorrectable Error                            : 0',
    '        Pending                                        : No',
    '        Remapping Failure Occurred                     : No',
    '    Temperature',
    `        GPU Current Temp                               : ${52 + ((number + gpu * 3) % 9)} C`,
    '    GPU Power Readings',
    `        Average Power Draw                             : ${430 + ((number * 5 + gpu * 11) % 40)}.${gpu}0 W`,
    `        Current Power Limit                            : ${node.powerLimit.toFixed(2)} W`,
    '        Default Power Limit                            : 700.00 W',
    '        Max Power Limit                                : 700.00 W',
    '    Clocks',
    '        SM                                             : 1980 MHz',
    '        Memory                                         : 2619 MHz',
    '    Max Clocks',
    '        SM                                             : 1980 MHz',
    '        Memory                                         : 2619 MHz',
    '    Fabric',
    '        State                                          : Completed',
    '        Status                                         : Success',
  ])

  const names = [...gpus.map((gpu) => `GPU${gpu}`), ...nics.map((nic) => `NIC${nic}`)]
  const matrix = [
    `\t${names.join('\t')}\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID`,
    ...gpus.map((gpu) => {
      const cells = [
        ...gpus.map((other) => (other === gpu ? ' X ' : `NV${lanes(gpu)}`)),
        ...nics.map((nic) => near(gpu, nic)),
      ]
      return `GPU${gpu}\t${cells.join('\t')}\t${cores(gpu)}\t${socket(gpu)}\t\tN/A`
    }),
    ...nics.map((nic) => {
      const cells = [
        ...gpus.map((gpu) => near(gpu, nic)),
        ...nics.map((other) => (other === nic ? ' X ' : between(nic, other))),
      ]
      return `NIC${nic}\t${cells.join('\t')}\t\t\t`
    }),
    '',
    'Legend:',
    '',
    '  X    = Self',
    '  SYS  = Connection traversing PCIe as well as the SMP interconnect between NUMA nodes (e.g., QPI/UPI)',
    '  NODE = Connection traversing PCIe as well as the interconnect between PCIe Host Bridges within a NUMA node',
    '  PHB  = Connection traversing PCIe as well as a PCIe Host Bridge (typically the CPU)',
    '  PXB  = Connection traversing multiple PCIe bridges (without traversing the PCIe Host Bridge)',
    '  PIX  = Connection traversing at most a single PCIe bridge',
    '  NV#  = Connection traversing a bonded set of # NVLinks',
    '',
    'NIC Legend:',
    '',
    ...nics.map((nic) => `  NIC${nic}: mlx5_${nic}`),
  ]

  const sizes = Array.from({ length: 12 }, (_, i) => 2 ** (23 + i))
  const rows = sizes.map((size) => {
    const busbw = (node.peak * size) / (size + 24e6)
    const algbw = busbw / 1.75
    const cells = `${(size / algbw / 1000).toFixed(2).padStart(9)} ${algbw.toFixed(2).padStart(7)} ${busbw.toFixed(2).padStart(7)}       0`
    return `${String(size).padStart(12)}  ${String(size / 4).padStart(12)}     float     sum      -1 ${cells} ${cells}`
  })
  const benchmark = [
    prompt('all_reduce_perf -b 8M -e 16G -f 2 -g 8'),
    '# nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22809',
    '# Collective test starting: all_reduce_perf',
    `# nThread 1 nGpus ${node.gpus} minBytes 8388608 maxBytes 17179869184 step: 2(factor) warmup iters: 1 iters: 20 agg iters: 1 validation: 1 graph: 0`,
    '#',
    '# Using devices',
    ...gpus.map(
      (gpu) =>
        `#  Rank ${String(gpu).padStart(2)} Group  0 Pid ${40_000 + gpu} on ${name} device ${String(gpu).padStart(2)} [0000:${bus(gpu)}:00] ${GPU}`,
    ),
    '#',
    '#                                                              out-of-place                       in-place          ',
    '#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong ',
    '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)        ',
    ...rows,
    '# Out of bounds values : 0 OK',
    `# Avg bus bandwidth    : ${(node.peak * 0.86).toFixed(3)} `,
    '#',
    '# Collective test concluded: all_reduce_perf',
  ]

  return {
    'uname.txt': lines([
      prompt('uname -a'),
      `Linux ${name} ${node.kernel} #63-Ubuntu SMP PREEMPT_DYNAMIC Tue Apr 15 19:04:15 UTC 2025 x86_64 x86_64 x86_64 GNU/Linux`,
    ]),
    'nvidia-smi-L.txt': lines([prompt('nvidia-smi -L'), ...gpus.map(head)]),
    'nvidia-smi-version.txt': lines([
      prompt('nvidia-smi --version'),
      `NVIDIA-SMI version  : ${node.driver}`,
      `NVML version        : ${node.driver.split('.').slice(0, 2).join('.')}`,
      `DRIVER version      : ${node.driver}`,
      `CUDA Version        : ${node.cuda}`,
    ]),
    'nvidia-smi-q.txt': lines([
      prompt('nvidia-smi -q'),
      '',
      '==============NVSMI LOG==============',
      '',
      'Timestamp                                              : Mon Nov 30 18:19:18 2026',
      `Driver Version                                         : ${node.driver}`,
      `CUDA Version                                           : ${node.cuda}`,
      '',
      `Attached GPUs                                          : ${node.gpus}`,
      ...query,
    ]),
    'nvidia-smi-topo-m.txt': lines([prompt('nvidia-smi topo -m'), ...matrix]),
    'nvidia-smi-nvlink-s.txt': lines([
      prompt('nvidia-smi nvlink -s'),
      ...gpus.flatMap((gpu) => [
        head(gpu),
        ...Array.from(
          { length: LANES },
          (_, link) => `\t Link ${link}: ${isDown(gpu, link) ? '<inactive>' : '26.562 GB/s'}`,
        ),
      ]),
    ]),
    // Links that are down are not listed.
    'nvidia-smi-nvlink-R.txt': lines([
      prompt('nvidia-smi nvlink -R'),
      ...gpus.flatMap((gpu) => [
        head(gpu),
        ...Array.from({ length: LANES }, (_, link) => link)
          .filter((link) => !isDown(gpu, link))
          .map(
            (link) => `\t Link ${link}: Remote Device 0000${switchBus(switchOf(link))}: Link ${(gpu * 5 + link) % 64}`,
          ),
      ]),
    ]),
    'nvidia-smi-nvlink-e.txt': lines([
      prompt('nvidia-smi nvlink -e'),
      ...gpus.flatMap((gpu) => [
        head(gpu),
        ...Array.from({ length: LANES }, (_, link) => [
          `\t Link ${link}: Replay Errors: 0`,
          `\t Link ${link}: Recovery Errors: 0`,
          `\t Link ${link}: CRC Errors: 0`,
          '',
        ]).flat(),
      ]),
    ]),
    'ibstat.txt': lines([
      prompt('ibstat'),
      ...nics.flatMap((nic) => [
        `CA 'mlx5_${nic}'`,
        '\tCA type: MT4129',
        '\tNumber of ports: 1',
        `\tFirmware version: ${node.firmware}`,
        '\tHardware version: 0',
        `\tNode GUID: ${guid(nic)}`,
        `\tSystem image GUID: ${guid(nic)}`,
        '\tPort 1:',
        `\t\tState: ${port(nic) === 'up' ? 'Active' : 'Down'}`,
        `\t\tPhysical state: ${port(nic) === 'up' ? 'LinkUp' : 'Polling'}`,
        '\t\tRate: 400',
        `\t\tBase lid: ${1000 + number * 8 + nic}`,
        '\t\tLMC: 0',
        '\t\tSM lid: 1',
        '\t\tCapability mask: 0xa751e848',
        `\t\tPort GUID: ${guid(nic)}`,
        '\t\tLink layer: InfiniBand',
      ]),
    ]),
    'ibdev2netdev.txt': lines([
      prompt('ibdev2netdev'),
      ...nics.map((nic) => `mlx5_${nic} port 1 ==> ib${nic} (${port(nic) === 'up' ? 'Up' : 'Down'})`),
    ]),
    'lscpu.txt': lines([
      prompt('lscpu'),
      'Architecture:                         x86_64',
      'CPU op-mode(s):                       32-bit, 64-bit',
      'CPU(s):                               224',
      'On-line CPU(s) list:                  0-223',
      'Vendor ID:                            GenuineIntel',
      'Model name:                           Intel(R) Xeon(R) Platinum 8480C',
      'Thread(s) per core:                   2',
      'Core(s) per socket:                   56',
      'Socket(s):                            2',
      'NUMA node(s):                         2',
      'NUMA node0 CPU(s):                    0-55,112-167',
      'NUMA node1 CPU(s):                    56-111,168-223',
    ]),
    'numactl-H.txt': lines([
      prompt('numactl -H'),
      'available: 2 nodes (0-1)',
      'node 0 cpus: 0 1 2 3 4 5 6 7',
      'node 0 size: 1031567 MB',
      `node 0 free: ${900_000 + (number % 1000)} MB`,
      'node 1 cpus: 56 57 58 59 60 61 62 63',
      'node 1 size: 1032154 MB',
      `node 1 free: ${910_000 + (number % 1000)} MB`,
      'node distances:',
      'node   0   1 ',
      '  0:  10  21 ',
      '  1:  21  10 ',
    ]),
    'cmdline.txt': lines([
      prompt('cat /proc/cmdline'),
      `BOOT_IMAGE=/boot/vmlinuz-${node.kernel} root=UUID=${hex(number + 1, 8)}-0000-4000-8000-000000000001 ${node.commandLine}`,
    ]),
    'lsmod.txt': lines([
      prompt('lsmod'),
      'Module                  Size  Used by',
      'nvidia_uvm           1884160  0',
      'nvidia_peermem         16384  0',
      'nvidia             104071168  2 nvidia_uvm,nvidia_peermem',
      'mlx5_ib               495616  0',
      'mlx5_core            2433024  1 mlx5_ib',
      'ib_core               524288  3 mlx5_ib,nvidia_peermem,rdma_cm',
    ]),
    'dmesg.txt': lines([
      prompt('sudo dmesg'),
      `[    0.000000] Linux version ${node.kernel} (buildd@lcy02) #63-Ubuntu SMP`,
      `[   12.${String(100000 + number)}] nvidia: loading out-of-tree module taints kernel.`,
      `[   13.000000] NVRM: loading NVIDIA UNIX x86_64 Kernel Module  ${node.driver}  Tue May 27 02:31:18 UTC 2025`,
    ]),
    'fabricmanager.txt': lines([
      prompt('systemctl status nvidia-fabricmanager'),
      '● nvidia-fabricmanager.service - NVIDIA fabric manager service',
      '     Loaded: loaded (/lib/systemd/system/nvidia-fabricmanager.service; enabled; vendor preset: enabled)',
      '     Active: active (running) since Mon 2026-11-30 08:12:44 UTC; 10h ago',
      `   Main PID: ${2000 + (number % 100)} (nv-fabricmanage)`,
    ]),
    'fabricmanager-version.txt': lines([
      prompt('cat /var/log/fabricmanager.log'),
      `[Nov 30 2026 08:12:44] [INFO] [tid 2001] Fabric Manager version ${node.fabricManager} is running with the following configuration options`,
    ]),
    'env.txt': lines([
      prompt('env | grep NCCL'),
      ...Object.entries(node.environment).map(([key, value]) => `${key}=${value}`),
    ]),
    'ulimit.txt': lines([
      prompt('ulimit -a'),
      'core file size              (blocks, -c) 0',
      'max locked memory           (kbytes, -l) unlimited',
    ]),
    'all_reduce_perf.txt': lines(benchmark),
  }
}

/** Seven oddities, each in one place of one node; `fleetChanges(count)` says which node has which. */
export const oddities = [
  ['a lane down', { down: { 3: [9, 11] } }],
  ['another driver', { driver: '570.133.20', fabricManager: '570.133.20' }],
  ['a NIC at the other socket', { moved: { 5: 0 } }],
  ['a variable changed', { environment: { NCCL_IB_GID_INDEX: '1' } }],
  ['a port down', { portsDown: [2] }],
  ['a PCIe link at half width', { width: { 6: 8 } }],
  ['a slow node', { peak: 421 }],
]

export const nodeName = (number) =>
  `gn-${'abcdefghij'[Math.floor(number / 100) % 10]}${String(number % 100).padStart(2, '0')}`

/** Number of the node -> what is odd about it: spread over the fleet, never at its ends. */
export function fleetChanges(count) {
  return new Map(oddities.map(([, change], i) => [Math.floor(((i + 1) * count) / (oddities.length + 1)), change]))
}
