import { describe, expect, it } from 'vitest'
import { deriveLinkGraph } from '@shared/derive/link-graph'
import { analysed } from '../../support/analysed'

const list = [
  'GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-a0000001-0000-4000-8000-000000000001)',
  'GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-a0000002-0000-4000-8000-000000000002)',
].join('\n')
const query = [
  'index, name, uuid, pci.bus_id',
  '0, NVIDIA H100 80GB HBM3, GPU-a0000001-0000-4000-8000-000000000001, 00000000:18:00.0',
  '1, NVIDIA H100 80GB HBM3, GPU-a0000002-0000-4000-8000-000000000002, 00000000:98:00.0',
].join('\n')
const ports = 'mlx5_0 port 1 ==> ib0 (Up)\nmlx5_1 port 1 ==> ib1 (Up)\n'
const verbose =
  '0000:19:00.0 mlx5_0 (MT4129 - MT1) ConnectX-7 fw 28.39.1002 port 1 (ACTIVE) ==> ib0 (Up)\n' +
  '0000:99:00.0 mlx5_1 (MT4129 - MT1) ConnectX-7 fw 28.39.1002 port 1 (ACTIVE) ==> ib1 (Up)\n'

const files = { 'nvidia-smi-L.txt': list, 'query.csv': query, 'ibdev2netdev-v.txt': verbose }

function treeOf(extra: Readonly<Record<string, string>>, base: Readonly<Record<string, string>> = files) {
  const { session, node } = analysed({ ...base, ...extra }, 'gn-a07')
  return { session, node, graph: deriveLinkGraph(node) }
}

/** GPU and NIC of each PCIe group. */
function groups({ graph }: ReturnType<typeof treeOf>): string[] {
  return graph.boxes.flatMap((box) =>
    box.groups.map((group) => `${group.kind}: ${[...group.gpus, ...group.nics].join(' ')}`),
  )
}

const switched = ['switch: gpu:0 nic:mlx5_0', 'switch: gpu:1 nic:mlx5_1']

const lstopoText = [
  'Machine (2015GB total)',
  ...[0, 1].flatMap((i) => [
    `  Package L#${String(i)}`,
    `    NUMANode L#${String(i)} (P#${String(i)} 1007GB)`,
    '    HostBridge',
    '      PCIBridge',
    '        PCIBridge',
    '          PCIBridge',
    `            PCI ${i === 0 ? '18' : '98'}:00.0 (3D)`,
    '          PCIBridge',
    `            PCI ${i === 0 ? '19' : '99'}:00.0 (InfiniBand)`,
    `              Net "ib${String(i)}"`,
    `              OpenFabrics "mlx5_${String(i)}"`,
  ]),
  '',
].join('\n')

const bridge = (bus: string, inside: string): string =>
  `<object type="Bridge" bridge_type="1-1" depth="1" pci_busid="${bus}">\n${inside}\n</object>`
const lstopoXml = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<!DOCTYPE topology SYSTEM "hwloc2.dtd">',
  '<topology version="2.0">',
  '<object type="Machine" os_index="0">',
  ...['1', '9'].flatMap((bus, i) => [
    `<object type="Package" os_index="${String(i)}">`,
    `<object type="NUMANode" os_index="${String(i)}" local_memory="1024"/>`,
    `<object type="Bridge" bridge_type="0-1" depth="0">`,
    bridge(
      `0000:${bus}5:01.0`,
      bridge(
        `0000:${bus}6:00.0`,
        [
          bridge(
            `0000:${bus}7:00.0`,
            `<object type="PCIDev" pci_busid="0000:${bus}8:00.0" pci_type="0302 [10de:2330]"/>`,
          ),
          bridge(
            `0000:${bus}7:01.0`,
            `<object type="PCIDev" pci_busid="0000:${bus}9:00.0" pci_type="0207 [15b3:1021]">\n<object type="OSDev" name="mlx5_${String(i)}" osdev_type="3"/>\n</object>`,
          ),
        ].join('\n'),
      ),
    ),
    '</object>',
    '</object>',
  ]),
  '</object>',
  '</topology>',
  '',
].join('\n')

