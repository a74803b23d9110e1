/** The interface of `ethtool -i ens1f0np0`: the output does not name it. */
export function interfaceOf(command: string | undefined, flag: string): string | undefined {
  return new RegExp(`\\bethtool\\s+(?:-${flag}|--\\w[\\w-]*)\\s+([\\w.@-]{1,32})`).exec(command ?? '')?.[1]
}
