/** The layers of docs/architecture.md as a list of allowed edges; an edge that is not here is an error. */
const edge = (from, to, comment) => ({ from: { path: from }, to: { path: to }, comment })
const packages = { pathNot: '^(shared|host|electron|cli|renderer|test|scripts|resources)/' }

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle means that two modules are one, or that a third is missing.',
      from: {},
      to: { circular: true, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-apart',
      severity: 'error',
      comment: 'Two rules never import each other: move what they share to rules/support.',
      from: { path: '^shared/rules/([^/]+)/([^/]+)\\.ts$', pathNot: ['^shared/rules/support/', '/index\\.ts$'] },
      to: { path: '^shared/rules/[^/]+/[^/]+\\.ts$', pathNot: ['^shared/rules/support/', '^shared/rules/$1/$2\\.ts$'] },
    },
    {
      name: 'views-apart',
      severity: 'error',
      comment: 'Two views never import each other: move what they share to components or derive.',
      from: { path: '^renderer/views/([^/]+)/' },
      to: { path: '^renderer/views/', pathNot: '^renderer/views/$1/' },
    },
    {
      name: 'formats-apart',
      severity: 'error',
      comment: 'Two formats never import each other: move what they share to formats/support.',
      from: { path: '^shared/formats/([^/]+)/([^/]+)\\.ts$', pathNot: ['^shared/formats/support/', '/index\\.ts$'] },
      to: {
        path: '^shared/formats/[^/]+/[^/]+\\.ts$',
        pathNot: ['^shared/formats/support/', '^shared/formats/$1/$2\\.ts$', '-types\\.ts$'],
      },
    },
  ],
  allowed: [
    { from: {}, to: packages, comment: 'What a layer may take from outside is in eslint.config.js.' },
    edge('^shared/model/', '^shared/model/', 'The model knows nothing else.'),
    edge('^shared/knowledge/', '^shared/(model|knowledge)/', 'Tables of facts.'),
    edge('^shared/formats/', '^shared/(model|formats|segment/detach)', 'A format sees lines and the model.'),
    edge(
      '^shared/segment/',
      '^shared/(model|formats|segment|pipeline/line-source)',
      'The segmenter walks the list of formats.',
    ),
    edge('^shared/combine/', '^shared/(model|formats|segment|knowledge|combine)/', 'Joins sections to nodes and runs.'),
    edge(
      '^shared/rules/',
      '^shared/(model|formats|combine|knowledge|rules)/',
      'Rules see facts, typed sections and tables.',
    ),
    edge('^shared/messages/', '^shared/(model|messages)/', 'Texts only.'),
    edge('^shared/derive/', '^shared/(model|knowledge|messages|derive)/', 'What a view shows.'),
    edge('^shared/contract/', '^shared/(model|derive|contract)/', 'The contract between window and main.'),
    edge('^shared/(pipeline|prove)/', '^shared/', 'Puts the stages together.'),
    edge('^host/', '^(shared|host)/', ''),
    edge('^electron/main/', '^(host|shared|electron/main)/', ''),
    edge('^electron/preload/', '^(shared/contract|electron/preload)/', ''),
    edge('^renderer/', '^(renderer|shared/(model|derive|contract|messages))/', ''),
    edge('^cli/', '^(cli|host|shared)/', ''),
  ],
  allowedSeverity: 'error',
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.svelte-kit|^out/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['svelte', 'browser', 'import', 'require', 'node', 'default', 'types'],
    },
  },
}