const topology = (hash: readonly string[] = ['0x1', '0x1']): string =>
  [
    '<system version="1">',
    ...['1', '9'].flatMap((bus, i) => [
      `  <cpu host_hash="${hash[i] ?? ''}" numaid="${String(i)}" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143">`,
      `    <pci busid="0000:${bus}6:00.0" class="0x060400" link_speed="32.0 GT/s PCIe" link_width="16">`,
      `      <pci busid="0000:${bus}8:00.0" class="0x030200" link_speed="32.0 GT/s PCIe" link_width="16">`,
      `        <gpu dev="${String(i)}" sm="90" rank="${String(i)}" gdr="1"/>`,
      '      </pci>',
      `      <pci busid="0000:${bus}9:00.0" class="0x020700" link_speed="32.0 GT/s PCIe" link_width="16">`,
      `        <nic>\n          <net name="mlx5_${String(i)}" dev="${String(i)}" speed="400000" port="1" gdr="1"/>\n        </nic>`,
      '      </pci>',
      '    </pci>',
      '  </cpu>',
    ]),
    '</system>',
    '',
  ].join('\n')

const log = (system = '0-'): string =>
  [
    '=== System : maxBw 48.0 totalBw 370.8 ===',
    ...['1', '9'].flatMap((bus, i) => [
      `CPU/${i === 0 || system === '' ? system : '0-'}${String(i)} (1/1/3)`,
      `+ PCI[48.0] - PCI/${system}${bus}6000 (1000c0301000100b)`,
      `              + PCI[48.0] - GPU/${system}${bus}8000 (${String(i)})`,
      '                            + NVL[370.8] - NVS/0',
      `              + PCI[48.0] - NIC/${system}${bus}9000`,
      `                            + NET[50.0] - NET/${String(i)} (9b41d00003bd70c4/1/50.000000)`,
    ]),
    '==========================================',
  ]
    .map((line) => `gn-a07:100:100 [0] NCCL INFO ${line}`)
    .join('\n')

describe('the PCIe tree as a source shows it', () => {
  it.each([
    ['lstopo', 'lstopo.txt', lstopoText, 'lstopo'],
    ['lstopo XML', 'lstopo.xml', lstopoXml, 'lstopo'],
    ['the topology file of NCCL', 'topo.xml', topology(), 'nccl-topology'],
    ['the system dump of NCCL 2.21 and later', 'nccl.log', log(), 'nccl-log'],
    ['the system dump of older NCCL', 'nccl.log', log(''), 'nccl-log'],
  ])('is drawn from %s, with its lines', (_name, file, text, from) => {
    const read = treeOf({ [file]: text })
    expect(read.graph.tree).toBe('captured')
    expect(read.graph.treeFrom?.from).toBe(from)
    expect(groups(read)).toEqual(switched)
    expect(read.graph.boxes.map((box) => box.number)).toEqual([0, 1])
    const document = read.session.documents.find((item) => item.name.endsWith(file))
    expect(document).toBeDefined()
    for (const group of read.graph.boxes.flatMap((box) => box.groups))
      for (const source of group.sources) {
        expect(source.document).toBe(document?.id)
        expect(text.split('\n')[source.line - 1]).toMatch(/[19]8:?0|[19]9:?0/)
      }
  })

  it('finds a NIC of which only the name is known by the name that the source prints', () => {
    const read = treeOf({ 'lstopo.txt': lstopoText }, { ...files, 'ibdev2netdev-v.txt': ports })
    expect(groups(read)).toEqual(switched)
  })

  it('prefers lspci, then hwloc, then NCCL', () => {
    const read = treeOf({ 'topo.xml': topology(), 'lstopo.txt': lstopoText, 'nccl.log': log() })
    expect(read.node.pciTrees?.map((tree) => tree.from)).toEqual(['lstopo', 'nccl-topology', 'nccl-log'])
    expect(read.graph.treeFrom?.from).toBe('lstopo')
  })

  it('concludes nothing from a file of several hosts, of a provider, or from a flat bus', () => {
    const none = (name: string, text: string): void => {
      expect(treeOf({ [name]: text }).graph.tree, name).not.toBe('captured')
    }
    none('topo.xml', topology(['0x1', '0x2']))
    none('topo.xml', topology().replaceAll(/ rank="\d"/g, ''))
    none(
      'topo.xml',
      topology()
        .replace(/<pci busid="0000:.6:00.0".*\n/g, '')
        .replace(/ {4}<\/pci>\n {2}<\/cpu>/g, '  </cpu>'),
    )
    none('nccl.log', log('0-').replaceAll(/CPU\/0-1/g, 'CPU/1-1'))
    none('lstopo.txt', lstopoText.replaceAll(/ +PCIBridge\n/g, ''))
  })

  it('leaves a GPU count of lspci alone: NCCL lists the GPUs of a job', () => {
    expect(treeOf({ 'topo.xml': topology() }).node.pci).toEqual([])
  })
})
