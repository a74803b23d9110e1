import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'

// Which outside modules a layer may import. The edges between our own layers are in .dependency-cruiser.mjs.
const forbid = (...patterns) => ({
  'no-restricted-imports': ['error', { patterns: patterns.map(([group, message]) => ({ group, message })) }],
})
const electron = [['electron', 'electron/*'], 'only electron/ may import electron']
const node = [['node:*'], 'this layer runs without Node']
const cytoscape = [['cytoscape'], 'only renderer/graph imports cytoscape']

export default ts.config(
  {
    ignores: [
      'out/**',
      'dist/**',
      'artefacts/**',
      'test-results/**',
      'node_modules/**',
      'resources/**',
      'test/fixtures/**',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs['flat/recommended'],
  {
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-control-regex': 'off',
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser } } },
  { files: ['renderer/**'], languageOptions: { globals: globals.browser } },
  {
    files: ['renderer/**'],
    ignores: ['renderer/graph/**', 'renderer/viewer/*.mjs'],
    rules: forbid(electron, node, cytoscape),
  },
  { files: ['renderer/graph/**'], rules: forbid(electron, node) },
  { files: ['shared/**'], rules: forbid(electron, node, cytoscape) },
  { files: ['host/**', 'cli/**'], rules: forbid(electron, cytoscape) },
  {
    files: ['cli/**', 'scripts/**', 'test/**', '*.js', '*.mjs'],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
)
