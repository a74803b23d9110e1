import { ncclVariables } from '../../knowledge/nccl-variables'
import { ruleTextsEn } from '../../messages/en'
import { reportTextsEn } from '../../messages/report/en'
import { uiTexts } from '../../messages/ui'

/** Words of tools that our own texts do not use. */
const ofTools =
  'affinity align attached azure bridge bridges bus capability chopped chip coll column columns container count current ' +
  'cpuset crossed dualgpu efa elided firmware flapping flattened forwarded gdrdma geforce glued graphics grid hop host ' +
  'hosts image index inforom interface interfaces legend mnnvl module mpi nccl node nodes plugin plugins polling product ' +
  'provider quadro requested retired revision row rows slot super tensor tesla threads throughput timestamp tuner utilization vbios ' +
  'virtual windows linux xml'

let words: ReadonlySet<string> | undefined

/**
 * Whether a word is one that our own texts use, or NCCL's variables: such a word in the name of a file tells a fault, not a customer.
 * Hidden in the texts too, it would take NCCL_P2P_LEVEL and `inactive` out of what is to be read.
 */
export function isVocabulary(word: string): boolean {
  words ??= collect()
  const lower = word.toLowerCase()
  return words.has(lower) || words.has(lower.replace(/^\d+|\d+$/g, ''))
}

function collect(): ReadonlySet<string> {
  const found = new Set(ofTools.split(' '))
  const add = (text: string): void => {
    // Data of a message stands in braces: its name is ours too.
    for (const [word] of text.matchAll(/[A-Za-z]{2,}/g)) found.add(word.toLowerCase())
  }
  const walk = (value: unknown): void => {
    if (typeof value === 'string') add(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(ruleTextsEn)
  for (const rule of Object.keys(ruleTextsEn)) add(rule)
  walk(reportTextsEn)
  for (const [english] of Object.values(uiTexts)) walk(english)
  for (const { name } of ncclVariables) add(name)
  return found
}
