import { detach } from '../../../segment/detach'
import type { PluginLine } from '../log-types'
import type { LogBuilder } from './builder'
import type { Frame } from './frame'
import type { Topic } from './topic'

const KINDS: readonly PluginLine['kind'][] = ['NET', 'ENV', 'TUNER', 'PROFILER', 'GIN', 'RMA']

/** The search for plugins. A not-found line is normal unless the platform needs the plugin. */
export const pluginTopic: Topic = {
  starts: [
    'NET/Plugin',
    'ENV/Plugin',
    'TUNER/Plugin',
    'PROFILER/Plugin',
    'GIN/Plugin',
    'RMA/Plugin',
    'Plugin Path',
    'P2P plugin ',
    'Initialized ',
    'Failed to initialize ',
    'Assigned ',
    'Successfully loaded external ',
    'Using tuner plugin',
    'Using non-device net plugin',
  ],
  read: readPlugin,
}

function readPlugin(text: string, frame: Frame, log: LogBuilder): boolean {
  if (text.startsWith('Using non-device net plugin') || text.includes('Closing env plugin')) {
    log.count('plugin housekeeping')
    return true
  }
  if (!text.includes('lugin')) return false
  log.plugins.add(`${frame.host}|${text}`, frame, () => ({
    kind: kindOf(text),
    outcome: outcomeOf(text),
    name: nameOf(text),
    text: detach(text),
  }))
  return true
}

function kindOf(text: string): PluginLine['kind'] {
  const word = /^(\w{2,10})\/Plugin/.exec(text)?.[1] ?? / (NET|ENV|TUNER|PROFILER|GIN|RMA) plugin/.exec(text)?.[1]
  const kind = KINDS.find((known) => known === word)
  if (kind) return kind
  if (text.includes('network plugin') || text.startsWith('P2P plugin') || text.startsWith('Plugin Path')) return 'NET'
  return text.includes('tuner') ? 'TUNER' : 'other'
}

function outcomeOf(text: string): PluginLine['outcome'] {
  if (text.includes('Could not find') || text.includes('No plugin found')) return 'not-found'
  if (text.includes('Failed to find') || text.includes('Failed to initialize') || text.includes('Failed to load'))
    return 'failed'
  if (text.startsWith('Initialized ')) return 'initialized'
  if (text.startsWith('Assigned ')) return 'assigned'
  if (/Loaded|Successfully loaded|Using tuner plugin|^P2P plugin|^Plugin Path/.test(text)) return 'loaded'
  return 'other'
}

function nameOf(text: string): string | undefined {
  const found =
    /(?:Initialized|Failed to initialize|Assigned) \w{1,10} plugin (\S{1,80})/.exec(text)?.[1] ??
    /Loaded \w{1,20} plugin (.{1,80}?)(?: \(v\d+\))?$/.exec(text)?.[1] ??
    /(?:Could not find:? |Plugin Path : |external network plugin |P2P plugin |plugin: )'?([^\s']{1,200})/.exec(
      text,
    )?.[1] ??
    /No plugin found \(([^)]{1,120})\)/.exec(text)?.[1]
  return found === undefined ? undefined : detach(found.replace(/\.$/, ''))
}
