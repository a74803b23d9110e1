import type { Texts } from './text'

/** The case file: notes on things, unsaved work, and what is asked before it is lost. */
export const caseTexts = {
  'case.note': ['Note', '备注'],
  'case.note.add': ['Add note…', '添加备注…'],
  'case.note.edit': ['Edit note…', '编辑备注…'],
  'case.note.delete': ['Delete note', '删除备注'],
  'case.note.deleted': ['Note deleted', '已删除备注'],
  'case.note.on': ['Note on {what}', '{what} 的备注'],
  'case.note.text': ['Plain text. It is kept in the case and printed in the report.', '纯文本，随案例保存并写入报告。'],
  'case.note.line': ['{document}, line {line, number}', '{document} 第 {line, number} 行'],
  'case.save': ['Save', '保存'],
  'case.discard': ['Don’t save', '不保存'],
  'case.unsaved': ['Unsaved changes', '有未保存的更改'],
  'case.ask.title': ['Save your notes in a case?', '是否将备注保存到案例？'],
  'case.ask.text': [
    'Names, notes and mutes of {name} are not saved. Without saving they are lost.',
    '{name} 的名称、备注和静默尚未保存，不保存将会丢失。',
  ],
  'case.draft.title': ['Unsaved work from {time}: {names}', '{time} 有未保存的工作：{names}'],
  'case.draft.text': ['Lanescope ended before your notes were saved.', 'Lanescope 在备注保存之前意外退出。'],
  'case.draft.restore': ['Restore', '恢复'],
  'case.draft.discard': ['Discard', '丢弃'],
  'case.draft.restored': ['Restored; save the case to keep it', '已恢复，请保存案例'],
} as const satisfies Texts
