import { needWords } from '../../i18n/words.ts'

/**
 * The words for what an ErrorMessage holds. The catalogue comes when it is first asked for; if it
 * does not load, all words are those of `otherwise`.
 */
export async function wordsOfErrors(otherwise: string): Promise<(codeOrText: string) => string> {
  try {
    const [{ message }] = await Promise.all([import('../../i18n/message.ts'), needWords('errors')])
    return message
  } catch {
    return () => otherwise
  }
}
