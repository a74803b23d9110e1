/**
 * Texts of one rule in one language. Each string is an ICU message filled with the data of the finding; `{n}` placeholders are data
 * only, never markup. A `variant` of a report picks title and detail from `variants`, falling back to the rule's own.
 */
export interface RuleText {
  /** One line: names the thing and the number. */
  readonly title: string
  /** Why it matters, two to four sentences. */
  readonly why: string
  /** What it costs, with measured figures where there are any. */
  readonly cost?: string
  /** Steps; a step that is a command to copy stands between back-ticks. */
  readonly remedy: readonly string[]
  readonly variants?: Readonly<
    Record<
      string,
      { readonly title?: string; readonly why?: string; readonly cost?: string; readonly remedy?: readonly string[] }
    >
  >
}

/** Rule id -> texts of one area. */
export type RuleTexts = Readonly<Record<string, RuleText>>

/** Rule id -> addresses of the sources, the same in all languages. */
export type References = Readonly<Record<string, readonly string[]>>
