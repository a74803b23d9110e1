import { bootId } from '@shared/formats/host/boot-id'
import { bugReportHead } from '@shared/formats/host/bug-report-head'
import { bugReportVersions } from '@shared/formats/host/bug-report-versions'
import { collectEnv } from '@shared/formats/host/collect-env'
import { dmidecode } from '@shared/formats/host/dmidecode'
import { driverParams } from '@shared/formats/host/driver-params'
import { driverVersion } from '@shared/formats/host/driver-version'
import { hostname } from '@shared/formats/host/hostname'
import { kernelCommandLine } from '@shared/formats/host/kernel-command-line'
import { kernelLog } from '@shared/formats/host/kernel-log'
import { lscpu } from '@shared/formats/host/lscpu'
import { lsmod } from '@shared/formats/host/lsmod'
import { memoryPeers } from '@shared/formats/host/memory-peers'
import { numactl } from '@shared/formats/host/numactl'
import { nvcc } from '@shared/formats/host/nvcc'
import { sysctl } from '@shared/formats/host/sysctl'
import { systemctlStatus } from '@shared/formats/host/systemctl-status'
import { ulimit } from '@shared/formats/host/ulimit'
import { uname } from '@shared/formats/host/uname'
import { uptime } from '@shared/formats/host/uptime'
import { sectionsOf } from '@shared/model/format'
import { describe, expect, it } from 'vitest'
import { readText } from '../../../support/reading'
import { fixture, only } from './fixture'

const small = fixture('system/small-outputs.txt')

describe('CPU and NUMA', () => {
  it('reads our own captures', () => {
    expect(only(lscpu, fixture('system/h200x2-lscpu.txt')).value).toMatchObject({
      cpus: { value: 32 },
      sockets: { value: 1 },
      numaNodes: { value: 1 },
      hypervisor: { value: 'KVM' },
    })
    expect(only(numactl, fixture('system/h200x2-numactl-H.txt')).value.nodes[0]).toMatchObject({
      cpus: { value: '0-31' },
      cpuCount: 32,
      sizeMb: { value: 4827 },
    })
    expect(only(lsmod, fixture('system/h200x2-lsmod.txt')).value).toMatchObject({
      complete: true,
      modules: [{ name: 'nvidia_uvm', count: -2 }, { name: 'nvidia' }],
    })
  })

  it('reads nodes without CPUs, wrapped lists and distances', () => {
    const text =
      'available: 3 nodes (0-2)\nnode 0 cpus: 0 1 2 3\n4 5 6 7\nnode 0 size: 100 MB\nnode 1 cpus: 8-15\nnode 2 cpus:\nnode 2 size: 97000 MB\nnode distances:\nnode   0   1   2 \n  0:  10  21  80 \n  1:  21  10  80 \n  2:  80  80  10 \n'
    const { value, quality } = only(numactl, text)
    expect(value.nodes.map(({ cpus, cpuCount }) => [cpus?.value, cpuCount])).toEqual([
      ['0-7', 8],
      ['8-15', 8],
      ['', 0],
    ])
    expect(value.distances.map(({ values }) => values[2])).toEqual([80, 80, 10])
    expect(quality).toBe('full')
  })

  it('takes a grep of modules for no whole list', () => {
    const { value } = only(
      lsmod,
      '$ lsmod | grep nv\nnv_peer_mem            13163  0\nib_core               357701  9 rdma_cm,nv_peer_mem,mlx5_ib\n',
    )
    expect(value.complete).toBe(false)
    expect(value.modules[1]?.usedBy).toContain('nv_peer_mem')
  })
})

