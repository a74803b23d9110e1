import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createSandbox } from '../host/support/read-all'
import { runCli } from './support/run-cli'

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

function capture(
  host: string,
  options: { readonly down?: boolean; readonly driver?: string; readonly env?: string },
): string {
  const gpus = [0, 1].flatMap((gpu) => [
    `GPU ${gpu}: NVIDIA H100 80GB HBM3 (UUID: GPU-${host === 'gn-a07' ? 'a' : 'b'}000000${gpu}-1111-2222-3333-444444444444)`,
    ...Array.from(
      { length: 18 },
      (_, link) => `\t Link ${link}: ${options.down && gpu === 1 && link === 3 ? '<inactive>' : '26.562 GB/s'}`,
    ),
  ])
  return [
    `root@${host}:~# nvidia-smi nvlink -s`,
    ...gpus,
    `root@${host}:~# nvidia-smi --version`,
    `NVIDIA-SMI version  : ${options.driver ?? '550.54.15'}`,
    `NVML version        : 550.54`,
    `DRIVER version      : ${options.driver ?? '550.54.15'}`,
    `CUDA Version        : 12.4`,
    ...(options.env ? [`root@${host}:~# env | grep NCCL`, options.env] : []),
    '',
  ].join('\n')
}

const good = sandbox.write('good/gn-a07.txt', capture('gn-a07', { env: 'NCCL_IB_HCA=mlx5' }))
const bad = sandbox.write(
  'bad/gn-a08.txt',
  capture('gn-a08', { down: true, driver: '535.104.05', env: 'NCCL_P2P_DISABLE=1' }),
)

interface JsonFact {
  readonly fact: string
  readonly name: string
  readonly kind: string
  readonly result: string
  readonly left?: string
  readonly right?: string
  readonly because?: string
  readonly findings: readonly string[]
}
interface JsonComparison {
  readonly left: string
  readonly right: string
  readonly reference?: true
  readonly differs: boolean
  readonly facts: readonly JsonFact[]
  readonly findings: readonly { readonly side: string; readonly rule: string; readonly severity: string }[]
}

async function compare(...argv: string[]): Promise<readonly JsonComparison[]> {
  const read = JSON.parse((await runCli(['diff', ...argv, '--json'])).out) as {
    readonly schema: string
    readonly comparisons: readonly JsonComparison[]
  }
  expect(read.schema).toBe('lanescope.diff/1')
  return read.comparisons
}

describe('diff', () => {
  test('names what changed, what one side lacks, and findings of one side', async () => {
    const [comparison] = await compare(good, bad)
    const fact = (key: string) => comparison?.facts.find((one) => one.fact === key)
    expect([comparison?.left, comparison?.right, comparison?.differs]).toEqual(['gn-a07', 'gn-a08', true])
    expect(fact('driver')).toMatchObject({ result: 'changed', left: '550.54.15', right: '535.104.05' })
    expect(fact('gpu:1/links.up')).toMatchObject({
      name: 'GPU1 NVLinks up',
      result: 'changed',
      left: '18/18',
      right: '17/18 (link 3)',
      findings: ['nvlink-inactive'],
    })
    expect(fact('settings:node:NCCL_IB_HCA')).toMatchObject({ result: 'only-left', left: 'mlx5' })
    expect(fact('settings:node:NCCL_P2P_DISABLE')).toMatchObject({ result: 'only-right', right: '1' })
    expect(fact('gpu:0/gpu.name')).toMatchObject({ result: 'same' })
    expect(comparison?.findings).toContainEqual(
      expect.objectContaining({ side: 'right', rule: 'nvlink-inactive', severity: 'error' }),
    )
  })

  test('what one side did not capture cannot be compared', async () => {
    const bare = sandbox.write(
      'bare/gn-a09.txt',
      'root@gn-a09:~# nvidia-smi -L\n' +
        'GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-c0000000-1111-2222-3333-444444444444)\n' +
        'GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-c0000001-1111-2222-3333-444444444444)\n',
    )
    const [comparison] = await compare(good, bare)
    const result = (key: string) => comparison?.facts.find(({ fact }) => fact === key)
    expect(result('driver')).toMatchObject({ result: 'not-comparable', because: 'needs nvidia-smi of gn-a09' })
    expect(result('settings:node:NCCL_IB_HCA')?.result).toBe('not-comparable')
    expect(comparison?.differs).toBe(false)
  })

  test('the same dump twice has no difference, and the exit status says so', async () => {
    expect((await runCli(['diff', good, good])).status).toBe(0)
    expect((await runCli(['diff', good, bad])).status).toBe(1)
  })

  test('two nodes of one dump, by name or because there are just two', async () => {
    const both = join(sandbox.folder, 'both')
    sandbox.write('both/one.txt', capture('gn-a07', {}))
    sandbox.write('both/two.txt', capture('gn-a08', { down: true }))
    expect((await compare(both))[0]).toMatchObject({ left: 'gn-a07', right: 'gn-a08' })
    expect((await compare(both, '--left', 'gn-a08', '--right', 'gn-a07'))[0]).toMatchObject({ left: 'gn-a08' })
    const { status, err } = await runCli(['diff', both, '--left', 'gn-a7', '--right', 'gn-a07'])
    expect(status).toBe(2)
    expect(err).toMatch(/--left must be one of: gn-a07, gn-a08/)
  })

  test('text', async () => {
    const { out } = await runCli(['diff', good, bad])
    expect(out).toMatch(/^ {2}Driver +550\.54\.15 +535\.104\.05 +newer left, gn-a07\.txt:\d+ · gn-a08\.txt:\d+$/m)
    expect(out).toMatch(/gn-a08: error\[nvlink-inactive\]/)
  })

  test('Markdown keeps captured text out of the markup', async () => {
    const odd = sandbox.write('odd/gn-a10.txt', capture('gn-a10', { env: 'NCCL_IB_HCA=<b>|mlx5' }))
    const { out, status } = await runCli(['diff', good, odd, '--markdown'])
    expect(status).toBe(1)
    expect(out).toContain('\\<b\\>\\|mlx5')
    expect(out).toMatch(/^\| Fact \| gn-a07 \| gn-a10 \|/m)
  })

  test('a saved reference holds for its own node, and says what another lacks', async () => {
    const file = join(sandbox.folder, 'good.json')
    expect((await runCli(['diff', good, '--save-reference', file])).status).toBe(0)
    const [own] = await compare(file, good)
    expect(own).toMatchObject({ reference: true, differs: false, left: 'gn-a07' })
    const [other] = await compare(bad, file)
    expect(other).toMatchObject({ reference: true, differs: true, left: 'gn-a07', right: 'gn-a08' })
    const changed = other?.facts.filter(({ result }) => result !== 'same' && result !== 'not-comparable')
    expect(changed?.map(({ fact }) => fact).sort()).toEqual([
      'driver',
      'gpu:1/links.up',
      'settings:node:NCCL_IB_HCA',
      'settings:node:NCCL_P2P_DISABLE',
    ])
    const broken = sandbox.write('broken.json', '{ "schema": "lanescope.reference/1", "name": "x" }')
    const refused = await runCli(['diff', broken, good])
    expect(refused.status).toBe(2)
    expect(refused.err).toMatch(/is no reference/)
  })
})
