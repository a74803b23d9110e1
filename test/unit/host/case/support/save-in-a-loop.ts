import { writeSync } from 'node:fs'
import { emptyCase } from '../../../../../shared/contract/case'
import { writeCase } from '../../../../../host/case/write-case'

/** Saves one case after the other and reports each on its own line, until somebody kills the process (or 30 s are over). */
const [target = '', input = '', first = '1'] = process.argv.slice(2)
const end = performance.now() + 30_000
for (let number = Number(first); performance.now() < end; number++) {
  await writeCase(target, [input], { ...emptyCase, note: `${number} ${'x'.repeat(number * 10)}` })
  // Synchronous, so that a report never comes later than the next save.
  writeSync(1, `${number}\n`)
}
