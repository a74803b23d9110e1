import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameListTakes, parseNameList, parseTunedList } from '@shared/knowledge/nccl-lists'
import {
  distanceToKnown,
  foreignName,
  isForeignName,
  knownMistakes,
  looksLikeNcclName,
  suggestNames,
} from '@shared/knowledge/nccl-names'
import { readAsNccl } from '@shared/knowledge/nccl-values'
import { findVariable, ncclVariables } from '@shared/knowledge/nccl-variables'

describe('NCCL variables', () => {
  it('knows names, releases and how the log shows them', () => {
    expect(findVariable('NCCL_IB_HCA')).toMatchObject({ kind: 'list', echo: 'set-to', mustAgree: true })
    expect(findVariable('NCCL_P2P_DISABLE')).toMatchObject({ echo: 'only-one', readAtInit: 'if-one-and-peers' })
    expect(findVariable('NCCL_BUFFSIZE')).toMatchObject({
      kind: 'integer',
      echo: 'number',
      readAtInit: 'always',
      mustAgree: true,
    })
    expect(findVariable('NCCL_DEBUG')).toMatchObject({ echo: 'never', readAtInit: 'when-needed', mustAgree: false })
    expect(findVariable('NCCL_IB_CUDA_SUPPORT')).toMatchObject({ removed: '2.4', replacedBy: 'NCCL_NET_GDR_LEVEL' })
    expect(findVariable('NCCL_INSPECTOR_ENABLE')?.reader).toContain('Inspector')
    expect(findVariable('NCCL_NVLANKS_DISABLE')).toBeUndefined()
  })

  it('has replacements that exist', () => {
    const replaced = ncclVariables.flatMap((entry) => (entry.replacedBy ? [entry.replacedBy] : []))
    expect(replaced.length).toBeGreaterThan(5)
    expect(replaced.filter((name) => !findVariable(name))).toEqual([])
  })

  it('lists mistakes that are none of the real names and lead to real ones', () => {
    expect(knownMistakes.filter((mistake) => findVariable(mistake.name))).toEqual([])
    const targets = knownMistakes.flatMap((mistake) => mistake.nearest)
    expect(targets.filter((name) => !findVariable(name) && !isForeignName(name))).toEqual([])
  })
})

describe('names', () => {
  it.each([
    'NCCL_ASYNC_ERROR_HANDLING',
    'TORCH_NCCL_TRACE_BUFFER_SIZE',
    'OFI_NCCL_PROTOCOL',
    'NCCL_FASTRAK_ANYTHING',
    'NCCL_GPUDIRECTTCPX_CTRL_DEV',
    'NCCL_TUNER_CONFIG_PATH',
    'NCCL_TESTS_SPLIT',
    'NCCL_VERSION',
    'NCCL_ROOT',
    'NCCL_HOME',
    'NCCL_INCLUDE_DIR',
    'NCCL_LIB_DIR',
    'NCCL_IBEXT_DISABLE',
    'RCCL_MSCCL_ENABLE',
    'NCCL_EP_DEBUG',
  ])('leaves %s to its owner', (name) => {
    expect(isForeignName(name)).toBe(true)
    expect(foreignName(name)?.owner).toBeTruthy()
  })

  it.each([
    'NCCL_NVLANKS_DISABLE',
    'NCCL_IB_SCA',
    'NCCL_DEBUG_SYS',
    'NCCL_P2P_DISABLE',
    'NCCL_IB_DISABLE',
    'CCL_NET_GDR_LEVEL',
  ])('does not take %s for a foreign name', (name) => {
    expect(isForeignName(name)).toBe(false)
  })

  it.each([
    ['NCCL_NVLANKS_DISABLE', 'NCCL_NVLS_ENABLE'],
    ['CCL_NET_GDR_LEVEL', 'NCCL_NET_GDR_LEVEL'],
    ['NCCL_DEBUG_SYS', 'NCCL_DEBUG_SUBSYS'],
    ['NCCL_IB_SCA', 'NCCL_IB_HCA'],
    ['NCCL_IB_TIMOUT', 'NCCL_IB_TIMEOUT'],
    ['NCCL_DISABLE_P2P', 'NCCL_P2P_DISABLE'],
    ['NCCL_DISABLE_IB', 'NCCL_IB_DISABLE'],
    ['NCCL_SOCKET_IFNAMES', 'NCCL_SOCKET_IFNAME'],
    ['NCCL_BUFFER_SIZE', 'NCCL_BUFFSIZE'],
    ['NCCL_MAX_P2P_PEERS', 'NCCL_P2P_MAX_PEERS'],
    ['NCCL_IB_QPS', 'NCCL_IB_QPS_PER_CONNECTION'],
  ])('answers %s with %s', (name, first) => {
    expect(findVariable(name)).toBeUndefined()
    expect(suggestNames(name)[0]).toBe(first)
  })

  it('gives the family of an invented name, and nothing for what is near nothing', () => {
    expect(suggestNames('NCCL_NVLANKS_DISABLE')).toContain('NCCL_NVB_DISABLE')
    expect(suggestNames('NCCL_FOO_BAR')).toEqual([])
    expect(suggestNames('NCCL_TIMEOUT')).toEqual([])
  })

  it('measures slips, the lost letter included', () => {
    expect(distanceToKnown('NCCL_IB_HCA')).toBe(0)
    expect(distanceToKnown('NCCL_IB_SCA')).toBe(1)
    expect(distanceToKnown('CCL_NET_GDR_LEVEL')).toBe(1)
    expect(distanceToKnown('NCCL_NVLANKS_DISABLE')).toBe(3)
    expect(looksLikeNcclName('CCL_NET_GDR_LEVEL')).toBe(true)
    expect(looksLikeNcclName('CCL_ATL_TRANSPORT')).toBe(false)
  })
})

