import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import type { Limits } from '@host/open'
import { createSandbox, readAll, rows } from './support/read-all'
import { buildTar } from './support/tar-builder'

const sandbox = createSandbox()
afterAll(() => sandbox.remove())

async function rowsOf(name: string, bytes: Uint8Array, limits: Partial<Limits> = {}): Promise<string[]> {
  return rows(await readAll([sandbox.write(name, bytes)], { limits, temporaryFolder: sandbox.temporary }))
}

const noise = (length: number): string => {
  let state = 12345
  let text = ''
  while (text.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648
    text += `${state.toString(36)}${text.length % 97 === 0 ? '\n' : ' '}`
  }
  return text
}

describe('gzip', () => {
  test('one member', async () => {
    expect(await rowsOf('a.log.gz', gzipSync('hello\nworld\n'))).toEqual(['a.log.gz: hello'])
  })

  test('many members behind one another, as in nvidia-bug-report.log.gz', async () => {
    const bytes = Buffer.concat(Array.from({ length: 200 }, (_, i) => gzipSync(`section ${i}\n`)))
    const [only] = await readAll([sandbox.write('nvidia-bug-report.log.gz', bytes)])
    expect(only?.lines.length).toBe(200)
    expect(only?.facts.problem).toBeUndefined()
    expect(only?.member.readWindow(200, 1)).toEqual(['section 199'])
  })

  test('known by its bytes, not by its name', async () => {
    expect(await rowsOf('plain.txt', gzipSync('packed\n'))).toEqual(['plain.txt: packed'])
    expect(await rowsOf('plain.gz', Buffer.from('not packed\n'))).toEqual(['plain.gz: not packed'])
  })

  test('cut short: what was there is read, and said', async () => {
    const text = noise(300_000)
    const packed = gzipSync(text)
    const [only] = await readAll([sandbox.write('cut.gz', packed.subarray(0, packed.length - 2000))])
    expect(only?.facts.problem?.code).toBe('truncated-gzip')
    const got = only?.lines.join('\n') ?? ''
    expect(text.startsWith(got.slice(0, 200_000))).toBe(true)
    expect(got.length).toBeGreaterThan(290_000)
  })

  test('garbage behind the end does not cost the end', async () => {
    const text = noise(300_000)
    const [only] = await readAll([
      sandbox.write('tail.gz', Buffer.concat([gzipSync(text), Buffer.from('garbage behind')])),
    ])
    expect(only?.facts.problem?.code).toBe('damaged-gzip')
    expect(only?.lines.length).toBe(text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
  })

  test('damage in the middle', async () => {
    const packed = gzipSync(noise(400_000))
    packed.fill(0x55, packed.length - 60_000, packed.length - 59_000)
    const [only] = await readAll([sandbox.write('damaged.gz', packed)])
    expect(only?.facts.problem?.code).toBe('damaged-gzip')
    expect(only?.facts.bytes).toBeGreaterThan(200_000)
  })

  test('gzip in gzip, down to the limit', async () => {
    let bytes: Uint8Array = Buffer.from('deep\n')
    for (let i = 0; i < 4; i++) bytes = gzipSync(bytes)
    expect(await rowsOf('deep.gz', bytes)).toEqual(['deep.gz: deep'])
    expect(await rowsOf('deeper.gz', gzipSync(bytes))).toEqual(['deeper.gz: [limit-depth]'])
  })
})

describe('tar', () => {
  const plain = buildTar([
    { name: 'dump/', type: '5' },
    { name: 'dump/gpu10.txt', text: 'ten\n' },
    { name: 'dump/gpu2.txt', text: 'two\n' },
    { name: 'dump/empty.txt' },
    { name: 'dump/core', text: Buffer.from([1, 2, 3, 0, 255, 254, 1, 2, 3, 4, 5, 6]) },
  ])

  test('members in natural order, each with a row', async () => {
    const all = await readAll([sandbox.write('d.tar', plain)])
    expect(rows(all)).toEqual([
      'd.tar/dump/core: [binary-file]',
      'd.tar/dump/empty.txt: [empty-file]',
      'd.tar/dump/gpu2.txt: two',
      'd.tar/dump/gpu10.txt: ten',
    ])
    expect(all[2]?.member.folders).toEqual(['d.tar', 'dump'])
    expect(all[2]?.member.readWindow(1, 9)).toEqual(['two'])
  })

  test.each(['d.tar.gz', 'd.tgz', 'no-name'])('packed as %s', async (name) => {
    expect(await rowsOf(name, gzipSync(plain))).toContain(`${name}/dump/gpu2.txt: two`)
  })

  test('what the tar program writes, long names included', async () => {
    const long = `${'long-folder-name/'.repeat(12)}topo.txt`
    sandbox.write(`real/${long}`, 'real\n')
    execFileSync('tar', ['-czf', join(sandbox.folder, 'real.tgz'), '-C', sandbox.folder, 'real'])
    const all = await readAll([join(sandbox.folder, 'real.tgz')])
    expect(rows(all)).toEqual([`real.tgz/real/${long}: real`])
  })

  test('links, devices, bad and double names each have a row and touch nothing', async () => {
    const bytes = buildTar([
      { name: '../../escape.txt', text: 'out\n' },
      { name: '/etc/nccl.conf', text: 'NCCL_DEBUG=INFO\n' },
      { name: 'C:\\dump\\win.txt', text: 'windows\n' },
      { name: 'link', type: '2', link: '/etc/passwd' },
      { name: 'hard', type: '1', link: 'a.txt' },
      { name: 'dev', type: '3' },
      { name: 'a.txt', text: 'first\n' },
      { name: 'a.txt', text: 'second\n' },
      { name: `evil\u001b[31m.txt`, text: 'ansi\n' },
    ])
    expect((await rowsOf('attack.tar', bytes)).sort()).toEqual(
      [
        'attack.tar/escape.txt: [unsafe-path]',
        'attack.tar/etc/nccl.conf: [absolute-path] NCCL_DEBUG=INFO',
        'attack.tar/dump/win.txt: [absolute-path] windows',
        'attack.tar/link: [symbolic-link]',
        'attack.tar/hard: [hard-link]',
        'attack.tar/dev: [special-member]',
        'attack.tar/a.txt: first',
        'attack.tar/a.txt: [duplicate-name]',
        'attack.tar/evil\ufffd[31m.txt: ansi',
      ].sort(),
    )
    expect(existsSync(join(sandbox.folder, '../escape.txt'))).toBe(false)
    expect(sandbox.leftovers()).toEqual([])
  })

  test('cut in the middle of a member', async () => {
    const bytes = buildTar([
      { name: 'a.txt', text: 'whole\n' },
      { name: 'b.txt', text: 'line of b\n'.repeat(500) },
    ])
    const got = await rowsOf('cut.tar', bytes.subarray(0, 3000))
    expect(got).toEqual([
      'cut.tar/a.txt: whole',
      'cut.tar/b.txt: [member-damaged] line of b',
      'cut.tar: [archive-truncated]',
    ])
  })

  test('a damaged header does not hide the members behind it', async () => {
    const bytes = buildTar([
      { name: 'a.txt', text: 'a\n' },
      { name: 'b.txt', badChecksum: true },
      { name: 'c.txt', text: 'c\n' },
    ])
    expect(await rowsOf('bad.tar', bytes)).toEqual([
      'bad.tar/a.txt: a',
      'bad.tar/c.txt: c',
      'bad.tar: [archive-damaged]',
    ])
  })

  test('a cut tar.gz keeps what it had', async () => {
    const packed = gzipSync(
      buildTar([
        { name: 'a.txt', text: 'a\n' },
        { name: 'b.txt', text: noise(200_000) },
      ]),
    )
    const got = await rowsOf('cut.tgz', packed.subarray(0, packed.length - 5000))
    expect(got[0]).toBe('cut.tgz/a.txt: a')
    expect(got[1]).toMatch(/^cut\.tgz\/b\.txt: \[member-damaged\] \w/)
    expect(got[2]).toBe('cut.tgz: [truncated-gzip]')
  })
})

describe('zip', () => {
  test('members in natural order, zip in zip, tar.gz in zip', async () => {
    const inner = zipSync({ 'x.txt': strToU8('inner\n') })
    const bytes = zipSync({
      'b/n10.txt': strToU8('ten\n'),
      'b/n9.txt': strToU8('nine\n'),
      'a.zip': inner,
      'c.tgz': gzipSync(buildTar([{ name: 'y.txt', text: 'y\n' }])),
    })
    expect(await rowsOf('z.zip', bytes)).toEqual([
      'z.zip/a.zip/x.txt: inner',
      'z.zip/b/n9.txt: nine',
      'z.zip/b/n10.txt: ten',
      'z.zip/c.tgz/y.txt: y',
    ])
  })

  test('bad names, links and passwords', async () => {
    const bytes = zipSync({
      '../up.txt': strToU8('up\n'),
      '/abs.txt': strToU8('abs\n'),
      ln: [strToU8('/etc/passwd'), { os: 3, attrs: (0o120777 << 16) >>> 0 }],
      'ok.txt': strToU8('ok\n'),
    })
    expect(await rowsOf('bad.zip', bytes)).toEqual([
      'bad.zip/abs.txt: [absolute-path] abs',
      'bad.zip/ln: [symbolic-link]',
      'bad.zip/ok.txt: ok',
      'bad.zip/up.txt: [unsafe-path]',
    ])
    const locked = Buffer.from(zipSync({ 'secret.txt': strToU8('secret\n') }))
    // Bit 0 of the general purpose flags, in the local header and in the directory.
    locked[6] = (locked[6] ?? 0) | 1
    const directory = locked.indexOf('PK\u0001\u0002')
    locked[directory + 8] = (locked[directory + 8] ?? 0) | 1
    expect(await rowsOf('locked.zip', locked)).toEqual(['locked.zip/secret.txt: [encrypted]'])
  })

  test('an unknown method, a false checksum size and a cut file are named', async () => {
    const odd = Buffer.from(zipSync({ 'odd.txt': strToU8('x\n'.repeat(100)) }))
    const directory = odd.indexOf('PK\u0001\u0002')
    odd.writeUInt16LE(93, directory + 10)
    expect(await rowsOf('odd.zip', odd)).toEqual(['odd.zip/odd.txt: [unsupported-method]'])
    const whole = Buffer.from(zipSync({ 'a.txt': strToU8(noise(50_000)) }))
    expect(await rowsOf('cut.zip', whole.subarray(0, whole.length - 100))).toEqual(['cut.zip: [archive-damaged]'])
    whole.fill(0x55, 5000, 6000)
    expect((await rowsOf('hit.zip', whole))[0]).toMatch(/^hit\.zip\/a\.txt: \[member-damaged\]/)
  })

  test('an empty zip says so', async () => {
    expect(await rowsOf('none.zip', zipSync({}))).toEqual(['none.zip: [empty-archive]'])
  })
})

describe('limits', () => {
  test('a bomb is stopped, and what came before it is kept', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('before\n'), Buffer.alloc(4_000_000, 0x41)]))
    expect(await rowsOf('bomb.gz', bomb, { ratioFrom: 1_000_000 })).toEqual(['bomb.gz: [limit-ratio] before'])
    const zip = zipSync({ 'bomb.txt': new Uint8Array(4_000_000).fill(0x41) })
    expect((await rowsOf('bomb.zip', zip, { ratioFrom: 1_000_000 }))[0]).toMatch(
      /^bomb\.zip\/bomb\.txt: \[limit-ratio\] A/,
    )
  })

  test('total unpacked bytes', async () => {
    const text = noise(200_000)
    const zip = zipSync({ 'a.txt': strToU8(text), 'b.txt': strToU8(text) })
    const got = await rowsOf('big.zip', zip, { unpackedBytes: 250_000 })
    expect(got.map((row) => row.replace(/ \S+$/, ''))).toHaveLength(2)
    expect(got[1]).toMatch(/^big\.zip\/b\.txt: \[limit-unpacked\]/)
  })

  test('members, in an archive and in a folder', async () => {
    const names = Array.from({ length: 10 }, (_, i) => `f${i}.txt`)
    const tar = buildTar(names.map((name) => ({ name, text: `${name}\n` })))
    const got = await rowsOf('many.tar', tar, { members: 5 })
    expect(got).toHaveLength(5)
    expect(got.at(-1)).toBe('many.tar: [limit-members]')
    for (const name of names) sandbox.write(`many/${name}`, 'x\n')
    const folder = rows(await readAll([join(sandbox.folder, 'many')], { limits: { members: 3 } }))
    expect(folder).toEqual(['many/f0.txt: x', 'many/f1.txt: x', 'many/f2.txt: x', 'many/f3.txt: [limit-members]'])
  })

  test('long paths', async () => {
    const zip = zipSync({ [`${'d/'.repeat(600)}a.txt`]: strToU8('a\n') })
    expect((await rowsOf('long.zip', zip))[0]).toMatch(/\.\.\.: \[path-too-long\]$/)
  })

  test('large members go to a temporary file that leaves nothing behind', async () => {
    const zip = zipSync({
      'a.txt': strToU8('a\n'.repeat(50_000)),
      'b.txt': strToU8('b\n'.repeat(50_000)),
      'c.txt': strToU8('c\n'),
    })
    const all = await readAll([sandbox.write('spooled.zip', zip)], {
      limits: { memoryMember: 1000 },
      temporaryFolder: sandbox.temporary,
    })
    expect(all.map(({ lines }) => [lines.length, lines.at(-1)])).toEqual([
      [50_000, 'a'],
      [50_000, 'b'],
      [1, 'c'],
    ])
    expect(all[1]?.member.readWindow(49_999, 5)).toEqual(['b', 'b'])
    if (process.platform !== 'win32') expect(sandbox.leftovers()).toEqual([])
  })

  test('a temporary folder that cannot be written is named, not thrown', async () => {
    const zip = zipSync({ 'a.txt': strToU8('a\n'.repeat(50_000)), 'c.txt': strToU8('c\n') })
    const all = await readAll([sandbox.write('nospace.zip', zip)], {
      limits: { memoryMember: 1000 },
      temporaryFolder: join(sandbox.folder, 'is-not-there'),
    })
    expect(rows(all)[0]).toMatch(/^nospace\.zip\/a\.txt: \[temporary-file\]/)
    expect(rows(all)[1]).toBe('nospace.zip/c.txt: c')
  })
})

