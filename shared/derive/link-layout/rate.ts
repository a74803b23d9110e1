/** `400G`, `25G`, `2.5G`. */
export function rateText(gigabits: number): string {
  return `${String(Math.round(gigabits * 10) / 10)}G`
}
