import type { Pattern } from './types'

/** Accounts that every machine has. */
export const commonAccount =
  /^(?:root|admin|administrator|ubuntu|debian|centos|rocky|user|users|guest|nobody|ec2-user|opc|azureuser|git|shared|public|common|nccl|cuda|bin|lib|tmp|local|none|null)$/i

const notCommon = (value: string): boolean => !commonAccount.test(value)

/** Names of people and of what they call their work. */
export const peoplePatterns: readonly Pattern[] = [
  {
    class: 'email',
    pattern: /\b[\w.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}\b/g,
    keep: (value) => !/^git@github\.com$/i.test(value),
  },
  // Home folders name people; the rest of the path may stay.
  {
    class: 'user',
    pattern:
      /(?:\/home\d?|\/homes|\/Users|\/users|\/gpfs\/home|\/nfs\/users|\/var\/mail|\/var\/spool\/mail|\/data\/home|\/mnt\/home|\/nfs\/home|\/root\/home|\/scratch|\/lustre\/home|\/fsx\/home|\/fsx|\/export\/home)\/(?<value>[A-Za-z_][\w.-]{0,63})/g,
    keep: notCommon,
  },
  { class: 'user', pattern: /[A-Za-z]:\\Users\\(?<value>[^\\\s:*?"<>|]{1,64})/g, keep: notCommon },
  {
    class: 'user',
    pattern:
      /\b(?:USER|LOGNAME|USERNAME|SUDO_USER|SLURM_JOB_USER|SLURM_USER|PBS_O_LOGNAME|LSB_JOB_USER|NB_USER|LOGIN)["']?\s{0,4}[=:]\s{0,4}["']?(?<value>[A-Za-z_][\w.-]{1,63})/g,
    keep: notCommon,
  },
  { class: 'user', pattern: /\b(?:uid|gid|groups)=\d{1,10}\((?<value>[A-Za-z_][\w.-]{1,63})/g, keep: notCommon },
  { class: 'user', pattern: /\bacct="?(?<value>[A-Za-z_][\w.-]{1,63})/g, keep: notCommon },
  {
    class: 'user',
    pattern: /\b(?:for user|password for|by user|user=) ?"?(?<value>[A-Za-z_][\w.-]{1,63})/g,
    keep: notCommon,
  },
  // The account of an address, owner and group of a listing, of a process, of a session
  {
    class: 'user',
    pattern: /:\/\/(?<value>[A-Za-z_][\w.-]{0,63})(?=:[^\s/@]{1,200}@)/g,
    keep: notCommon,
  },
  {
    class: 'user',
    pattern:
      /\b(?:docker|podman|nerdctl|helm|skopeo|oras|crane) [^\n]{0,80}?login [^\n]{0,200}?-u ?(?<value>[^\s]{2,64})/g,
    keep: notCommon,
  },
  {
    class: 'user',
    pattern: /^[-dlbcps][rwxsStT-]{9}[.+@]? {1,4}\d{1,6} {1,8}(?<value>[A-Za-z_][\w.-]{1,31})/gm,
    keep: notCommon,
  },
  {
    class: 'user',
    pattern:
      /(?<=^[-dlbcps][rwxsStT-]{9}[.+@]? {1,4}\d{1,6} {1,8}[\w.-]{1,32} {1,8})(?<value>[A-Za-z_][\w.-]{1,31})(?= {1,12}\d)/gm,
    keep: notCommon,
  },
  {
    class: 'user',
    pattern: /^(?<value>[A-Za-z_][\w.-]{1,31})(?= {1,20}\d{1,8} {1,6}\d{1,3}\.\d {1,6}\d{1,3}\.\d )/gm,
    keep: notCommon,
  },
  { class: 'user', pattern: /^(?<value>[A-Za-z_][\w.-]{1,31})(?= {1,20}(?:pts\/\d|tty\w?\d))/gm, keep: notCommon },
  // name@machine: prompts, ssh, comments of keys
  { class: 'user', pattern: /(?<![\w.@/-])[A-Za-z_][\w.-]{1,31}(?=@[A-Za-z0-9])/g, keep: notCommon },
  // Accounts, projects, jobs and pods
  { class: 'path', pattern: /\/proj(?:ects?)?\/(?<value>[A-Za-z_][\w.-]{1,63})/g, keep: notCommon },
  { class: 'path', pattern: /\bAccountName=(?<value>[\w-]{2,64})/g },
  {
    class: 'path',
    pattern:
      /\b(?:SLURM_JOB_ACCOUNT|SLURM_JOB_NAME|SLURM_JOB_PARTITION|SLURM_CLUSTER_NAME|SBATCH_ACCOUNT|WANDB_PROJECT|WANDB_ENTITY|WANDB_NAME|WANDB_RUN_GROUP|MLFLOW_EXPERIMENT_NAME|POD_NAME|POD_NAMESPACE|K8S_NAMESPACE|JOB_NAME|PROJECT|PROJECT_NAME|CUSTOMER|TENANT|ACCOUNT)["']?\s{0,4}[=:]\s{0,4}["']?(?<value>[A-Za-z0-9][\w.-]{1,120})/g,
  },
  {
    class: 'path',
    pattern: /\b(?:exported_)?(?:pod|namespace|container|job|project|tenant|user|account)="(?<value>[^"\n]{2,200})/g,
    keep: (value) => !/^(?:dcgm[\w-]*|node-exporter|prometheus)$/i.test(value),
  },
  // Where a prompt stands: user@host:~/src/falcon$ and [user@host falcon]#
  { class: 'path', pattern: /(?<=@[\w.-]{1,63}[: ])~?\/?[^\s$#\]~]{2,200}(?=\]?[$#](?: |$))/gm },
]
