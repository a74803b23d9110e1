import type { Pattern } from './types'

/** What names one device or one installation. */
export const idPatterns: readonly Pattern[] = [
  { class: 'uuid', pattern: /\b(?:GPU|MIG)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi },
  {
    class: 'uuid',
    pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    keep: (value) => !/^[0-]+$/.test(value),
  },
  // That a GID is link-local is a fault to find, and tells nothing of a site; the rest is the device.
  { class: 'guid', pattern: /\bfe80:(?:0000:){3}(?<value>(?:[0-9a-f]{4}:){3}[0-9a-f]{4})\b/gi },
  // fe80:0000:...: GIDs and node GUIDs come in groups of four hex digits.
  { class: 'guid', pattern: /\b(?:[0-9a-f]{4}:){7}[0-9a-f]{4}\b/gi, keep: (value) => !/^[0:]+$/.test(value) },
  {
    class: 'guid',
    pattern: /\b(?:[0-9a-f]{4}:){3}[0-9a-f]{4}\b/gi,
    keep: (value) => !/^[0:]+$/.test(value) && !/^(?:0000|fe80:0000:0000):/i.test(value),
  },
  {
    class: 'guid',
    pattern:
      /\b(?:Node GUID|Port GUID|System image GUID|node_guid|sys_image_guid|guid|caguid|sysimgguid|switchguid)["']?\s{0,4}[=:]\s{0,4}["']?(?<value>0x[0-9a-f]{6,32}|[0-9a-f:]{12,40})/gi,
  },
  { class: 'guid', pattern: /\b[HS]-(?<value>(?:0x)?[0-9a-f]{12,16})\b/gi },
  // A port in the list of a switch: [1](5aa2e10003aa9904)
  { class: 'guid', pattern: /(?<=\[\d{1,3}\]\()[0-9a-f]{12,16}(?=\))/gi },
  { class: 'guid', pattern: /\b0x[0-9a-f]{16}\b/gi, keep: (value) => !/^0x0+/.test(value) },
  // Machine ids and container ids
  {
    class: 'uuid',
    pattern: /\b(?:[0-9a-f]{64}|[0-9a-f]{32})\b/g,
    keep: (value) => /[a-f]/.test(value) && /\d/.test(value),
  },
  // Hardware address of an InfiniBand interface, EUI-64 of a PCI device
  { class: 'guid', pattern: /\b(?:[0-9a-f]{2}:){19}[0-9a-f]{2}\b/gi },
  {
    class: 'guid',
    pattern: /\b(?:[0-9a-f]{2}[:-]){7}[0-9a-f]{2}\b/gi,
    keep: (value) => !/^(?:00[:-]){7}00$/i.test(value) && !/^(?:ff[:-]){7}ff$/i.test(value),
  },
  { class: 'guid', pattern: /\bBase (?:MAC|GUID)\s{0,20}[=:]\s{0,20}(?<value>[0-9a-f]{12,16})\b/gi },
  {
    class: 'serial',
    pattern:
      /\b(?:Serial Number|serial|Chassis Serial Number|Board Serial|Product Serial|serial_num|Device Serials?|chassis_serial_number|board_serial)["']?\s{0,40}[=:>|]\s{0,4}["']?(?<value>[A-Z0-9][A-Z0-9._-]{5,40})\b/gi,
    keep: (value) => !/^(?:N\/A|none|unknown|not)/i.test(value) && /\d/.test(value),
  },
  {
    class: 'serial',
    pattern: /<(?:serial|board_serial|chassis_serial_number)>(?<value>[^<\s]{4,40})</gi,
    keep: (value) => value !== 'N/A',
  },
  {
    class: 'serial',
    pattern:
      /\b(?:Asset Tag|Service Tag|Product SN|Board SN|S\/N|\[SN\][^:\n]{0,20})\s{0,40}[=:]\s{0,4}(?<value>[A-Z0-9][A-Z0-9._-]{4,40})\b/gi,
    keep: (value) => !/^(?:N\/A|none|unknown|not|default|to be)/i.test(value),
  },
]
