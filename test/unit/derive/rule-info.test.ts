import { describe, expect, it } from 'vitest'
import { viewOf } from '@shared/pipeline/view'
import { rules } from '@shared/rules'
import { synthetic } from '../../support/analysed'

describe('what the window knows of the rules', () => {
  const info = viewOf(synthetic('gn-a07').session).rules

  it('names what each looks at with a command, and folds both ways round', () => {
    expect(info.map(({ id }) => id)).toEqual(rules.map(({ id }) => id))
    for (const rule of rules) {
      const said = info.find(({ id }) => id === rule.id)
      expect(said?.needs?.map(({ fact }) => fact)).toEqual(rule.needs)
      for (const folded of said?.folds ?? [])
        expect(info.find(({ id }) => id === folded)?.foldedUnder, `${folded} under ${rule.id}`).toContain(rule.id)
    }
    expect(info.find(({ id }) => id === 'xid-off-bus')?.folds).toContain('nvlink-all-inactive')
  })
})