describe('what is not read says how to', () => {
  test.each([
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 1], 'xz -d'],
    ['bzip2', [...Buffer.from('BZh91AY&SY'), 1, 2], 'bzip2 -d'],
    ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0], '7z x'],
    ['RAR', [...Buffer.from('Rar!\u001a\u0007'), 0], 'unrar x'],
  ])('%s', async (method, bytes, command) => {
    const [only] = await readAll([sandbox.write('packed.log', Buffer.from(bytes))])
    expect(only?.facts.problem).toMatchObject({ code: 'unsupported-compression' })
    expect(only?.facts.problem?.message).toContain(method)
    expect(only?.facts.problem?.message).toContain(command)
  })
})

describe('inputs', () => {
  test('folders recursively, in natural order, links named', async () => {
    sandbox.write('site/gn-a10/topo.txt', 'ten\n')
    sandbox.write('site/gn-a9/topo.txt', 'nine\n')
    mkdirSync(join(sandbox.folder, 'site/none'))
    symlinkSync('/etc/hostname', join(sandbox.folder, 'site/zlink'))
    const all = await readAll([join(sandbox.folder, 'site')])
    expect(rows(all)).toEqual(['site/gn-a9/topo.txt: nine', 'site/gn-a10/topo.txt: ten', 'site/zlink: [symbolic-link]'])
    expect(all[0]?.member.folders).toEqual(['site', 'gn-a9'])
  })

  test('a single file has no folders; several share what they have in common', async () => {
    const a = sandbox.write('in/n1/smi.txt', '1\n')
    const b = sandbox.write('in/n2/smi.txt', '2\n')
    expect((await readAll([a]))[0]?.member).toMatchObject({ name: 'smi.txt', folders: [] })
    expect(rows(await readAll([b, a, b]))).toEqual(['n2/smi.txt: 2', 'n1/smi.txt: 1'])
  })

  test('pasted text, standard input, and a path that is not there', async () => {
    async function* standardInput(): AsyncGenerator<Uint8Array> {
      yield gzipSync('piped\n')
    }
    const all = await readAll(['-', { name: 'pasted text', text: 'pasted ü\n' }, join(sandbox.folder, 'gone')], {
      standardInput: standardInput(),
    })
    expect(rows(all)).toEqual(['standard input: piped', 'pasted text: pasted ü', 'gone: [no-such-file]'])
  })
})
