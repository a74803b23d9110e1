import { IntlMessageFormat } from 'intl-messageformat'

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** Names of the data that a message takes, branches included, in order; throws for a message that cannot be read. */
export function argumentsOf(message: string): readonly string[] {
  const ast = new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst()
  return [...new Set(ast.flatMap(namesIn))].sort()
}

function namesIn(element: Element): readonly string[] {
  const own = 'value' in element && !('pluralType' in element && element.pluralType === undefined) ? element.value : ''
  const branches =
    'options' in element ? Object.values(element.options).flatMap(({ value }) => value.flatMap(namesIn)) : []
  // A literal (type 0) has its text where the others have their name; `#` (type 7) has none.
  return element.type === 0 || element.type === 7 ? [] : [own, ...branches]
}

/** Texts that stay Latin in Chinese too: names of products, commands, units, columns. */
export function hasChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}
