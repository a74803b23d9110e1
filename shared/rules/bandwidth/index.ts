import type { Rule } from '../../model/rule'
import { busbwAboveLinkSpec } from './busbw-above-link-spec'
import { busbwAvgMisread } from './busbw-avg-misread'
import { busbwBelowExpected } from './busbw-below-expected'
import { busbwCollapseLarge } from './busbw-collapse-large'
import { busbwInternodeLow } from './busbw-internode-low'
import { busbwNotSaturated } from './busbw-not-saturated'
import { busbwPairsDiffer } from './busbw-pairs-differ'
import { busbwTwoNodeInflated } from './busbw-two-node-inflated'
import { busbwZeroSingleRank } from './busbw-zero-single-rank'
import { testsNotOneCommunicator } from './tests-not-one-communicator'
import { wrongResults } from './wrong-results'

export const bandwidthRules: readonly Rule[] = [
  busbwBelowExpected,
  busbwInternodeLow,
  wrongResults,
  testsNotOneCommunicator,
  busbwZeroSingleRank,
  busbwAvgMisread,
  busbwNotSaturated,
  busbwCollapseLarge,
  busbwTwoNodeInflated,
  busbwAboveLinkSpec,
  busbwPairsDiffer,
]
