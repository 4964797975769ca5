/**
 * The words for what an ErrorMessage holds. The catalogue comes when it is first asked for; should it
 * not come, everything is said in the words of `otherwise`.
 */
export function wordsOfErrors(otherwise: string): Promise<(codeOrText: string) => string> {
  return import('../../i18n/message.ts').then(
    ({ message }) => message,
    () => () => otherwise,
  )
}