describe('small outputs', () => {
  it('reads each below its command line', () => {
    expect(only(hostname, small).value.hostname).toEqual({ value: 'gn-a07', line: 2 })
    expect(only(uptime, small).value.seconds.value).toBe(3 * 86_400 + 4 * 3600 + 12 * 60)
    expect(only(bootId, small).value.bootId.line).toBe(6)
    expect(only(memoryPeers, small).value.clients.map(({ value }) => value)).toEqual(['nv_mem', 'nvidia-peermem'])
    expect(only(driverVersion, small).value).toEqual({ version: { value: '550.54.15', line: 10 }, open: false })
    expect(only(nvcc, small).value).toEqual({ release: { value: '12.4', line: 16 }, version: '12.4.131' })
    expect(only(uname, small).value).toMatchObject({
      hostname: { value: 'gn-a07' },
      kernel: { value: '5.15.0-112-generic' },
      architecture: 'x86_64',
    })
    expect(only(ulimit, small).value).toMatchObject({
      memlock: { value: '64', line: 24 },
      openFiles: { value: '1024' },
    })
    expect(only(kernelCommandLine, small).value.words).toContainEqual({ key: 'iommu', value: 'pt' })
    expect(only(sysctl, small).value.settings.map(({ key, value }) => [key, value])).toEqual([
      ['net.core.rmem_max', '212992'],
      ['kernel.numa_balancing', '1'],
    ])
  })

  it('reads module parameters of /proc and of a bug report', () => {
    const proc = only(
      driverParams,
      'ResmanDebugLevel: 4294967295\nGrdmaPciTopoCheckOverride: 1\nRegistryDwords: "RMConnectToFabric=1"\n',
    )
    expect(proc.value.params.map(({ name, value }) => [name, value])).toEqual([
      ['ResmanDebugLevel', '4294967295'],
      ['GrdmaPciTopoCheckOverride', '1'],
      ['RegistryDwords', 'RMConnectToFabric=1'],
    ])
    const sysfs = only(driverParams, '/sys/module/nvidia/parameters/NVreg_EnableGpuFirmware:18\n')
    expect(sysfs.value.params).toEqual([{ name: 'EnableGpuFirmware', value: '18', line: 1 }])
  })

  it('takes no word for a host name without its command line', () => {
    const parsed = readText('the hostname\ngn-a07\n\nhostname\nis not set here today\n').parsed
    expect(sectionsOf(parsed, hostname)).toEqual([])
    // A bare word is a name only where the file says so.
    expect(sectionsOf(readText('gn-a07\n', 'notes.txt').parsed, hostname)).toEqual([])
    expect(sectionsOf(readText('gn-a07\nand more\n', 'hostname').parsed, hostname)).toEqual([])
    expect(sectionsOf(readText('gn-a07\n', 'sosreport/etc/hostname').parsed, hostname)).toMatchObject([
      { value: { hostname: { value: 'gn-a07', line: 1 } }, line: 1, endLine: 1 },
    ])
  })

  it.each([
    [' 10:02:11 up 4 min,  1 user,  load average: 0.10, 0.20, 0.30', 240],
    [' 10:02:11 up 12:01,  1 user,  load average: 0.10, 0.20, 0.30', 43_260],
    ['up 1 week, 2 days, 3 hours, 4 minutes', 788_640],
  ])('reads %s', (text, seconds) => {
    expect(only(uptime, text).value.seconds.value).toBe(seconds)
  })

  it('reads the state of a service, missing ones too', () => {
    const found = only(systemctlStatus, fixture('network/tools.txt')).value.services[0]
    expect(found).toMatchObject({ unit: 'nvidia-fabricmanager', enablement: 'enabled', active: { value: 'failed' } })
    expect(
      only(systemctlStatus, 'Unit nvidia-fabricmanager.service could not be found.\n').value.services[0]?.load?.value,
    ).toBe('not-found')
    expect(
      only(systemctlStatus, '$ systemctl is-active nvidia-fabricmanager\ninactive\n').value.services[0],
    ).toMatchObject({ unit: 'nvidia-fabricmanager', active: { value: 'inactive' } })
  })

  it('recognises a guest by its make', () => {
    const text =
      'Handle 0x0100, DMI type 1, 27 bytes\nSystem Information\n\tManufacturer: QEMU\n\tProduct Name: Standard PC (Q35 + ICH9, 2009)\n'
    expect(only(dmidecode, text).value).toMatchObject({
      manufacturer: { value: 'QEMU' },
      hypervisor: { value: 'KVM', line: 3 },
    })
    expect(only(dmidecode, fixture('network/tools.txt')).value.hypervisor).toBeUndefined()
  })
})

