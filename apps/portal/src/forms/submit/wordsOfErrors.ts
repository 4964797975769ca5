import { msg } from '@lingui/core/macro'
import { i18n, needWords } from '../../i18n/words.ts'

const inGeneral = msg`Something went wrong. Please try again.`

/**
 * The words for what an ErrorMessage holds. The catalogue comes when it is first asked for; if it
 * does not load, one sentence stands for all.
 */
export async function wordsOfErrors(): Promise<(codeOrText: string) => string> {
  try {
    const [{ message }] = await Promise.all([import('../../i18n/message.ts'), needWords('errors')])
    return message
  } catch {
    return () => i18n._(inGeneral)
  }
}
