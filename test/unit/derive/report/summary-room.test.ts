import { expect, test } from 'vitest'
import { summaryRoom } from '@shared/derive/report/support/summary-room'

const finding = { title: 'GPU3: 17 of 18 NVLinks up, link 7 inactive', where: 'gn-a07' }
const long = { title: finding.title.repeat(3), where: 'gn-a07, gn-a08' }
const node = { product: '8 × NVIDIA H100 80GB HBM3' }
const many = <T>(n: number, value: T): readonly T[] => Array.from({ length: n }, () => value)

test('short findings of one node all fit, as many as a summary shows', () => {
  const room = summaryRoom(['gn-a07: one fault.'], [node])
  expect(room.leads).toBe(true)
  expect(room.findings(many(20, finding))).toBe(8)
  expect(room.findings(many(2, finding))).toBe(2)
})

test('many nodes, a long verdict and long titles leave room for fewer, never for none', () => {
  const verdict = many(
    6,
    'gn-a07: GPU3: 17 of 18 NVLinks up, link 7 inactive; mlx5_3 is down (Disabled), and 2 more errors.',
  )
  const room = summaryRoom(verdict, many(6, node))
  expect(room.leads).toBe(false)
  expect(room.findings(many(20, long))).toBe(3)
  const fewer = summaryRoom(['x'], many(6, node)).findings(many(20, long))
  expect(fewer).toBeGreaterThanOrEqual(3)
  expect(fewer).toBeLessThan(8)
})
