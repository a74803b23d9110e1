import type { Texts } from './text'

/** What a setting comes to in its job: keys of SettingVerdict in shared/derive/nccl-setting-verdict.ts. */
export const ncclVerdictTexts = {
  'nccl.verdict.finding': ['see the finding', '见诊断结果'],
  'nccl.verdict.unknown-name': [
    'ignored without a word: no release reads this name',
    '被静默忽略：没有任何版本读取该名称',
  ],
  'nccl.verdict.removed': [
    'does nothing: removed in {removed}{version, select, none {} other { (this is {version})}}',
    '不起作用：已在 {removed} 中移除{version, select, none {} other {（当前为 {version}）}}',
  ],
  'nccl.verdict.too-new': [
    'does nothing: read since {since}, and this is {version}',
    '不起作用：自 {since} 起才读取，当前为 {version}',
  ],
  'nccl.verdict.foreign': ['not read by NCCL', 'NCCL 不读取'],
  'nccl.verdict.not-nccl': ['not an NCCL variable', '不是 NCCL 变量'],
  'nccl.verdict.empty': ['counts as unset', '视为未设置'],
  'nccl.verdict.ignored-value': ['the value is ignored, the default holds', '该值被忽略，使用默认值'],
  'nccl.verdict.not-arrived': [
    'did not reach the job: init reads it, and the log does not show it',
    '未传到作业：init 必读该变量，而日志中没有',
  ],
  'nccl.verdict.not-read': ['set, and never read in this run', '已设置，但本次运行从未读取'],
  'nccl.verdict.one-host': [
    'no effect here: it matters between hosts, and all ranks are on one',
    '此处不起作用：仅影响主机间通信，而所有 rank 都在一台主机上',
  ],
  'nccl.verdict.other-network': [
    'no effect here: the job uses the network {network}',
    '此处不起作用：该作业使用网络 {network}',
  ],
  'nccl.verdict.one-rank': ['no effect here: one rank per host', '此处不起作用：每台主机只有一个 rank'],
  'nccl.verdict.no-nvls': [
    'no effect here: these GPUs have no NVLink SHARP',
    '此处不起作用：这些 GPU 没有 NVLink SHARP',
  ],
  'nccl.verdict.default': ['no effect: it is the default', '不起作用：与默认值相同'],
  'nccl.verdict.debug': ['changes only what is printed', '只影响打印内容'],
  'nccl.verdict.correctness': ['acts; a wrong value here costs correctness', '生效；取值错误会影响正确性'],
  'nccl.verdict.pinned': ['acts; takes a choice from NCCL', '生效；代替 NCCL 做出选择'],
  'nccl.verdict.acts': ['acts as written', '按所写生效'],
} as const satisfies Texts
