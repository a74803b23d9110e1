/** Writes tar members byte by byte, also those that no honest tool writes. */
export interface TarMember {
  readonly name: string
  readonly text?: string | Uint8Array
  /** '0' file, '1' hard link, '2' symbolic link, '3' character device, '5' folder, 'L' GNU long name. */
  readonly type?: string
  readonly link?: string
  readonly badChecksum?: boolean
}

export function buildTar(members: readonly TarMember[]): Buffer {
  const blocks = members.flatMap((member) => {
    const body = Buffer.from(member.text ?? '')
    const padding = Buffer.alloc((512 - (body.length % 512)) % 512)
    return [header(member, body.length), body, padding]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function header(member: TarMember, size: number): Buffer {
  const block = Buffer.alloc(512)
  block.write(member.name, 0, 100, 'utf8')
  block.write('0000644\0', 100)
  block.write('0000000\0', 108)
  block.write('0000000\0', 116)
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  block.write('14000000000\0', 136)
  block.write(member.type ?? '0', 156)
  block.write(member.link ?? '', 157, 100, 'utf8')
  block.write('ustar\0' + '00', 257)
  block.fill(' ', 148, 156)
  const sum = block.reduce((total, byte) => total + byte, member.badChecksum ? 1 : 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
