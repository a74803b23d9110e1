import type { Pattern } from './types'

const SECRET_NAME =
  '(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API[_-]?KEY|ACCESS[_-]?KEY|ACCOUNT[_-]?KEY|SHARED[_-]?KEY|SIGNING[_-]?KEY|ENCRYPTION[_-]?KEY|PRIVATE[_-]?KEY|CREDENTIALS?|AUTH(?:ORIZATION)?|SESSION_?ID|COOKIE|LICENSE_?KEY|SAS|CONNECTION_?STRING)'

/** What gives access: passwords, tokens, keys. Before everything else, since an address may hold one. */
export const secretPatterns: readonly Pattern[] = [
  // API_TOKEN=..., "API_TOKEN=...", API_TOKEN: "...", --password ...
  {
    class: 'secret',
    pattern: new RegExp(
      `\\b[A-Za-z][\\w.-]{0,60}?${SECRET_NAME}\\w{0,20}["']?\\s{0,4}[=:]\\s{0,4}["']?(?<value>[^\\s"',;}\\\\]{4,400})`,
      'gi',
    ),
  },
  {
    class: 'secret',
    pattern: new RegExp(
      `\\b${SECRET_NAME}(?:_\\w{1,20})?["']?\\s{0,4}[=:]\\s{0,4}["']?(?<value>[^\\s"',;}\\\\]{4,400})`,
      'gi',
    ),
  },
  // XML and JSON of two fields: <name>X_TOKEN</name><value>...</value>, {"name": "X_TOKEN", "value": "..."}
  {
    class: 'secret',
    pattern: new RegExp(
      `${SECRET_NAME}\\w{0,20}["']?(?:</name>|,)\\s{0,8}(?:<value>|["']value["']\\s{0,4}:\\s{0,4}["'])(?<value>[^"'<]{4,400})`,
      'gi',
    ),
  },
  // <password>...</password>; machine H login U password P
  { class: 'secret', pattern: new RegExp(`<\\w{0,40}${SECRET_NAME}\\w{0,20}>(?<value>[^<]{3,400})</`, 'gi') },
  { class: 'secret', pattern: /\blogin \S{1,64} {1,4}password (?<value>\S{3,200})/g },
  // `password s3cretword`: a letter and a digit tell it from a sentence about passwords.
  {
    class: 'secret',
    pattern: /\b(?:password|passwd|passphrase|passcode) (?<value>[^\s"',;]{6,200})/gi,
    keep: (value) => /\d/.test(value) && /[A-Za-z]/.test(value),
  },
  // DB_PASS=..., MYSQL_PWD=...; PWD and OLDPWD alone are folders.
  {
    class: 'secret',
    pattern: /\b[A-Za-z]\w{0,40}_(?:PASS|PWD|PW|pass|pwd|pw)["']?\s{0,4}[=:]\s{0,4}["']?(?<value>[^\s"',;}\\]{4,400})/g,
    keep: (value) => !value.startsWith('/'),
  },
  {
    class: 'secret',
    pattern: /--?(?:password|passwd|pass|token|api-?key|access-?key|secret-?key|secret)[= ](?<value>[^\s"']{4,200})/gi,
  },
  // Tools that take a password by a letter.
  { class: 'secret', pattern: /\bipmitool [^\n]{0,200}?-P ?(?<value>[^\s]{3,200})/g },
  {
    class: 'secret',
    pattern:
      /\b(?:docker|podman|nerdctl|helm|skopeo|oras|crane) [^\n]{0,80}?login [^\n]{0,200}?-p ?(?<value>[^\s]{3,200})/g,
  },
  { class: 'secret', pattern: /\bmysql(?:dump|admin)? [^\n]{0,200}?-p(?<value>[^\s]{3,200})/g },
  { class: 'secret', pattern: /\b(?:ldap\w{3,10}|redis-cli) [^\n]{0,200}?-[wa] (?<value>[^\s]{3,200})/g },
  {
    class: 'secret',
    pattern: /\b(?:smbclient|mount\.cifs|rpcclient) [^\n]{0,200}?-U ?(?<value>[^\s%]{1,64}%[^\s]{1,200})/g,
  },
  { class: 'secret', pattern: /\bsshpass -p ?(?<value>[^\s]{3,200})/g },
  { class: 'secret', pattern: /\bcurl [^\n]{0,200}?-u (?<value>[^\s:]{1,64}:[^\s]{1,200})/g },
  { class: 'secret', pattern: /\b(?:Bearer|Basic) (?<value>[\w.~+/-]{8,400}={0,3})/g },
  {
    class: 'secret',
    pattern:
      /\b(?:gh[pousr]_\w{20,255}|github_pat_\w{20,255}|glpat-[\w-]{16,64}|hf_\w{16,64}|sk-[\w-]{16,200}|xox[abprs]-[\w-]{10,200}|AKIA[A-Z0-9]{12,20}|ASIA[A-Z0-9]{12,20}|AIza[\w-]{30,40}|npm_\w{30,40}|dop_v1_\w{40,80}|nvapi-[\w-]{20,100})/g,
  },
  { class: 'secret', pattern: /\beyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{4,1000}/g },
  { class: 'secret', pattern: /\bhooks\.slack\.com\/services\/(?<value>[\w/]{10,200})/g },
  {
    class: 'secret',
    pattern: /[?&](?:sig|signature|X-Amz-Signature|X-Amz-Credential|token)=(?<value>[^&\s"']{6,400})/gi,
  },
  // kubeadm's join token
  { class: 'secret', pattern: /\b(?=[a-z0-9.]{0,22}[0-9])[a-z0-9]{6}\.[a-z0-9]{16}\b/g },
  { class: 'secret', pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:(?<value>[^\s/@]{1,200})@/gi },
  { class: 'secret', pattern: /\bssh-(?:rsa|dss|ed25519) (?<value>[A-Za-z0-9+/=]{20,2000})/g },
  // Fingerprint of a key: the same person's on every machine.
  { class: 'secret', pattern: /\bSHA256:[A-Za-z0-9+/]{43}/g },
  { class: 'secret', pattern: /-----BEGIN [A-Z ]{3,40}-----/g },
  // A line of a key or certificate: nothing but base64, as wide as such lines are.
  {
    class: 'secret',
    pattern: /^[A-Za-z0-9+/]{60,76}={0,2}$/g,
    keep: (value) => /[A-Z]/.test(value) && /[a-z]/.test(value),
  },
]
