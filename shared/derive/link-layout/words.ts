/** The few words inside a drawing. Names (GPU0, NIC4, PIX, mlx5_0) are the same in every language. */
export interface LayoutWords {
  readonly lanes: string
  readonly lanesUnknown: string
  readonly noNvlink: string
  readonly farEndUnknown: string
  readonly noLinkUp: string
  readonly nvlinkUnknown: string
  readonly fabricCount: string
  readonly treeUnknown: string
  readonly treeUnknownShort: string
  readonly placeUnknown: string
  readonly rebuilt: string
  readonly treeRebuilt: string
  readonly noGpu: string
  readonly noOwnNic: string
  /** Instead of `noOwnNic` where there is no room. */
  readonly none: string
  readonly cell: (count: number) => string
  readonly shares: (nic: string) => string
  readonly but: (names: string) => string
  readonly things: (count: number, kind: string) => string
  readonly cores: (list: string) => string
  readonly emptyNumas: (numbers: string) => string
  readonly linkTo: (cpu: string) => string
  readonly notSeen: (name: string) => string
  readonly gone: string
  readonly onRootPort: string
  readonly nicUnknown: string
  readonly nicNone: string
  readonly portDown: string
  readonly mixed: string
  readonly to: string
  readonly picture: (name: string, parts: readonly string[]) => string
  readonly upOfDue: (up: string, due: string) => string
  readonly lanesUp: string
  readonly unknown: string
  readonly toHost: (host: string, gpu: string) => string
}

export const englishWords: LayoutWords = {
  lanes: 'lanes',
  lanesUnknown: 'lanes ?',
  noNvlink: 'No NVLink on this product',
  farEndUnknown: 'far end not in capture',
  noLinkUp: 'No NVLink is up',
  nvlinkUnknown: 'NVLink not in capture',
  fabricCount: 'NVLink fabric, count from topo -m',
  treeUnknown: 'PCIe tree not in capture',
  treeUnknownShort: 'tree not in capture',
  placeUnknown: 'place not in capture',
  rebuilt: 'rebuilt',
  treeRebuilt: 'PCIe tree rebuilt',
  noGpu: 'No GPU in capture',
  noOwnNic: 'no own NIC',
  none: 'none',
  cell: (count) => (count === 1 ? '1 cell disagrees' : `${String(count)} cells disagree`),
  shares: (nic) => `shares ${nic}`,
  but: (names) => `but ${names}`,
  things: (count, kind) => `${String(count)} ${kind}s`,
  cores: (list) => `cores ${list}`,
  emptyNumas: (numbers) => `NUMA ${numbers}: no device`,
  linkTo: (cpu) => `link to ${cpu}: speed not in capture`,
  notSeen: (name) => `${name} not seen`,
  gone: 'gone',
  onRootPort: 'On root port',
  nicUnknown: 'not in capture',
  nicNone: 'no NIC listed',
  portDown: 'down',
  mixed: 'mixed',
  to: 'to',
  picture: (name, parts) => `Links of ${name}: ${parts.join(', ')}`,
  upOfDue: (up, due) => `${up} of ${due}`,
  lanesUp: 'lanes up',
  unknown: 'not in capture',
  toHost: (host, gpu) => `to ${host} ${gpu}`,
}

export const chineseWords: LayoutWords = {
  lanes: '条',
  lanesUnknown: '链路 ?',
  noNvlink: '该产品没有 NVLink',
  farEndUnknown: '采集内容中没有对端',
  noLinkUp: '没有 NVLink 处于连接状态',
  nvlinkUnknown: '采集内容中没有 NVLink',
  fabricCount: 'NVLink 交换网，数量来自 topo -m',
  treeUnknown: '采集内容中没有 PCIe 树',
  treeUnknownShort: '没有 PCIe 树',
  placeUnknown: '采集内容中没有位置',
  rebuilt: '推算',
  treeRebuilt: 'PCIe 树为推算',
  noGpu: '采集内容中没有 GPU',
  noOwnNic: '没有专属网卡',
  none: '无',
  cell: (count) => `${String(count)} 格矛盾`,
  shares: (nic) => `共用 ${nic}`,
  but: (names) => `${names} 除外`,
  things: (count, kind) => `${String(count)} 个 ${kind}`,
  cores: (list) => `核 ${list}`,
  emptyNumas: (numbers) => `NUMA ${numbers}：无设备`,
  linkTo: (cpu) => `到 ${cpu}：采集内容中没有速率`,
  notSeen: (name) => `未见 ${name}`,
  gone: '丢失',
  onRootPort: '根端口上',
  nicUnknown: '采集内容中没有',
  nicNone: '未列出网卡',
  portDown: '断开',
  mixed: '混合',
  to: '至',
  picture: (name, parts) => `${name} 的链路：${parts.join('，')}`,
  upOfDue: (up, due) => `${up}/${due}`,
  lanesUp: '条链路正常',
  unknown: '采集内容中没有',
  toHost: (host, gpu) => `至 ${host} ${gpu}`,
}

/** `zh` and its variants are Chinese, everything else English. */
export function layoutWords(language: string): LayoutWords {
  return language.toLowerCase().startsWith('zh') ? chineseWords : englishWords
}
