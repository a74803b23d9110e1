/** Whether this computer shows Chinese: two different characters that look alike are both the box of a missing font. */
export function showsChinese(): boolean {
  const drawn = (text: string): string => {
    const canvas = document.createElement('canvas')
    canvas.width = 32
    canvas.height = 32
    const pen = canvas.getContext('2d')
    if (!pen) return text
    pen.font = '24px sans-serif'
    pen.fillText(text, 2, 26)
    return pen.getImageData(0, 0, 32, 32).data.join()
  }
  return drawn('中') !== drawn('国')
}
