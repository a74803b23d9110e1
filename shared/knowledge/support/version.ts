/** Numbers of a dotted version: `2.21.5+cuda12.4` gives 2, 21, 5. */
export function versionNumbers(version: string): readonly number[] {
  const numbers: number[] = []
  for (const part of version.split('.')) {
    const digits = /^\d{1,9}/.exec(part)
    if (!digits) break
    numbers.push(Number(digits[0]))
    if (digits[0].length < part.length) break
  }
  return numbers
}

/** Whether `version` is `floor` or later, number by number; missing numbers count as 0. */
export function isAtLeast(version: string, floor: string): boolean {
  const left = versionNumbers(version)
  const right = versionNumbers(floor)
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
