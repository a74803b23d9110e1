import type { TextDocument } from '../model/document'

/** Folders that collectors make inside the folder of one machine: they never stand for a machine of their own. */
const COLLECTOR_FOLDERS =
  /^(?:sos_commands|sos_logs|sos_reports|proc|sys|etc|var|usr|run|boot|root|home|opt|tmp|log|logs|cmds?|commands?|output|outputs|data|text|txt|raw|nvidia|nvidia-smi|smi|nccl|nccl-tests|tests?|dcgm|dcgmi|host|hostinfo|pci|lspci|ib|infiniband|rdma|network|net|hw|hardware|system|dmesg|kernel|fabric|fabricmanager|bench|benchmarks?|perf|config|conf|env|node_info|before|after)$/i

/**
 * The folder that stands for one machine, for every document. Where folders branch first, each branch is a machine, unless the
 * branches are what a collector makes inside one (proc, sos_commands, nccl ...). Everything below belongs to it.
 */
export function homesOf(documents: readonly TextDocument[]): ReadonlyMap<string, string> {
  const homes = new Map<string, string>()
  const common = withoutCollector(commonFolders(documents), documents[0]?.folders ?? [])
  const tree = folderTree(documents)
  for (const document of documents) homes.set(document.id, homeOf(document, common, documents, tree))
  return homes
}

function homeOf(
  document: TextDocument,
  common: number,
  documents: readonly TextDocument[],
  tree: ReadonlyMap<string, Folder>,
): string {
  let depth = common
  // Walk down while the next folder is a collector's own; the first other one is the machine's.
  for (let i = common; i < document.folders.length; i++) {
    const folder = document.folders[i] ?? ''
    if (COLLECTOR_FOLDERS.test(folder) && !(isStateFolder(folder) && hasSibling(document, i, documents))) continue
    depth = i + 1
    break
  }
  // Two cases opened together, each a folder of machines: the machines are one level further down.
  while (depth < document.folders.length && holdsMachines(tree.get(document.folders.slice(0, depth).join('/')))) depth++
  return document.folders.slice(0, depth).join('/')
}

/** All files in one folder of a collector: the machine is the folder above it, as it would be with a second machine beside it. */
function withoutCollector(common: number, folders: readonly string[]): number {
  let depth = common
  while (depth > 1 && COLLECTOR_FOLDERS.test(folders[depth - 1] ?? '') && !isStateFolder(folders[depth - 1] ?? ''))
    depth--
  return depth
}

interface Folder {
  hasFiles: boolean
  readonly children: Set<string>
}

function folderTree(documents: readonly TextDocument[]): ReadonlyMap<string, Folder> {
  const tree = new Map<string, Folder>()
  for (const { folders } of documents) {
    for (let depth = 0; depth <= folders.length; depth++) {
      const path = folders.slice(0, depth).join('/')
      const folder = tree.get(path) ?? { hasFiles: false, children: new Set<string>() }
      tree.set(path, folder)
      const child = folders[depth]
      if (child === undefined) folder.hasFiles = true
      else folder.children.add(child)
    }
  }
  return tree
}

/** Only folders in it, several, and named alike but for a number or a last letter: gn-a07 and gn-a08. */
function holdsMachines(folder: Folder | undefined): boolean {
  if (!folder || folder.hasFiles || folder.children.size < 2) return false
  const shapes = new Set([...folder.children].map((name) => name.replace(/\d+/g, '#').replace(/[-_][a-z]$/i, '-?')))
  return shapes.size === 1 && ![...folder.children].some((name) => COLLECTOR_FOLDERS.test(name))
}

/** `before` and `after` side by side are two captures of one machine that the user wants to compare: two nodes. */
function isStateFolder(folder: string): boolean {
  return /^(?:before|after)$/i.test(folder)
}

/** The state that a home stands for, when the other one stands beside it. */
export function stateOf(home: string, homes: Iterable<string>): string | undefined {
  const state = STATE.exec(home)?.[1]
  if (state === undefined) return undefined
  const above = home.slice(0, home.length - state.length)
  const lower = state.toLowerCase()
  for (const other of homes) {
    const there = other.startsWith(above) ? STATE.exec(other)?.[1]?.toLowerCase() : undefined
    if (there !== undefined && there !== lower && other.length === above.length + there.length) return lower
  }
  return undefined
}

const STATE = /(?:^|\/)(before|after)$/i

function hasSibling(document: TextDocument, depth: number, documents: readonly TextDocument[]): boolean {
  const above = document.folders.slice(0, depth).join('/')
  const own = document.folders[depth]
  return documents.some(
    (other) =>
      other.folders.slice(0, depth).join('/') === above &&
      isStateFolder(other.folders[depth] ?? '') &&
      other.folders[depth] !== own,
  )
}

function commonFolders(documents: readonly TextDocument[]): number {
  const first = documents[0]?.folders ?? []
  let common = first.length
  for (const { folders } of documents) {
    let i = 0
    while (i < common && i < folders.length && folders[i] === first[i]) i++
    common = i
  }
  return common
}
