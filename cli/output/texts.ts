import type { Language } from '@shared/messages'

/** Words of the command line's own output, English and Simplified Chinese beside each other. */
export const texts = {
  error: ['error', '错误'],
  warning: ['warning', '警告'],
  info: ['info', '提示'],
  errors: ['{n} errors', '{n} 个错误'],
  error1: ['1 error', '1 个错误'],
  warnings: ['{n} warnings', '{n} 个警告'],
  warning1: ['1 warning', '1 个警告'],
  infos: ['{n} notes', '{n} 个提示'],
  info1: ['1 note', '1 个提示'],
  noFindings: ['no findings', '没有发现问题'],
  nodes: ['Nodes', '节点'],
  node: ['node', '节点'],
  runs: ['Runs', '测试'],
  findings: ['Findings', '发现'],
  notChecked: ['Not checked', '未检查'],
  notCheckedWhy: ['capture these and check again', '采集以下输出后再检查'],
  documents: ['Documents', '文件'],
  documentProblems: ['Not read, or only in part', '未读取或仅部分读取'],
  unrecognised: ['no known output in it', '未识别到任何已知输出'],
  cost: ['cost', '影响'],
  fixAbove: ['fix: as above', '处理：同上'],
  fix: ['fix', '处理'],
  see: ['see', '参考'],
  needs: ['looks at', '依据'],
  explains: ['explains', '同时解释'],
  evidence: ['Evidence', '证据'],
  moreLines: ['{n} more lines', '另有 {n} 行'],
  moreNodes: ['and {n} more', '等，另有 {n} 个'],
  rules: ['{n} rules', '{n} 条规则'],
  rule1: ['1 rule', '1 条规则'],
  moreSteps: ['and {n} more (--markdown and --json list all)', '另有 {n} 项（--markdown 与 --json 列出全部）'],
  moreEvidence: ['and {n} more places', '另有 {n} 处'],
  moreRules: ['{n} rules', '{n} 条规则'],
  links: ['links', '链路'],
  environment: ['NCCL settings', 'NCCL 设置'],
  'as-expected': ['as expected', '符合预期'],
  ring: ['healthy ring, NVLS would give more', '环算法正常，NVLS 可更高'],
  low: ['below', '低于预期'],
  'very-low': ['far below', '远低于预期'],
  above: ['above', '高于预期'],
  ranks: ['ranks', '个 rank'],
  failed: ['failed', '失败'],
  incomplete: ['cut or incomplete', '不完整'],
  read: ['read', '已读取'],
  findingsOfOne: ['Findings of one side only', '仅一侧的发现'],
  same: ['Same', '相同'],
  sameCount: ['{n} facts are the same (--all shows them)', '{n} 项相同（--all 可显示）'],
  nothingKnown: [
    'Nothing in these files is an output that Lanescope knows. See `lanescope formats` for what it reads.',
    '这些文件中没有 Lanescope 认识的输出。可用 `lanescope formats` 查看支持的格式。',
  ],
} as const satisfies Readonly<Record<string, readonly [string, string]>>

export type TextKey = keyof typeof texts
export type Say = (key: TextKey, data?: Readonly<Record<string, string | number>>) => string

export function sayIn(language: Language): Say {
  return (key, data = {}) =>
    texts[key][language === 'zh' ? 1 : 0].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(data[name] ?? ''))
}
