import type { Texts } from './text'

/** The first screen and everything about opening. */
export const openTexts = {
  'open.drop': ['Drop files, folders or archives anywhere', '将文件、文件夹或压缩包拖放到任意位置'],
  'open.dropNow': ['Let go to read them', '松开即可读取'],
  'open.dropAdd': ['Let go to add them to this case', '松开即可加入当前案例'],
  'open.what': [
    'nvidia-smi, DCGM, NCCL logs, nccl-tests, dmesg, lspci, bug reports: mixed in one file is fine.',
    'nvidia-smi、DCGM、NCCL 日志、nccl-tests、dmesg、lspci、bug report 均可，混在一个文件里也没关系。',
  ],
  'open.paste': ['Or paste captured text: {keys}', '或粘贴采集到的文本：{keys}'],
  'open.files': ['Open files…', '打开文件…'],
  'open.folder': ['Open folder…', '打开文件夹…'],
  'open.case': ['Open case…', '打开案例…'],
  'open.samples': ['Samples', '示例'],
  'open.sample.healthy': ['Healthy node', '健康节点'],
  'open.sample.healthy.what': ['A node on which every check passes', '所有检查都通过的节点'],
  'open.sample.bad-lane': ['A bad lane', 'NVLink 故障'],
  'open.sample.bad-lane.what': [
    'Links of one GPU are down, and what it costs',
    '一块 GPU 的部分 link 断开，以及由此造成的带宽损失',
  ],
  'open.sample.mis-set-nccl': ['NCCL set wrong', 'NCCL 配置不当'],
  'open.sample.mis-set-nccl.what': [
    'A tuning guide that costs two thirds of the bandwidth',
    '照搬调优指南，带宽损失三分之二',
  ],
  'open.sample.other.what': ['A sample capture', '示例采集'],
  'open.recent': ['Recent', '最近打开'],
  'open.recent.none': ['Nothing opened yet', '尚未打开过内容'],
  'open.recent.clear': ['Clear list', '清空列表'],
  'open.recent.in': ['in {folder}', '位于 {folder}'],
  'open.privacy': ['Nothing leaves this computer.', '数据不会离开本机。'],
  'open.pasted.empty': ['The clipboard holds no text', '剪贴板中没有文本'],
  'open.pasted.tooLong': [
    'The pasted text is too long; save it as a file and open that',
    '粘贴的文本过长，请保存为文件后再打开',
  ],
  'open.noPath': ['What was dropped is not a file on this computer', '拖放的内容不是本机文件'],
  'open.nothing.title': ['Nothing was recognised', '未识别到任何内容'],
  'open.nothing.text': [
    'The input was read, but no line looks like an output that Lanescope knows. Sources shows it.',
    '已读取输入，但没有 Lanescope 认识的输出。可在原始文件中查看。',
  ],
} as const satisfies Texts
