import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { NodeComparison } from '@cli/output/compare'
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

async function compare(...argv: string[]): Promise<readonly NodeComparison[]> {
  return JSON.parse((await runCli(['diff', ...argv, '--json'])).out) as NodeComparison[]
}

describe('diff', () => {
  test('names what changed, what one side lacks, and findings of one side', async () => {
    const [comparison] = await compare(good, bad)
    const difference = (name: string) => comparison?.facts.find((fact) => fact.name === name)
    expect([comparison?.left, comparison?.right]).toEqual(['gn-a07', 'gn-a08'])
    expect(difference('driver')).toMatchObject({ difference: 'changed', left: '550.54.15', right: '535.104.05' })
    expect(difference('links up per GPU')).toMatchObject({
      difference: 'changed',
      left: '18/18',
      right: '18/18, GPU1 17/18',
    })
    expect(difference('NCCL_IB_HCA')).toMatchObject({ difference: 'only-left', left: 'mlx5' })
    expect(difference('NCCL_P2P_DISABLE')).toMatchObject({ difference: 'only-right', right: '1' })
    expect(difference('product')).toMatchObject({ difference: 'same' })
    expect(comparison?.findings).toContainEqual(
      expect.objectContaining({ side: 'right', rule: 'nvlink-inactive', severity: 'error' }),
    )
  })

  test('what one side did not capture cannot be compared', async () => {
    const bare = sandbox.write(
      'bare/gn-a09.txt',
      'root@gn-a09:~# nvidia-smi -L\nGPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-c0000000-1111-2222-3333-444444444444)\n',
    )
    const [comparison] = await compare(good, bare)
    expect(comparison?.facts.find(({ name }) => name === 'driver')?.difference).toBe('unknown')
    expect(comparison?.facts.find(({ name }) => name === 'NCCL_IB_HCA')?.difference).toBe('unknown')
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
    expect(out).toMatch(/^ {2}driver +550\.54\.15 +535\.104\.05$/m)
    expect(out).toMatch(/gn-a08: error\[nvlink-inactive\]/)
  })
})
