import { describe, expect, it } from 'vitest'
import { queryText } from '@shared/formats/nvidia-smi/query-text'
import type { QueryGpu } from '@shared/formats/nvidia-smi/query-types'
import { queryXml } from '@shared/formats/nvidia-smi/query-xml'
import { parseAll, parseLines } from '../../../support/cursor'
import { fixture } from './fixtures'

/** Values and lines of a GPU as `field=value@line`. */
function dump(gpu: QueryGpu | undefined): string[] {
  return Object.entries(gpu?.values ?? {}).map(([field, at]) => `${field}=${at.value}@${at.line}`)
}

describe('-q', () => {
  it('reads an own capture', () => {
    const { value, unread, damaged, begin } = parseLines(queryText, fixture('h200x2-node-a/nvidia-smi-q.txt'))
    expect([begin, unread, damaged]).toEqual([3, [], []])
    expect(value).toMatchObject({
      form: 'text',
      driver: { value: '580.159.04' },
      cuda: { value: '13.0' },
      attachedGpus: { value: 2 },
      complete: true,
      warnings: [],
      processes: [],
    })
    expect(value?.gpus.map((gpu) => [gpu.busId?.value, gpu.damaged])).toEqual([
      ['00000000:00:06.0', undefined],
      ['00000000:00:07.0', undefined],
    ])
    expect(value?.gpus[0]?.values).toMatchObject({
      name: { value: 'NVIDIA H200' },
      'pcie.gen.current': { value: '5' },
      'pcie.width.max': { value: '16x' },
      'fabric.state': { value: 'Completed' },
      'fabric.status': { value: 'Success' },
      'memory.total': { value: '143771 MiB' },
      'mig.current': { value: 'Disabled' },
      'reasons.hwSlowdown': { value: 'Not Active' },
      'temperature.tlimitSlowdown': { value: '-2 C' },
    })
    // A margin of minus two degrees is not a slowdown temperature.
    expect(value?.gpus[0]?.values['temperature.slowdown']).toBeUndefined()
  })

  it('reads the same fields as -q -x prints, with the same values where the moment does not matter', () => {
    const text = parseLines(queryText, fixture('h200x2-node-a/nvidia-smi-q.txt')).value
    const xml = parseLines(queryXml, fixture('h200x2-node-a/nvidia-smi-q.xml')).value
    const still = (gpu: QueryGpu | undefined) =>
      Object.entries(gpu?.values ?? {})
        .filter(
          ([field]) =>
            !/^(?:temperature|power\.draw|clocks|utilization|pcie\.[rt]x|reasons\.counter|pcie\.domain|deviceId|pdi|memory\.|bar1)/.test(
              field,
            ),
        )
        .map(([field, at]) => `${field}=${at.value}`)
        .sort()
    expect(still(text?.gpus[0])).toEqual(still(xml?.gpus[0]))
    expect(Object.keys(text?.gpus[1]?.values ?? {}).sort()).toEqual(Object.keys(xml?.gpus[1]?.values ?? {}).sort())
    expect(xml).toMatchObject({
      driver: text?.driver && { value: text.driver.value },
      cuda: { value: '13.0' },
      attachedGpus: { value: 2 },
      complete: true,
    })
  })

  it('reads R525, with a width that dropped, nested reasons, a process and a warning', () => {
    const { value, unread, damaged } = parseLines(queryText, fixture('synthetic/q-r525-two.txt'))
    expect(dump(value?.gpus[0])).toEqual([
      'name=NVIDIA H800@9',
      'persistence=Enabled@10',
      'mig.current=Disabled@12',
      'mig.pending=Disabled@13',
      'serial=9400000000001@14',
      'uuid=GPU-0c000001-0001-0001-0001-0000a0000001@15',
      'minor=0@16',
      'moduleId=2@17',
      'reset.required=No@19',
      'reset.drain=No@20',
      'busId=00000000:18:00.0@22',
      'pcie.gen.max=5@25',
      'pcie.gen.current=5@26',
      'pcie.gen.deviceCurrent=5@27',
      'pcie.gen.deviceMax=5@28',
      'pcie.gen.hostMax=5@29',
      'pcie.width.max=16x@31',
      'pcie.width.current=8x@32',
      'pcie.replays=12@33',
      'pcie.tx=359 KB/s@34',
      'pstate=P0@35',
      'reasons.idle=Not Active@37',
      'reasons.swPowerCap=Active@38',
      'reasons.hwSlowdown=Not Active@39',
      'reasons.hwThermal=Not Active@40',
      'reasons.hwPowerBrake=Active@41',
      'reasons.syncBoost=Not Active@42',
      'remap.correctable=0@44',
      'remap.uncorrectable=2@45',
      'remap.pending=Yes@46',
      'remap.failure=No@47',
      'remap.histogram.max=2559 bank(s)@49',
      'remap.histogram.none=0 bank(s)@50',
      'temperature.gpu=35 C@52',
      'temperature.tlimit=52 C@53',
      'temperature.tlimitSlowdown=-2 C@54',
      'power.draw=71.66 W@56',
      'power.limitEnforced=700.00 W@57',
      'fabric.state=Completed@59',
      'fabric.status=Success@60',
    ])
    expect(value?.processes).toEqual([
      { line: 64, busId: '00000000:18:00.0', pid: 4711, type: 'C', name: '/opt/app: odd : name', memory: '512 MiB' },
    ])
    expect(value?.warnings).toEqual([
      { text: 'WARNING: infoROM is corrupted at gpu 0000:18:00.0', busId: '0000:18:00.0', line: 69 },
    ])
    expect(value?.attachedGpus).toEqual({ value: 8, line: 7 })
    expect([unread, damaged]).toEqual([[], []])
  })

  it('reads R270, where blank lines part the head and bus ids are short', () => {
    const { value, unread } = parseLines(queryText, fixture('synthetic/q-r270.txt'))
    expect(value?.gpus.map((gpu) => [gpu.busId?.value, gpu.headerLine, gpu.values.pstate?.value])).toEqual([
      ['0:2:0', 10, undefined],
      ['0:3:0', 52, 'P12'],
    ])
    expect(value?.gpus[0]?.values).toMatchObject({
      'ecc.volatile.corrected': { value: '3', line: 38 },
      'ecc.volatile.uncorrected': { value: '1', line: 41 },
      'memory.total': { value: '2687 Mb' },
      'temperature.gpu': { value: '46 C' },
    })
    expect(value?.driver).toEqual({ value: '270.41', line: 6 })
    expect(unread).toEqual([])
  })

  it('takes the driver from the line that R610 points to', () => {
    const text = [
      '==============NVSMI LOG==============',
      'Driver Version                                         : 610.62 [Deprecated; will be removed in CUDA 14.0. Use KMD Version instead]',
      'CUDA Version                                           : 13.3 [Deprecated; will be removed in CUDA 14.0. Use CUDA UMD Version instead]',
      'KMD Version                                            : 610.62',
      'CUDA UMD Version                                       : 13.3',
      'Attached GPUs                                          : 1',
    ].join('\n')
    expect(parseLines(queryText, text).value).toMatchObject({
      driver: { value: '610.62', line: 4 },
      kmd: { value: '610.62' },
      cuda: { value: '13.3', line: 5 },
    })
  })

  it('reads a copy without indentation, and one with every line indented', () => {
    const text = fixture('synthetic/q-r525-two.txt')
    const plain = parseLines(queryText, text).value
    const values = (gpu: QueryGpu | undefined) =>
      Object.entries(gpu?.values ?? {}).map(([field, at]) => `${field}=${at.value}`)
    const flat = parseLines(queryText, text.replace(/^ +/gm, '')).value
    expect(values(flat?.gpus[0])).toEqual(values(plain?.gpus[0]))
    const deep = parseLines(queryText, text.replace(/^/gm, '      ')).value
    expect(values(deep?.gpus[0])).toEqual(values(plain?.gpus[0]))
    const tabs = parseLines(queryText, text.replace(/ {4}(?=\s*\S)/gm, '\t').replace(/\t/g, '    ')).value
    expect(values(tabs?.gpus[0])).toEqual(values(plain?.gpus[0]))
  })

  it('reads a query whose head is cut off, and says so', () => {
    const lines = fixture('synthetic/q-r525-two.txt').split('\n')
    const { value, damaged } = parseLines(queryText, lines.slice(8).join('\n'))
    expect(value?.gpus[0]?.values['pcie.width.current']?.value).toBe('8x')
    expect(value?.complete).toBe(false)
    expect(damaged).toContain('the head of the query is cut off')
  })

  it('never moves a value to another field when lines are gone', () => {
    const lines = fixture('synthetic/q-r525-two.txt').split('\n')
    const whole = new Map(
      dump(parseLines(queryText, lines.join('\n')).value?.gpus[0]).map(
        (entry) => entry.split(/[=@]/).slice(0, 2) as [string, string],
      ),
    )
    for (let i = 0; i < lines.length; i++) {
      for (const { value } of parseAll(queryText, lines.toSpliced(i, 1).join('\n'))) {
        const wrong = dump(value?.gpus[0]).filter(
          (entry) => whole.get(entry.split('=')[0] ?? '') !== entry.split(/[=@]/)[1],
        )
        expect([lines[i], wrong]).toEqual([lines[i], []])
      }
    }
  })

  it('gives back what follows, and starts anew at the next log', () => {
    const text = fixture('synthetic/q-r525-two.txt')
    expect(parseAll(queryText, text + text).map((block) => block.value?.gpus.length)).toEqual([1, 1])
    const { taken } = parseLines(queryText, `${text}\n$ nvidia-smi topo -m\n\tGPU0\tCPU Affinity\nGPU0\t X \t0-31\n`)
    expect(taken.at(-1)).toBe(69)
  })
})

