import type { Texts } from './text'

/** About one rule, and the proof of all rules. */
export const ruleTexts = {
  'rule.about': ['About this rule', '关于此规则'],
  'rule.since': ['since {version}', '自 {version} 版起'],
  'rule.needs': ['What it looks at, and the command that shows it', '所依据的信息及采集命令'],
  'rule.folds': ['Findings folded under it', '归于其下的结果'],
  'rule.foldedUnder': ['Is folded under', '归于以下规则之下'],
  'rule.onAbsence': [
    'This rule fires because something is absent from a capture that would show it.',
    '该规则依据缺失触发：采集本应显示该信息。',
  ],
  'prove.title': ['Prove the rules', '验证规则'],
  'prove.text': [
    'Every rule is run on small captures that come with the program: one where it must fire, one where it must stay silent, one where it lacks what it needs.',
    '每条规则都在程序自带的小采集上运行：应触发、应不触发、缺少所需信息各一例。',
  ],
  'prove.running': ['Running…', '运行中…'],
  'prove.again': ['Run again', '重新运行'],
  'prove.copy': ['Copy table', '复制表格'],
  'prove.passed': [
    '{proofs, number} proofs of {rules, number} rules, all passed',
    '{rules, number} 条规则的 {proofs, number} 个例子全部通过',
  ],
  'prove.failed': [
    '{failed, number} of {proofs, number} proofs failed ({rules, number} rules)',
    '{rules, number} 条规则的 {proofs, number} 个例子中有 {failed, number} 个未通过',
  ],
  'prove.rule': ['Rule', '规则'],
  'prove.fires': ['Fires', '触发'],
  'prove.silent': ['Stays silent', '不触发'],
  'prove.missing': ['Lacks a capture', '缺少采集'],
  'prove.pass': ['passed', '通过'],
  'prove.fail': ['failed', '未通过'],
} satisfies Texts
