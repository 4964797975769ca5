/** Scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/

/** Marks that turn the direction of a text: they are not typed on purpose, and they disguise it. */
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

export function withoutDirections(text: string): string {
  return text.replaceAll(directions, '')
}

/**
 * A name or an address for the middle of a sentence that is plain text: isolated (U+2068 … U+2069),
 * so that it does not turn the words around it, where either of them is written from right to left.
 * Where there are elements, `Isolated` does it.
 */
export function isolate(value: string): string {
  const plain = withoutDirections(value)
  const isPageRtl = typeof document !== 'undefined' && document.documentElement.dir === 'rtl'
  return isPageRtl || rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}
