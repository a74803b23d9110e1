export { alignNodes, type Alignment, type HandPairs, type Side } from './align'
export {
  allFacts,
  BANDWIDTH_NOISE,
  compareNodes,
  compareSheets,
  configurationDiffers,
  type NodeComparison,
} from './compare'
export { factSheet } from './sheet'
export * from './types'
export {
  compareWithReference,
  isReferenceShape,
  makeReference,
  readReference,
  referenceSchema,
  referenceText,
  type Reference,
} from './reference'
export { absentText, differenceText, factName, ownName, reasonText, sideText, subjectLabel, valueText } from './texts'
export { findingsOfOneSide, type OneSided } from './one-sided'
export { drawComparison, overlaid, type CompareDrawing } from './drawing'
export { pairCurves, runsOfSide, suggestRuns, type PairPoint } from './curves'
export { nicIds } from './facts/nics'
export { runTerm } from './facts/scopes'
