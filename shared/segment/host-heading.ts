/** Headings that name the host of what follows, without a command: Ansible's results, and `dshbak`, `clush -b` with one host a block. */

const AD_HOC =
  /^([A-Za-z0-9][\w.-]{0,62}) \| (?:CHANGED|SUCCESS|FAILED|UNREACHABLE)!?(?: \| rc=\d{1,3}(?: \([^)]{0,40}\))? >>| => \{)/
const TASK = /^(?:ok|changed|failed|fatal): \[([A-Za-z0-9][\w.-]{0,62})\](?:: [A-Z]+!)?(?: =>|$)/

export function readHostHeading(text: string): string | null {
  const code = text.charCodeAt(0)
  if (text.length > 400 || !(code > 47 && code < 123)) return null
  if (text.includes(' | ')) return AD_HOC.exec(text)?.[1] ?? null
  return text.includes(': [') ? (TASK.exec(text)?.[1] ?? null) : null
}

const RULE = /^-{8,}\s*$/
const WORD = /^(?=.*[A-Za-z])[A-Za-z0-9][\w.-]{0,62}$/

/** A rule, a host name, a rule. Two or more hosts that printed the same (`gn-[01-04] (4)`) are no one host: '' then. */
export class RuledHost {
  #state: 'none' | 'rule' | 'named' = 'none'
  #host = ''

  /** The host, when `text` is the rule that ends such a heading; undefined otherwise. */
  take(text: string): string | undefined {
    if (text.startsWith('--------') && RULE.test(text)) {
      const host = this.#state === 'named' ? this.#host : undefined
      this.#state = host === undefined ? 'rule' : 'none'
      return host
    }
    if (this.#state === 'rule') {
      const name = text.trim()
      const several = /^[\w.,[\]-]{1,200} \(\d+\)$/.test(name)
      this.#state = WORD.test(name) || several ? 'named' : 'none'
      this.#host = several ? '' : name
    } else this.#state = 'none'
    return undefined
  }
}
