import { isUiKey, type TextData } from '../../../messages/ui'
import { diagnoses, type DiagnosedCause, type RunDiagnosis } from '../../diagnosis'
import { placeText, type ReportContext } from '../context'
import type { Block, Content, ReportState } from '../types'
import { code, quiet, rateText, state, strong } from './format'

const MOST_RUNS = 8
const MOST_CAUSES = 4

const standingState: Readonly<Record<DiagnosedCause['standing'], ReportState>> = {
  explains: 'degraded',
  possible: 'unknown',
  present: 'info',
  'ruled-out': 'good',
}

/** Why runs give what they give: causes with what speaks for and against, and what would settle it. */
export function diagnosisBlocks(context: ReportContext): readonly Block[] {
  const found = diagnoses(context.session)
  if (found.length === 0) return []
  return [
    { kind: 'heading', level: 3, text: context.ui('diag.title') },
    ...found.slice(0, MOST_RUNS).flatMap((one) => runBlocks(context, one)),
  ]
}

function runBlocks(context: ReportContext, { run, causes, unexplained, captureNext }: RunDiagnosis): readonly Block[] {
  const { t, ui } = context
  // What is ruled out is worth a line only where nothing else is left.
  const open = causes.filter(({ standing }) => standing !== 'ruled-out')
  const shown = (open.length > 0 ? open : causes).slice(0, MOST_CAUSES)
  return [
    {
      kind: 'group',
      blocks: [
        { kind: 'text', content: [strong(placeText(context, run.source))] },
        { kind: 'list', items: shown.map((cause) => causeLine(context, cause)) },
        ...(unexplained || captureNext.length > 0
          ? [
              {
                kind: 'text',
                style: 'note',
                content: [
                  unexplained ? ui('diag.unexplained') : (ui('diag.settle') + t('word.colon')).trim(),
                  ...captureNext.slice(0, 4).flatMap((command) => [' ', code(command)]),
                ],
              } as const,
            ]
          : []),
      ],
    },
  ]
}

function causeLine(context: ReportContext, cause: DiagnosedCause): Content {
  const { t, ui } = context
  const clue = (key: string, data: TextData): string => {
    const name = `diag.clue.${key}`
    return isUiKey(name) ? ui(name, data) : key
  }
  const clues = (label: string, list: DiagnosedCause['for']): Content =>
    list.length === 0
      ? []
      : [
          '\n',
          quiet(
            label +
              t('word.colon') +
              list
                .slice(0, 3)
                .map(({ key, data }) => clue(key, data))
                .join(t('word.semicolon')),
          ),
        ]
  const { predicted } = cause
  return [
    state(standingState[cause.standing], ui(`diag.cause.${cause.key}`)),
    t('word.colon'),
    ui(`diag.standing.${cause.standing}`),
    ...(predicted
      ? [
          t('bandwidth.predicted', {
            low: rateText(predicted.low),
            high: rateText(predicted.high),
            basis: ui(`diag.basis.${predicted.basis}`),
          }),
        ]
      : []),
    ...clues(ui('diag.for'), cause.for),
    ...clues(ui('diag.against'), cause.against),
  ]
}
