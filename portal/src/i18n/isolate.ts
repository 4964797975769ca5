/** Scripts that are written from right to left. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]/

/**
 * A name or an address for the middle of a sentence that is plain text: isolated (U+2068 … U+2069), so
 * that it does not turn the words around it, where either of them is written from right to left. Where
 * there are elements, `bdi` does it.
 */
export function isolate(value: string): string {
  const isPageRtl = typeof document !== 'undefined' && document.documentElement.dir === 'rtl'
  return isPageRtl || rightToLeft.test(value) ? `\u2068${value}\u2069` : value
}