describe('readAsNccl', () => {
  it.each([
    ['NCCL_IB_DISABLE', '1', 1, true, 'as-written'],
    ['NCCL_IB_DISABLE', 'true', 0, false, 'not-a-number'],
    ['NCCL_P2P_DISABLE', '2', 2, false, 'not-exactly-one'],
    ['NCCL_BUFFSIZE', '8M', 8, false, 'trailing-text'],
    ['NCCL_BUFFSIZE', '0x400000', 4194304, true, 'as-written'],
    ['NCCL_BUFFSIZE', '010', 8, false, 'octal'],
    ['NCCL_BUFFSIZE', '99999999999999999999', undefined, false, 'out-of-range'],
    ['NCCL_BUFFSIZE', '', undefined, true, 'empty'],
    ['NCCL_CROSS_NIC', '7', 7, false, 'outside-accepted'],
    ['NCCL_IB_TIMEOUT', '22', 22, true, 'as-written'],
    ['NCCL_IB_QPS_PER_CONNECTION', '400', 400, false, 'outside-accepted'],
    ['NCCL_P2P_LEVEL', 'NVL', 'NVL', true, 'as-written'],
    ['NCCL_P2P_LEVEL', 'nvl', undefined, false, 'unknown-level'],
    ['NCCL_P2P_LEVEL', 'NODE', undefined, false, 'unknown-level'],
    ['NCCL_P2P_LEVEL', '0', 'LOC', true, 'legacy-level'],
    ['NCCL_P2P_LEVEL', '1', 'PIX', true, 'legacy-level'],
    ['NCCL_NET_GDR_LEVEL', '5', 'SYS', true, 'legacy-level'],
    ['NCCL_ALGO', 'RING', 'Ring', true, 'as-written'],
    ['NCCL_ALGO', 'RINGS', undefined, false, 'init-fails'],
    ['NCCL_ALGO', 'Ring;Tree', undefined, false, 'init-fails'],
    ['NCCL_ALGO', 'Ring, Tree', undefined, false, 'init-fails'],
    ['NCCL_PROTO', 'simple', 'Simple', true, 'as-written'],
    ['NCCL_PROTO', '^LL128', 'LL,Simple', true, 'as-written'],
    ['NCCL_DEBUG', 'info', 'info', true, 'as-written'],
    ['NCCL_DEBUG', 'verbose', undefined, false, 'unknown-word'],
    ['NCCL_DEBUG_SUBSYS', 'INIT,NETS', 'INIT,NETS', false, 'words-ignored'],
    ['NCCL_SOCKET_FAMILY', 'IPv4', undefined, false, 'unknown-word'],
    ['NCCL_IB_HCA', '=mlx5_0,mlx5_1', '=mlx5_0,mlx5_1', true, 'as-written'],
    ['NCCL_IB_HCA', 'mlx5_0, mlx5_1', 'mlx5_0, mlx5_1', false, 'blank-in-list'],
    ['NCCL_IB_HCA', 'mlx5_0,^mlx5_3', 'mlx5_0,^mlx5_3', false, 'late-caret'],
    ['NCCL_SOCKET_IFNAME', '^=docker0', '^=docker0', true, 'as-written'],
    ['NCCL_SOCKET_IFNAME', '=^docker0', '=^docker0', false, 'late-caret'],
    ['NCCL_NVLANKS_DISABLE', '0', undefined, false, 'unknown-variable'],
  ] as const)('%s=%s', (name, text, value, valid, key) => {
    expect(readAsNccl(name, text)).toMatchObject({ value, valid, key })
  })

  it('follows the release', () => {
    expect(readAsNccl('NCCL_ALGO', 'RING,TREES', '2.21.5')).toMatchObject({ value: 'Ring', key: 'words-ignored' })
    expect(readAsNccl('NCCL_ALGO', 'allreduce:tree', '2.24.3')).toMatchObject({ valid: true })
    expect(readAsNccl('NCCL_ALGO', 'allreduce:tree', '2.23.4')).toMatchObject({ key: 'words-ignored' })
    expect(readAsNccl('NCCL_ALGO', 'PAT', '2.20.5')).toMatchObject({ key: 'words-ignored' })
    expect(readAsNccl('NCCL_SET_THREAD_NAME', 'true', '2.30.7')).toMatchObject({ value: 1, valid: true })
    expect(readAsNccl('NCCL_SET_THREAD_NAME', 'true', '2.28.9')).toMatchObject({ value: 0, valid: false })
  })

  it('is total', () => {
    const names = ncclVariables.map((entry) => entry.name)
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), (name, text) => {
        const { value, explanation } = readAsNccl(name, text)
        expect(explanation.length).toBeGreaterThan(0)
        if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('takes its own defaults', () => {
    const odd = ncclVariables.filter((entry) => {
      const preset = /^-?\d+$/.exec(entry.default ?? '')
      return preset && !readAsNccl(entry.name, preset[0]).valid
    })
    expect(odd.map((entry) => entry.name)).toEqual([])
  })
})

describe('lists', () => {
  it('takes prefixes unless =, and all others after ^', () => {
    const prefix = parseNameList('mlx5_1')
    expect(nameListTakes(prefix, 'mlx5_1')).toBe(true)
    expect(nameListTakes(prefix, 'mlx5_10')).toBe(true)
    expect(nameListTakes(parseNameList('=mlx5_1'), 'mlx5_10')).toBe(false)
    expect(nameListTakes(parseNameList('^mlx5_1'), 'mlx5_10')).toBe(false)
    expect(nameListTakes(parseNameList('^=mlx5_1'), 'mlx5_10')).toBe(true)
    expect(nameListTakes(parseNameList('=mlx5_0:1'), 'mlx5_0', 2)).toBe(false)
    expect(nameListTakes(parseNameList('mlx5_0, mlx5_1'), 'mlx5_1')).toBe(false)
  })

  it('reads algorithms per function', () => {
    const { allowed, fails } = parseTunedList(
      'NCCL_ALGO',
      'ring,collnetdirect;allreduce:tree,collnetdirect;broadcast:ring',
    )
    expect(fails).toBeUndefined()
    expect(allowed.AllReduce).toEqual(['Tree', 'CollnetDirect'])
    expect(allowed.AllGather).toEqual(['Ring', 'CollnetDirect'])
    expect(allowed.Broadcast).toEqual(['Ring'])
    expect(parseTunedList('NCCL_ALGO', 'alltoall:ring').fails).toBe('unknown-function')
  })
})
