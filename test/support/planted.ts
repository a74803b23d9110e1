/**
 * A customer's dump with sixty and more things in it that must not leave the desk, each in the dress that its tool gives it, and in
 * the names of files and folders. All of them are made up.
 */
export const planted = [
  // nvidia-smi -q and its XML
  '1654922003412',
  '1654922003498',
  'GPU-7b2c3d4e-1111-2222-3333-444455556666',
  '1820523190166',
  '0x9f3ec1a7b2d45566',
  'melvin',
  '1654922009999',
  'GPU-5a2c3d4e-9999-8888-7777-444455556666',
  '1820523190199',
  'quentin',
  // NCCL log
  'orchid-rack12-gpu07',
  '10.71.4.148',
  '10.71.4.149',
  '2001:db8:77:1::42',
  '203.0.113.77',
  'orchid-rack12-gpu08',
  // nccl-tests JSON environment
  'hf_abcdefghijklmnopqrstuvwx',
  'wandbkey0123456789abcdef',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'AKIAIOSFODNN7EXAMPLE',
  'hunter2hunter2',
  'rosalind',
  'orchid-ml-prod',
  'llm-pretrain-falcon',
  'kube-falcon-worker-0',
  '172.31.9.12',
  'sk-proj0123456789abcdefghij',
  // transcript
  'jdoe',
  'login-orchid01',
  'falconproj',
  'ops.team@orchid-motors.example.com',
  'ghp_0123456789abcdefghijABCDEFGHIJ456789',
  'pa55word-of-db',
  'topsecret99',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSM',
  'beatrice',
  '198.51.100.5',
  'AAAAC3NzaC1lZDI1NTE5AAAAIMadeUpKeyMaterial0123456789abcdef',
  // ibstat, ibv_devinfo, ip
  '0xa088c20300aa0001',
  '0xa088c20300aa0002',
  '58a2:e103:00aa:0001',
  'fe80:0000:0000:0000:a088:c203:00aa:0001',
  '58:a2:e1:03:aa:01',
  '00:00:10:49:fe:80:00:00:00:00:00:00:a0:88:c2:03:00:aa:00:01',
  '10.71.80.9',
  'a088c20300aa0003',
  // dmesg
  '4c4c4544-0042-3510-8052-b4c04f4e4d32',
  'filer-orchid',
  'iscsipass77',
  'orchidcorp.internal',
  'dm-crypt-user',
  // lspci, dmidecode
  'MT2243X01234',
  '94-6d-ae-ff-ff-12-34-56',
  'JPWX9K3A',
  'ASSET-0042-77',
  'e3b0c44298fc1c149afbf4c8996fb924',
  // Prometheus
  'trainer-falcon-7f9c',
  'tenant-orchid',
  // names of files and folders
  'orchidmotors',
  'falconrun',
  'zebrafish',
  'customerx',
] as const

/** Name in the folder to text. */
export function plantedDump(): Readonly<Record<string, string>> {
  const folder = 'orchidmotors-dump/customerx-site'
  return {
    [`${folder}/nvidia-smi-q-falconrun.txt`]: smiQuery,
    [`${folder}/nvidia-smi-q.xml`]: smiXml,
    [`${folder}/zebrafish-nccl.log`]: ncclLog,
    [`${folder}/all_reduce.json`]: testsJson,
    [`${folder}/session.txt`]: transcript,
    [`${folder}/ibstat.txt`]: ibstat,
    [`${folder}/ip-addr.txt`]: ipAddress,
    [`${folder}/dmesg.txt`]: dmesg,
    [`${folder}/lspci.txt`]: lspci,
    [`${folder}/dmidecode.txt`]: dmidecode,
    [`${folder}/metrics.prom`]: metrics,
  }
}

const smiQuery = `
==============NVSMI LOG==============

Timestamp                                 : Mon Nov 30 10:00:00 2026
Driver Version                            : 580.159.04
CUDA Version                              : 13.0

Attached GPUs                             : 2
GPU 00000000:18:00.0
    Product Name                          : NVIDIA H200
    Serial Number                         : 1654922003412
    GPU UUID                              : GPU-7b2c3d4e-1111-2222-3333-444455556666
    GPU PDI                               : 0x9f3ec1a7b2d45566
    Platform Info
        Chassis Serial Number             : 1820523190166
    PCI
        Bus Id                            : 00000000:18:00.0
        GPU Link Info
            PCIe Generation
                Max                       : 5
                Current                   : 5
            Link Width
                Max                       : 16x
                Current                   : 8x
    Processes
        Process ID                        : 4711
            Type                          : C
            Name                          : /home/melvin/train/main.py
            Used GPU Memory               : 1024 MiB
GPU 00000000:2A:00.0
    Product Name                          : NVIDIA H200
    Serial Number                         : 1654922003498
    PCI
        Bus Id                            : 00000000:2A:00.0
`