describe('-q -x', () => {
  const wrap = (body: string) =>
    `<?xml version="1.0" ?>\n<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v13.dtd">\n<nvidia_smi_log>\n\t<driver_version>580.1</driver_version>\n${body}\n</nvidia_smi_log>\n`

  it('reads an own capture to its last line, with lines', () => {
    const text = fixture('h200x2-node-a/nvidia-smi-q.xml')
    const { value, taken, begin, unread } = parseLines(queryXml, text)
    expect(begin).toBe(2)
    expect(taken.at(-1)).toBe(text.trimEnd().split('\n').length)
    expect(unread).toEqual([])
    for (const gpu of value?.gpus ?? []) {
      const lines = text.split('\n')
      const wrong = Object.values(gpu.values).filter((at) => !lines[at.line - 1]?.includes(at.value))
      expect(wrong).toEqual([])
    }
  })

  it('expands no entity and reads no DTD', () => {
    const bomb = [
      '<?xml version="1.0"?>',
      '<!DOCTYPE nvidia_smi_log [',
      '<!ENTITY a "aaaaaaaaaa">',
      '<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">',
      '<!ENTITY secret SYSTEM "file:///etc/passwd">',
      ']>',
      '<nvidia_smi_log>',
      '<gpu id="00000000:18:00.0"><product_name>&b;&secret;</product_name><serial>1</serial></gpu>',
      '</nvidia_smi_log>',
    ].join('\n')
    const { value, damaged } = parseLines(queryXml, bomb)
    expect(value?.gpus[0]?.values.name?.value ?? '').not.toMatch(/aaaa|root/)
    expect(value?.gpus[0]?.values.serial?.value).toBe('1')
    expect(damaged.join()).toMatch(/broken XML/)
  })

  it('stops at elements that are nested without end, and keeps what it read', () => {
    const deep = wrap(`<gpu id="00000000:18:00.0"><serial>1</serial>${'<a>'.repeat(50_000)}`)
    const { value, damaged } = parseLines(queryXml, deep)
    expect(value?.gpus[0]?.values.serial?.value).toBe('1')
    expect(damaged.join()).toMatch(/nested too deeply/)
  })

  it('passes over supported clocks and the values of MIG devices', () => {
    const { value } = parseLines(
      queryXml,
      wrap(
        '<gpu id="00000000:18:00.0">\n<product_name>NVIDIA H100</product_name>\n<mig_devices>\n<mig_device>\n<index>0</index>\n<gpu_instance_id>2</gpu_instance_id>\n<compute_instance_id>0</compute_instance_id>\n<fb_memory_usage><total>1 MiB</total></fb_memory_usage>\n</mig_device>\n</mig_devices>\n<fb_memory_usage><total>81559 MiB</total></fb_memory_usage>\n<supported_clocks><supported_mem_clock><value>2619 MHz</value></supported_mem_clock></supported_clocks>\n<processes><process_info><pid>12</pid><process_name>a &amp; b</process_name></process_info></processes>\n</gpu>',
      ),
    )
    expect(value?.gpus[0]?.values['memory.total']?.value).toBe('81559 MiB')
    expect(value?.gpus[0]?.mig).toEqual([{ line: 8, index: 0, gpuInstance: 2, computeInstance: 0 }])
    expect(value?.processes).toEqual([{ line: 17, busId: '00000000:18:00.0', pid: 12, name: 'a & b' }])
  })

  it('marks the GPU in which the text ends, and gives back what follows a cut', () => {
    const lines = fixture('h200x2-node-a/nvidia-smi-q.xml').split('\n')
    const { value, taken } = parseLines(
      queryXml,
      [
        ...lines.slice(0, 700),
        '$ nvidia-smi -L',
        'GPU 0: NVIDIA H200 (UUID: GPU-a0000001-1111-2222-3333-0000a0000001)',
      ].join('\n'),
    )
    expect(value?.gpus.map((gpu) => gpu.damaged)).toEqual([undefined, true])
    expect(value?.complete).toBe(false)
    expect(taken.at(-1)).toBe(700)
  })

  it('keeps GPUs apart when a closing tag is lost', () => {
    const text = wrap(
      '<gpu id="00000000:18:00.0"><serial>1</serial><pci><replay_counter>3</replay_counter>\n<gpu id="00000000:19:00.0">\n<serial>2</serial>\n<fabric><state>Completed</state></fabric>\n</gpu>',
    )
    const { value } = parseLines(queryXml, text)
    expect(
      value?.gpus.map((gpu) => [gpu.busId?.value, gpu.values.serial?.value, gpu.values['fabric.state']?.value]),
    ).toEqual([
      ['00000000:18:00.0', '1', undefined],
      ['00000000:19:00.0', '2', 'Completed'],
    ])
  })
})
