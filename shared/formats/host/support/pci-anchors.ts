/**
 * `:00.0 ` to `:1f.7 `: every device line of lspci holds one of them behind the bus number, and little other text does.
 */
export const deviceLineAnchors: readonly string[] = Array.from({ length: 32 * 8 }, (_, i) => {
  const device = (i >> 3).toString(16).padStart(2, '0')
  return `:${device}.${i & 7} `
})