const smiXml = `<?xml version="1.0" ?>
<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">
<nvidia_smi_log>
	<timestamp>Mon Nov 30 10:01:00 2026</timestamp>
	<driver_version>580.159.04</driver_version>
	<attached_gpus>1</attached_gpus>
	<gpu id="00000000:3B:00.0">
		<product_name>NVIDIA H200</product_name>
		<serial>1654922009999</serial>
		<uuid>GPU-5a2c3d4e-9999-8888-7777-444455556666</uuid>
		<platformInfo><chassis_serial_number>1820523190199</chassis_serial_number></platformInfo>
		<processes><process_info><pid>77</pid><process_name>/home/quentin/run.py</process_name></process_info></processes>
	</gpu>
</nvidia_smi_log>
`

const ncclLog = `orchid-rack12-gpu07:4711:4711 [0] NCCL INFO Bootstrap: Using eth0:10.71.4.148<0>
orchid-rack12-gpu07:4711:4711 [0] NCCL INFO cudaDriverVersion 13000
orchid-rack12-gpu07:4711:4711 [0] NCCL INFO NCCL version 2.28.9+cuda13.0
orchid-rack12-gpu08:4712:4712 [0] NCCL INFO Bootstrap: Using eth0:[2001:db8:77:1::42]<0>
orchid-rack12-gpu07:4711:4730 [0] NCCL INFO NCCL_IB_DISABLE set by environment to 1.
orchid-rack12-gpu07:4711:4730 [0] NCCL INFO NET/Socket : Using [0]eth0:10.71.4.148<0>
orchid-rack12-gpu07:4711:4730 [0] NCCL INFO Using network Socket
orchid-rack12-gpu07:4711:4730 [0] NCCL INFO ncclCommInitRank comm 0x55c0e8a0 rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId 18000 commId 0x7f5a3c2b1d0e9f88 - Init START
orchid-rack12-gpu08:4712:4731 [0] NCCL INFO ncclCommInitRank comm 0x55c0e8b0 rank 1 nranks 2 cudaDev 0 nvmlDev 0 busId 18000 commId 0x7f5a3c2b1d0e9f88 - Init START
orchid-rack12-gpu07:4711:4730 [0] misc/socket.cc:484 NCCL WARN socketStartConnect: Connect to 10.71.4.149<45678> failed : Connection refused, retried from 203.0.113.77
`

const testsJson = JSON.stringify(
  {
    version: 1,
    config: { nthreads: 1, ngpus: 2, minbytes: 1048576, maxbytes: 1073741824 },
    hostname: 'orchid-rack12-gpu07',
    env: [
      'NCCL_DEBUG=INFO',
      'NCCL_P2P_DISABLE=1',
      'HF_TOKEN=hf_abcdefghijklmnopqrstuvwx',
      'WANDB_API_KEY=wandbkey0123456789abcdef',
      'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      'AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE',
      'DB_PASSWORD=hunter2hunter2',
      'USER=rosalind',
      'SLURM_JOB_ACCOUNT=orchid-ml-prod',
      'WANDB_PROJECT=llm-pretrain-falcon',
      'POD_NAME=kube-falcon-worker-0',
      'KUBERNETES_SERVICE_HOST=172.31.9.12',
      'OPENAI_API_KEY=sk-proj0123456789abcdefghij',
    ],
  },
  null,
  2,
)

