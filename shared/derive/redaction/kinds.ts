/** The classes of values that may be hidden, in the order in which they are shown. */
export const redactionClasses = [
  'secret',
  'email',
  'user',
  'host',
  'domain',
  'ipv6',
  'ipv4',
  'mac',
  'uuid',
  'guid',
  'serial',
  'path',
  'word',
] as const
export type RedactionClass = (typeof redactionClasses)[number]