describe('environment reports', () => {
  it('leaves embedded blocks to their own formats', () => {
    const { document, parsed } = readText(fixture('report/collect-env-vllm.txt'))
    expect(parsed.map(({ format }) => format)).toEqual([
      'host/collect-env',
      'host/lscpu',
      'host/collect-env',
      'nvidia-smi/topo-matrix',
    ])
    const [head, tail] = sectionsOf(parsed, collectEnv)
    expect(head?.value).toMatchObject({
      driver: { value: '550.54.15' },
      cuda: { value: '12.4.131' },
      cudaBuild: { value: '12.1' },
    })
    expect(head?.value.gpus.map(({ indices, name }) => [indices, name])).toEqual([
      [[0], 'NVIDIA H100 80GB HBM3'],
      [[1], 'NVIDIA H100 80GB HBM3'],
    ])
    expect(tail?.value).toMatchObject({ source: 'vllm', nccl: { value: '2.20.5' } })
    expect(document.unrecognisedLines).toBe(0)
  })

  it('reads the ruled headings of newer vLLM', () => {
    const rule = '='.repeat(30)
    const text = `${rule}\n        System Info\n${rule}\nOS                           : Ubuntu 22.04.5 LTS (x86_64)\n\n${rule}\n       CUDA / GPU Info\n${rule}\nNvidia driver version        : 570.124.06\n\n${rule}\n          CPU Info\n${rule}\nArchitecture:                         x86_64\nCPU(s):                               224\n`
    const { document, parsed } = readText(text)
    expect(parsed.map(({ format }) => format)).toEqual(['host/collect-env', 'host/lscpu'])
    expect(sectionsOf(parsed, collectEnv)[0]?.value).toMatchObject({
      driver: { value: '570.124.06', line: 9 },
      os: { line: 4 },
    })
    expect(document.unrecognisedLines).toBe(0)
  })

  it('reads the joined GPU line of SGLang', () => {
    const [head, tail] = sectionsOf(readText(fixture('report/collect-env-sglang.txt')).parsed, collectEnv)
    expect(head?.value.gpus).toEqual([{ indices: [0, 1, 2, 3], name: 'NVIDIA H100 80GB HBM3', line: 3 }])
    expect(head?.value).toMatchObject({ source: 'sglang', driver: { value: '550.54.15' }, cuda: { value: '12.4' } })
    expect(tail?.value).toMatchObject({ hypervisor: { value: 'KVM' }, ulimit: { value: '1048576' } })
  })
})

describe('NVIDIA bug report', () => {
  const report = fixture('report/nvidia-bug-report.log')

  it('reads the frame and what was skipped', () => {
    const { value } = only(bugReportHead, report)
    expect(value).toMatchObject({
      scriptVersion: { value: '35000000' },
      hostname: { value: 'gn-a07' },
      ends: { value: true },
    })
    expect(value.skipped.map(({ item }) => item)).toEqual(['/var/log/nvidia-installer.log', 'mst status'])
    expect(only(bugReportHead, report.slice(0, report.indexOf('End of'))).value.ends).toBeUndefined()
  })

  it('reads the version table', () => {
    expect(only(bugReportVersions, report).value).toMatchObject({
      driver: { value: '550.54.15' },
      fabricManager: { value: '550.54.14' },
    })
  })

  it('gives each section to its own format, and no command line of an Xorg log', () => {
    const parsed = readText(report).parsed
    expect(sectionsOf(parsed, kernelCommandLine).map(({ value }) => value.text.value)).toEqual([
      'BOOT_IMAGE=/boot/vmlinuz-5.15.0 root=/dev/sda1 ro iommu=pt',
    ])
    expect(sectionsOf(parsed, numactl)).toHaveLength(1)
    expect(sectionsOf(parsed, kernelLog).flatMap(({ value }) => value.events.map(({ code }) => code))).toEqual([79])
  })
})
