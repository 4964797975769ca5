/** The texts of the product by language, which the build makes of its catalogues. */
declare module 'virtual:words' {
  import type { Language } from '@gatehouse/contract/languages'

  export const words: Readonly<
    Record<
      Language,
      () => Promise<{
        readonly default: readonly {
          readonly kind: 'portal' | 'errors' | 'mails'
          readonly key: string
          readonly text: string
          readonly from: readonly string[]
        }[]
      }>
    >
  >
}
