import { hostsInList } from '../host-list'
import type { Pattern } from './types'

export const TLD =
  'com|net|org|io|ai|cn|de|uk|fr|jp|kr|eu|gov|edu|mil|internal|local|lan|corp|intra|intranet|private|cloud|dev|tech|hpc|cluster|site'

/** Machines that tell nothing of a site. */
const common = (value: string): boolean =>
  !/^(?:localhost|localdomain|none|null|unknown|node\d{0,6}|host\d{0,6}|n\/a|true|false|\d{1,10})$/i.test(value)

// A class of its own, whether it is hidden or not.
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/

/** Names of machines where a text says that it is one; those that the session knows are found everywhere. */
export const hostPatterns: readonly Pattern[] = [
  {
    class: 'host',
    pattern:
      /\b(?:HOSTNAME|SLURMD_NODENAME|SLURM_SUBMIT_HOST|SLURM_TOPOLOGY_ADDR|SLURM_NODELIST|SLURM_JOB_NODELIST|SLURM_STEP_NODELIST|MASTER_ADDR|NODE_NAME|PBS_O_HOST|LSB_HOSTS|MPI_HOSTNAME)["']?\s{0,4}[=:]\s{0,4}["']?(?<value>[A-Za-z][\w.,[\]-]{1,300})/g,
    keep: common,
    parts: hostsInList,
  },
  {
    class: 'host',
    pattern: /\b(?:exported_)?(?:Hostname|hostname|instance|node|nodename|host)="(?<value>[A-Za-z][^"\n:]{1,200})/g,
    keep: common,
  },
  {
    class: 'host',
    pattern:
      /\b(?:Set hostname to|Hostname set to|Static hostname:|hostname:|Hostname:)\s{0,8}<?(?<value>[A-Za-z][\w.-]{1,120})/g,
    keep: common,
  },
  { class: 'host', pattern: /^Linux (?<value>[A-Za-z][\w.-]{1,120})(?= \d{1,3}\.\d)/gm, keep: common },
  {
    class: 'host',
    pattern: /\bnode ?(?:desc|description)["']?\s{0,8}[=:]?\s{0,8}["']?(?<value>[A-Za-z][\w.-]{2,63})/gi,
    keep: common,
  },
  {
    class: 'host',
    pattern: /(?<=")[A-Za-z][\w.-]{2,62}(?= (?:mlx\d|HCA|ibp|rocep|rdmap)[\w -]{0,40}")/g,
    keep: common,
  },
  // mpirun -H gn-a07:8,gn-a08:8, srun --nodelist=gn-a[07-08]
  {
    class: 'host',
    pattern: /(?:\s-H|\s--?hosts?)[= ](?<value>[A-Za-z0-9][\w.,:[\]-]{2,400})/g,
    keep: (value) => common(value) && !ADDRESS.test(value),
    parts: hostsInList,
  },
  {
    class: 'host',
    pattern: /(?:--nodelist|\s-w)[= ](?<value>[A-Za-z][\w.,:[\]-]{2,400})/g,
    keep: common,
    parts: hostsInList,
  },
  { class: 'host', pattern: /^[A-Za-z][\w.-]{1,62}(?=\s{1,8}slots=\d)/gm, keep: common },
  { class: 'host', pattern: /(?<=[\w.-]@)[A-Za-z][A-Za-z0-9-]{1,62}(?=[:\s~$#\])"',]|$)/gm, keep: common },
  // A switch, as the fabric describes it: "MF0;leaf-07:MQM9700/U1"
  { class: 'host', pattern: /(?<="MF\d;)[A-Za-z][\w.-]{1,62}(?=:)/g, keep: common },
  // Who is logged in from where
  { class: 'host', pattern: /(?<=\s(?:pts\/\d{1,4}|tty\w?\d{1,2})\s{1,12})[A-Za-z][\w.-]{2,62}(?=\s)/g, keep: common },
  // A share of a file server
  {
    class: 'host',
    pattern: /(?<![\w./:=-])[A-Za-z][\w.-]{2,62}(?=:\/[a-z])/g,
    keep: (value) => common(value) && !/^(?:https?|file|ftp|nfs|smb|s3)$/i.test(value),
  },
  // The address of a machine in its name
  { class: 'host', pattern: /\bip-\d{1,3}(?:-\d{1,3}){3}\b/g },
]

export const domainPatterns: readonly Pattern[] = [
  {
    class: 'domain',
    pattern: new RegExp(`\\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.){1,6}(?:${TLD})\\b`, 'gi'),
    keep: (value) => !isPublicDomain(value),
  },
]

/** Hosts that every capture may name: sources of software, not of the customer. */
function isPublicDomain(value: string): boolean {
  return /(?:^|\.)(?:nvidia\.com|github\.com|githubusercontent\.com|kernel\.org|ubuntu\.com|debian\.org|redhat\.com|python\.org|pytorch\.org|docker\.io|nvcr\.io|k8s\.io|kubernetes\.io|mellanox\.com|ietf\.org|w3\.org|freedesktop\.org|postgresql\.org)$/i.test(
    value,
  )
}
