import type { DocumentProblem } from '@shared/model/document'

/**
 * The named reasons why a file or member could not be read, or only in part. Codes are stable (scripts compare them),
 * texts are for people and say what to do where something can be done.
 */
export const PROBLEM_TEXTS = {
  'empty-file': 'The file is empty.',
  'binary-file': 'Not a text file: nothing was read from it.',
  'no-such-file': 'There is no such file or folder.',
  'not-readable': 'The file could not be read: {why}.',
  'file-changed': 'The file changed after it was read: its lines can no longer be shown.',
  'not-a-file': 'Neither a file nor a folder (a device, a socket or a pipe): not read.',
  'symbolic-link': 'A symbolic link to {target}: not followed.',
  'hard-link': 'A hard link to {target}: its text is read there.',
  'special-member': 'A {type} entry of the archive: it has no text.',
  'unsafe-path': 'The path points outside the archive: not read.',
  'absolute-path': 'Stored with an absolute path; read as if it were relative.',
  'path-too-long': 'The path is longer than {limit} characters: not read.',
  'duplicate-name': 'A second member of that name: only the first is read.',
  encrypted: 'Protected by a password: unpack it first.',
  'unsupported-compression':
    'Packed with {method}, which Lanescope does not read: unpack it first, e.g. with `{command}`.',
  'unsupported-method': 'Packed with zip method {method}, which Lanescope does not read: unpack it first.',
  'archive-truncated': 'The archive ends early: what stands before the end was read.',
  'archive-damaged': 'The archive is damaged ({why}): what stands before the damage was read.',
  'truncated-gzip': 'The packed data end early: what stands before the end was read.',
  'damaged-gzip': 'The packed data are damaged ({why}): what stands before the damage was read.',
  'empty-archive': 'The archive has no members.',
  'member-damaged': 'The member is damaged or cut ({why}): what could be unpacked was read.',
  'limit-members': 'More than {limit} files: the rest was not read.',
  'limit-depth': 'An archive inside more than {limit} archives: not unpacked.',
  'limit-folders': 'More than {limit} folders inside one another: not read.',
  'limit-unpacked': 'The archives unpack to more than {limit}: the rest was not read.',
  'limit-ratio': 'Unpacks to more than {limit} times its size, as an archive bomb does: what came before was read.',
  'temporary-file': 'The temporary file could not be written ({why}): free some space and open it again.',
} as const

export type ProblemCode = keyof typeof PROBLEM_TEXTS

export function problem(code: ProblemCode, data: Readonly<Record<string, string | number>> = {}): DocumentProblem {
  const message = PROBLEM_TEXTS[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''))
  return { code, message }
}

/** Says why the system refused, in words instead of `EACCES: permission denied, open '/x'`. */
export function systemReason(error: unknown): string {
  const code = errorCode(error)
  const known: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    ENOENT: 'it is gone',
    EISDIR: 'it is a folder',
    EMFILE: 'too many files are open',
    ENOSPC: 'no space left on the disk',
    EDQUOT: 'the disk quota is used up',
    EIO: 'the disk reports an error',
    ELOOP: 'its symbolic links run in a circle',
    ENAMETOOLONG: 'the name is too long',
    EBUSY: 'another program holds it',
  }
  if (code !== undefined && known[code] !== undefined) return known[code]
  return error instanceof Error ? error.message : String(error)
}

export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
