export { type Alignment, type HandPairs, type Side } from './align'
export { allFacts, compareNodes, configurationDiffers, type NodeComparison } from './compare'
export { factSheet } from './sheet'
export * from './types'
export {
  compareWithReference,
  isReferenceShape,
  makeReference,
  readReference,
  referenceText,
  type Reference,
} from './reference'
export { differenceText, factName, ownName, reasonText, sideText, valueText } from './texts'
export { findingsOfOneSide, type OneSided } from './one-sided'
export { drawComparison, overlaid, type CompareDrawing } from './drawing'
export { pairCurves, runsOfSide, suggestRuns } from './curves'
export { nicIds } from './facts/nics'
export { runTerm } from './facts/scopes'
