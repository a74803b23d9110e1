import { lines, uuid } from './texts'

/** Builders of captured text for proofs: `nvidia-smi -q`, lspci, ibstat. */

/** Section lines of `nvidia-smi -q`: a heading with its fields, two levels deep where a field is a list. */
export type QueryFields = readonly (readonly [string, string | QueryFields])[]

function queryLines(fields: QueryFields, indent: number): readonly string[] {
  const blank = ' '.repeat(indent)
  return fields.flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${blank}${key.padEnd(Math.max(1, 43 - indent))}: ${value}`]
      : [`${blank}${key}`, ...queryLines(value, indent + 4)],
  )
}

export interface QueryOptions {
  readonly name: string
  readonly gpus: number
  readonly fields: (gpu: number) => QueryFields
  /** `Mon Nov 30 10:00:00 2026`. */
  readonly time?: string
  readonly attached?: number
}

/** `nvidia-smi -q`. */
export function smiQuery({ name, gpus, fields, time, attached }: QueryOptions): string {
  return lines([
    '==============NVSMI LOG==============',
    '',
    `Timestamp                                  : ${time ?? 'Mon Nov 30 10:00:00 2026'}`,
    'Driver Version                             : 550.54.15',
    '',
    `Attached GPUs                              : ${attached ?? gpus}`,
    ...Array.from({ length: gpus }, (_, gpu) => [
      `GPU 00000000:${(0x10 + gpu * 8).toString(16).toUpperCase()}:00.0`,
      ...queryLines([['Product Name', name], ['GPU UUID', uuid(gpu)], ...fields(gpu)], 4),
    ]).flat(),
  ])
}

/** The PCI part of `-q`: generation and width, current of max, and the replay counter. */
export function pcieFields(gen: readonly [number, number], width: readonly [number, number], replays = 0): QueryFields {
  return [
    [
      'PCI',
      [
        [
          'GPU Link Info',
          [
            [
              'PCIe Generation',
              [
                ['Max', String(gen[1])],
                ['Current', String(gen[0])],
              ],
            ],
            [
              'Link Width',
              [
                ['Max', `${width[1]}x`],
                ['Current', `${width[0]}x`],
              ],
            ],
          ],
        ],
        ['Replays Since Reset', String(replays)],
        ['Replay Number Rollovers', '0'],
      ],
    ],
  ]
}

/** Lines that prove load, or idleness. */
export function loadState(busy: boolean): QueryFields {
  return [
    ['Performance State', busy ? 'P0' : 'P8'],
    ['Clocks Event Reasons', [['Idle', busy ? 'Not Active' : 'Active']]],
    ['Utilization', [['Gpu', busy ? '99 %' : '0 %']]],
  ]
}

export interface PciText {
  readonly bus: string
  readonly text: string
  /** `[secondary, subordinate]` of a bridge, two hexadecimal digits each. */
  readonly buses?: readonly [string, string]
  readonly details?: readonly string[]
}

/** `lspci -vvv` of a few functions. */
export function lspci(functions: readonly PciText[]): string {
  return lines(
    functions.flatMap(({ bus, text, buses, details = [] }) => [
      `${bus} ${text}`,
      ...(buses ? [`\tBus: primary=00, secondary=${buses[0]}, subordinate=${buses[1]}, sec-latency=0`] : []),
      ...details.map((detail) => `\t\t${detail}`),
      '',
    ]),
  )
}

export interface PortText {
  readonly device: string
  readonly type?: string
  readonly state?: string
  readonly physical?: string
  readonly rate?: number
  readonly lid?: number
  readonly smLid?: number
  readonly layer?: 'InfiniBand' | 'Ethernet'
  readonly guid?: string
}

/** `ibstat`. */
export function ibstat(ports: readonly PortText[]): string {
  return lines(
    ports.flatMap((port, i) => [
      `CA '${port.device}'`,
      `\tCA type: ${port.type ?? 'MT4129'}`,
      '\tNumber of ports: 1',
      '\tFirmware version: 28.39.1002',
      `\tNode GUID: ${port.guid ?? `0x1070fd030000${(0x1000 + i * 16).toString(16)}`}`,
      '\tPort 1:',
      `\t\tState: ${port.state ?? 'Active'}`,
      `\t\tPhysical state: ${port.physical ?? 'LinkUp'}`,
      `\t\tRate: ${port.rate ?? 400}`,
      `\t\tBase lid: ${port.lid ?? i + 10}`,
      `\t\tSM lid: ${port.smLid ?? 1}`,
      `\t\tLink layer: ${port.layer ?? 'InfiniBand'}`,
    ]),
  )
}
