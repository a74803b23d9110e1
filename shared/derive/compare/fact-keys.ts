import { fieldUses } from './gpu-fields'
import type { Fact, FactArea, Subject } from './types'

type Parts = Pick<Fact, 'name' | 'term' | 'subject' | 'area' | 'listed' | 'under' | 'better' | 'unit'>

const fieldAreas = new Map<string, { readonly area: FactArea; readonly better?: Fact['better'] }>(
  fieldUses.map(({ field, area, better }) => [field, { area, better }]),
)

/** What the key of a fact tells by itself: a reference keeps the key only. */
export function factKeyParts(key: string): Parts {
  const part = /^((gpu|nic):[^/]{1,80})\/(.{1,200})$/.exec(key)
  if (part) {
    const [, id = '', kind, name = ''] = part
    const subject: Subject = {
      kind: kind === 'nic' ? 'nic' : 'gpu',
      id,
      label: id.replace(/^gpu:/, 'GPU').replace(/^nic:/, ''),
    }
    if (name === 'present') {
      const listed = subject.kind === 'gpu' ? 'gpus' : 'nics'
      return { name: `${subject.kind}.present`, subject, area: subject.kind === 'nic' ? 'nic' : 'gpu', listed }
    }
    const field = fieldAreas.get(name)
    return {
      name,
      subject,
      area: field?.area ?? areaOf(name),
      better: field?.better ?? betterOf(name),
      under: [`${id}/present`],
    }
  }
  const setting = /^(settings:(.{1,300})):([A-Za-z_][A-Za-z0-9_]{0,100})$/.exec(key)
  if (setting) {
    const [, list, scope = '', name] = setting
    const subject: Subject | undefined = scope === 'node' ? undefined : { kind: 'scope', id: scope, label: scope }
    return { name: 'setting', term: name, subject, area: 'setting', listed: list }
  }
  const run = /^run:(.{1,300}?):(.{1,200})$/.exec(key)
  if (run) {
    const [, scope = '', term = ''] = run
    return { name: 'run', term, subject: { kind: 'run', id: key, label: scope }, area: 'bandwidth', better: 'more' }
  }
  const listed = /^(cmdline|module|numaCpus|event):(.{1,200})$/.exec(key)
  if (listed) {
    const [, name = '', term] = listed
    return {
      name,
      term,
      area: name === 'event' ? 'health' : 'host',
      listed: name === 'module' ? 'modules' : name === 'cmdline' ? 'cmdline' : undefined,
    }
  }
  return { name: key, area: areaOf(key), better: betterOf(key) }
}

function areaOf(name: string): FactArea {
  if (name.startsWith('links.')) return 'nvlink'
  if (name.startsWith('pcie.') || name.startsWith('pci.')) return 'pcie'
  if (/^(?:topology\.|nic\.place|nic\.numa|gpu\.numa|gpu\.cpus)/.test(name)) return 'topology'
  if (name.startsWith('nic.')) return 'nic'
  if (/^(?:driver|cuda|nccl|fabricManager|dcgm|kernel)$/.test(name)) return 'software'
  return name.startsWith('gpu.') ? 'gpu' : 'host'
}

function betterOf(name: string): Fact['better'] {
  if (name === 'nic.place' || name === 'pci.acs') return 'less'
  return /^(?:links\.(?:up|rate)|pcie\.(?:width|gen)\.current|pci\.(?:width|gen)|nic\.(?:rate|mtu))$/.test(name)
    ? 'more'
    : undefined
}
