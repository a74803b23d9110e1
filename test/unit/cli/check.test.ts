import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync, strToU8 } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { analyseInputs } from '@host/session'
import { wantsColour } from '@cli/io'
import { sessionMarkdown } from '@cli/output/markdown'
import { sharedFolder, withoutShared } from '../../support/shared-folder'
import { createSandbox } from '../host/support/read-all'
import { runCli } from './support/run-cli'
import { parseSession } from './support/session-schema'

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

/** Two GPUs of a healthy pair, and the same with link 3 of GPU 1 down. */
const links = (down: boolean): string =>
  [
    '$ nvidia-smi nvlink -s',
    ...[0, 1].flatMap((gpu) => [
      `GPU ${gpu}: NVIDIA H100 80GB HBM3 (UUID: GPU-0000000${gpu}-1111-2222-3333-444444444444)`,
      ...Array.from(
        { length: 18 },
        (_, link) => `\t Link ${link}: ${down && gpu === 1 && link === 3 ? '<inactive>' : '26.562 GB/s'}`,
      ),
    ]),
  ].join('\n') + '\n'

const good = sandbox.write('good/nvlink.txt', links(false))
const bad = sandbox.write('bad/nvlink.txt', links(true))

describe('exit status', () => {
  test('0 without findings, 1 with one, 0 again with --fail-on never', async () => {
    expect((await runCli(['check', good])).status).toBe(0)
    expect((await runCli(['check', bad])).status).toBe(1)
    expect((await runCli(['check', bad, '--fail-on', 'never'])).status).toBe(0)
  })

  test('check is the command when none is named', async () => {
    expect((await runCli([bad])).status).toBe(1)
  })

  test.each([
    ['no path', ['check'], /name files, folders or archives/],
    [
      'a missing path with a near name',
      ['check', join(sandbox.folder, 'goood')],
      /no such file: .*goood; did you mean .*good\?/,
    ],
    ['a mistyped command', ['chekc'], /did you mean the command `lanescope check`/],
    ['an unknown option', ['check', good, '--jsn'], /unknown option '--jsn'[\s\S]*--json/],
    ['two forms at once', ['check', good, '--json', '--markdown'], /cannot be used with/],
    ['a wrong severity', ['check', good, '--fail-on', 'fatal'], /Allowed choices are error, warning, info, never/],
  ])('2 for %s', async (_, argv, message) => {
    const { status, out, err } = await runCli(argv)
    expect(status).toBe(2)
    expect(out).toBe('')
    expect(err).toMatch(message)
  })

  test('2 when nothing is readable, and the reason is said', async () => {
    const { status, err } = await runCli(['check', sandbox.write('nothing.bin', Buffer.from([0, 1, 2, 3, 250, 251]))])
    expect(status).toBe(2)
    expect(err).toMatch(/nothing could be read[\s\S]*nothing\.bin: Not a text file/)
  })

  test('2 when nothing is known: silence would read as health', async () => {
    const { status, out } = await runCli(['check', sandbox.write('prose.txt', 'a letter\nabout nothing\n')])
    expect(status).toBe(2)
    expect(out).toMatch(/Nothing in these files is an output that Lanescope knows/)
  })

  test('0 for help and version', async () => {
    const help = await runCli(['--help'])
    expect(help.status).toBe(0)
    expect(help.out).toMatch(/Exit status: 0 no finding/)
    expect(help.out).not.toMatch(/write-docs/)
    expect((await runCli(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('text', () => {
  test('a finding quotes its lines as a compiler does', async () => {
    const { out } = await runCli(['check', bad])
    expect(out).toMatch(/^error\[nvlink-inactive\] /m)
    expect(out).toMatch(/--> nvlink\.txt:\d+/)
    expect(out).toMatch(/ +\d+ \| +Link 3: <inactive>/)
    expect(out).toMatch(/1 error/)
    expect(out).not.toContain('\u001b')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
  })

  test('colour only where it is wanted', async () => {
    expect((await runCli(['check', bad], { colour: true })).out).toContain('\u001b[1;31m')
    expect(wantsColour(true, {})).toBe(true)
    expect(wantsColour(true, { NO_COLOR: '1' })).toBe(false)
    expect(wantsColour(true, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false)
    expect(wantsColour(false, {})).toBe(false)
    expect(wantsColour(false, { FORCE_COLOR: '1' })).toBe(true)
    expect(wantsColour(true, { TERM: 'dumb' })).toBe(false)
  })

  test('escape sequences of a capture never reach the terminal', async () => {
    const evil = sandbox.write(
      'evil/nvlink.txt',
      links(true).replace('<inactive>', '\u001b[2J\u001b]0;owned\u0007<inactive>'),
    )
    const { out } = await runCli(['check', evil], { colour: false })
    expect(out).not.toContain('\u001b')
    expect(out).not.toContain('\u0007')
  })

  test('Chinese', async () => {
    const { out } = await runCli(['check', bad, '--lang', 'zh'])
    expect(out).toMatch(/^错误\[nvlink-inactive\]/m)
    expect((await runCli(['check', bad], { locale: 'zh_CN.UTF-8' })).out).toMatch(/^错误/m)
  })

  test('what could not be read is listed', async () => {
    const zip = zipSync({ 'nvlink.txt': strToU8(links(false)), core: new Uint8Array([0, 1, 2, 3, 4, 5]) })
    const { out } = await runCli(['check', sandbox.write('mixed.zip', zip)])
    expect(out).toMatch(/mixed\.zip\/core: Not a text file/)
  })
})

describe('JSON', () => {
  test('has the shape of the contract, with evidence', async () => {
    const { status, out } = await runCli(['check', bad, '--json'])
    const session = parseSession(out)
    expect(status).toBe(1)
    expect(session.documents).toMatchObject([{ id: 'd1', name: 'nvlink.txt', lines: 39, encoding: 'utf-8' }])
    expect(session.nodes[0]?.gpus[1]?.links[3]).toMatchObject({ index: 3, state: 'inactive' })
    expect(session.nodes[0]?.gpus[0]?.links[0]).toMatchObject({ state: 'active', gigabytesPerSecond: 26.562 })
    const finding = session.findings.find(({ rule }) => rule === 'nvlink-inactive')
    expect(finding?.severity).toBe('error')
    expect(finding?.evidence.some(({ text }) => text.includes('Link 3: <inactive>'))).toBe(true)
    expect(out).not.toMatch(/null|NaN|Infinity/)
  })

  test('NDJSON: a line per node, run and finding', async () => {
    const { out } = await runCli(['check', bad, '--ndjson'])
    const kinds = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { kind: string }).kind)
    expect(kinds[0]).toBe('node')
    expect(kinds).toContain('finding')
  })

  test('standard input', async () => {
    const { status, out } = await runCli(['check', '-', '--json'], { input: links(true) })
    expect(status).toBe(1)
    expect(parseSession(out).documents[0]?.name).toBe('standard input')
  })

  test.skipIf(withoutShared)('of real captures (skipped where the reference captures are absent)', async () => {
    const folder = join(sharedFolder() ?? '', 'captures/h200x2-node-a')
    expect(existsSync(folder)).toBe(true)
    const { out } = await runCli(['check', folder, '--json', '--fail-on', 'never'])
    const session = parseSession(out)
    expect(session.nodes).toHaveLength(1)
    expect(session.nodes[0]).toMatchObject({
      hostname: 'gpu-node-a',
      gpus: [{ product: 'h200-sxm' }, { product: 'h200-sxm' }],
    })
    expect(session.nodes[0]?.topology?.devices.slice(0, 2)).toEqual(['GPU0', 'GPU1'])
    expect(session.runs.length).toBeGreaterThanOrEqual(10)
  })
})

describe('Markdown', () => {
  test('fences evidence and escapes what a capture says', async () => {
    const { session } = await analyseInputs([bad])
    const evil = '``` </code><img src=x onerror=alert(1)> [x](javascript:y)'
    const markdown = sessionMarkdown(session, 'en', ({ document, line, endLine }) => ({
      document,
      name: evil,
      line,
      endLine,
      text: evil,
    }))
    expect(markdown).toMatch(/^# Lanescope: 1 error/)
    expect(markdown).toMatch(/^````text$/m)
    const outside = markdown.replaceAll(/^(`{3,})text\n[\s\S]*?^\1$/gm, '')
    expect(outside).not.toContain('<img')
    expect(outside).toContain('\\[x\\]')
  })

  test('is printed', async () => {
    const { status, out } = await runCli(['check', bad, '--markdown'])
    expect(status).toBe(1)
    expect(out).toMatch(/^### error: /m)
    expect(out).toMatch(/^ *Link 3: <inactive>$/m)
  })
})