const transcript = `jdoe@login-orchid01:~/falconproj/run$ nvidia-smi topo -m
	GPU0	GPU1	CPU Affinity	NUMA Affinity	GPU NUMA ID
GPU0	 X 	SYS	0-47	0		N/A
GPU1	SYS	 X 	0-47	0		N/A

jdoe@login-orchid01:~/falconproj/run$ env | grep NCCL
NCCL_ALGO=Ring
NCCL_P2P_LEVEL=LOC
jdoe@login-orchid01:~/falconproj/run$ git remote -v
origin	https://x:ghp_0123456789abcdefghijABCDEFGHIJ456789@github.com/a/b (fetch)
jdoe@login-orchid01:~/falconproj/run$ run --password topsecret99 --db mysql://svc:pa55word-of-db@db.orchidcorp.internal/x
jdoe@login-orchid01:~/falconproj/run$ curl -H "Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSM" http://198.51.100.5/x
jdoe@login-orchid01:~/falconproj/run$ cat ~/.ssh/id_ed25519.pub
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMadeUpKeyMaterial0123456789abcdef beatrice@login-orchid01
Questions to ops.team@orchid-motors.example.com
`

const ibstat = `CA 'mlx5_0'
	CA type: MT4129
	Number of ports: 1
	Firmware version: 28.39.1002
	Hardware version: 0
	Node GUID: 0xa088c20300aa0001
	System image GUID: 0xa088c20300aa0002
	Port 1:
		State: Down
		Physical state: Polling
		Rate: 400
		Base lid: 65535
		LMC: 0
		SM lid: 0
		Capability mask: 0xa651e848
		Port GUID: 0xa088c20300aa0001
		Link layer: InfiniBand
hca_id:	mlx5_0
	transport:			InfiniBand (0)
	fw_ver:				28.39.1002
	node_guid:			58a2:e103:00aa:0001
	default gid: fe80:0000:0000:0000:a088:c203:00aa:0001
Switch	64 "S-a088c20300aa0003"		# "orchid-rack12-gpu08 mlx5_0" base port 0
`

const ipAddress = `2: eth0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000
    link/ether 58:a2:e1:03:aa:01 brd ff:ff:ff:ff:ff:ff
    inet 10.71.80.9/24 brd 10.71.80.255 scope global eth0
3: ibp24s0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 4092 qdisc mq state UP group default qlen 1000
    link/infiniband 00:00:10:49:fe:80:00:00:00:00:00:00:a0:88:c2:03:00:aa:00:01 brd 00:ff:ff:ff:ff:12:40:1b:ff:ff:00:00:00:00:00:00:ff:ff:ff:ff
`

const dmesg = `[    0.000000] Command line: BOOT_IMAGE=/vmlinuz root=UUID=4c4c4544-0042-3510-8052-b4c04f4e4d32 ro rd.iscsi.password=iscsipass77
[    1.000000] systemd[1]: Hostname set to <orchid-rack12-gpu07>.
[   12.000000] nfs: server filer-orchid.orchidcorp.internal not responding, still trying
[   13.000000] audit: type=1100 audit(1732960000.1:5): pid=77 uid=0 acct="dm-crypt-user" exe="/usr/sbin/sshd"
[   38.174242] NVRM: Xid (PCI:0000:18:00): 79, pid='<unknown>', name=<unknown>, GPU has fallen off the bus.
[   39.174242] NVRM: GPU 0000:18:00.0: GPU serial number is 1654922003412.
`

const lspci = `18:00.0 3D controller: NVIDIA Corporation GH100 [H200 SXM 141GB] (rev a1)
	Capabilities: [150] Device Serial Number 94-6d-ae-ff-ff-12-34-56
1b:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]
	Capabilities: [48] Vital Product Data
		Product Name: NVIDIA ConnectX-7 HHHL Adapter card
			[SN] Serial number: MT2243X01234
`

const dmidecode = `Handle 0x0100, DMI type 1, 27 bytes
System Information
	Manufacturer: Supermicro
	Product Name: SYS-821GE-TNHR
	Serial Number: JPWX9K3A
	Asset Tag: ASSET-0042-77
Machine ID: e3b0c44298fc1c149afbf4c8996fb924
`

const metrics = `# HELP DCGM_FI_DEV_GPU_TEMP GPU temperature (in C).
# TYPE DCGM_FI_DEV_GPU_TEMP gauge
DCGM_FI_DEV_GPU_TEMP{gpu="0",UUID="GPU-7b2c3d4e-1111-2222-3333-444455556666",device="nvidia0",modelName="NVIDIA H200",Hostname="orchid-rack12-gpu07",pod="trainer-falcon-7f9c",namespace="tenant-orchid"} 33
`
