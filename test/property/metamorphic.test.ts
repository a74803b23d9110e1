import { proofs } from '@shared/prove'
import { analyseProof } from '@shared/prove/run'
import { rules } from '@shared/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/**
 * The law: delete any lines of an input, cut it anywhere, and findings may vanish, but no new error or warning may appear, except of
 * rules that say that they fire on absence.
 */
const seed = Number(process.env['FUZZ_SEED'] ?? 20261130)
const runs = Number(process.env['FUZZ_RUNS'] ?? 4)
const onAbsence = new Set(rules.filter((rule) => rule.firesOnAbsence !== undefined).map((rule) => rule.id))

type Files = Readonly<Record<string, string>>

function alarms(files: Files): ReadonlySet<string> {
  const session = analyseProof({ rule: '', kind: 'silent', title: '', files })
  const all = session.findings.flatMap((finding) => [finding, ...finding.folds])
  return new Set(all.filter((finding) => finding.severity !== 'info').map((finding) => finding.rule))
}

function withoutLines(files: Files, keep: (index: number, count: number) => boolean): Files {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const lines = text.split('\n')
      return [name, lines.filter((_, i) => keep(i, lines.length)).join('\n')]
    }),
  )
}

function newAlarms(before: ReadonlySet<string>, files: Files): readonly string[] {
  return [...alarms(files)].filter((rule) => !before.has(rule) && !onAbsence.has(rule))
}

describe(`deleting lines raises no new alarm (seed ${seed}, ${runs} deletions a capture)`, () => {
  it.each(proofs.map((proof) => [`${proof.rule} ${proof.kind}: ${proof.title}`, proof] as const))(
    '%s',
    (_title, proof) => {
      const before = alarms(proof.files)
      fc.assert(
        fc.property(
          fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
          fc.double({ min: 0.02, max: 0.6, noNaN: true }),
          (stream, share) => {
            const shorter = withoutLines(proof.files, () => (stream.next().value ?? 0) > share)
            expect(newAlarms(before, shorter)).toEqual([])
          },
        ),
        { seed, numRuns: runs },
      )
    },
  )

  it.each(proofs.map((proof) => [`${proof.rule} ${proof.kind}: ${proof.title}`, proof] as const))(
    'cut: %s',
    (_title, proof) => {
      const before = alarms(proof.files)
      for (const part of [0.25, 0.5, 0.75]) {
        expect(
          newAlarms(
            before,
            withoutLines(proof.files, (i, count) => i < count * part),
          ),
        ).toEqual([])
      }
    },
  )
})
