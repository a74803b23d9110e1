import type { Language } from '@shared/messages'
import type { Expectation, ExpectationBecause } from '@shared/knowledge/expectation'
import { sizeText } from './summary'

/** Where the figures of an expectation come from, in one sentence. */
export const sentences: Readonly<Record<ExpectationBecause, readonly [string, string]>> = {
  row: [
    'published or measured on {system}, {gpus} GPUs, at {size}',
    '在 {system} 上公布或实测的数值，{gpus} 个 GPU，{size}',
  ],
  'row-scaled': [
    'published or measured on {system}, {gpus} GPUs, scaled to {size}',
    '在 {system} 上公布或实测的数值，{gpus} 个 GPU，按 {size} 折算',
  ],
  ring: [
    '{links} links at {perLink} GB/s each, as NCCL counts them, for a ring of {gpus} GPUs at {size}',
    '{gpus} 个 GPU 的环：{links} 条链路，NCCL 按每条 {perLink} GB/s 计，{size}',
  ],
  nvls: ['NVLink SHARP over {gpus} GPUs at {size}', '{gpus} 个 GPU 的 NVLink SHARP，{size}'],
  rack: ['multi-node NVLink over {gpus} GPUs at {size}', '{gpus} 个 GPU 的多节点 NVLink，{size}'],
  network: ['the network adapters that the job uses, at {size}', '任务所用网卡的速率，{size}'],
  'network-two-nodes': [
    'the network adapters that the job uses, at {size}; on two nodes a tree may read up to twice the wire',
    '任务所用网卡的速率，{size}；两个节点时树算法的读数可达线速的两倍',
  ],
}

export function becauseText({ because }: Expectation, language: Language): string {
  const { bytes, ...data } = because.data
  const filled: Readonly<Record<string, string | number>> = {
    ...data,
    size: typeof bytes === 'number' ? sizeText(bytes) : '',
  }
  const sentence = sentences[because.key][language === 'zh' ? 1 : 0]
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(filled[name] ?? ''))
}
