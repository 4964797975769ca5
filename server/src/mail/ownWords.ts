import type { Words } from '../words/en.ts'

/**
 * The words of mails with those of a deployment in their places: `greeting`, `farewell.subject`. The
 * places were checked when the deployment's files were read.
 */
export function withOwnWords(words: Words, own: Readonly<Record<string, string>> = {}): Words {
  if (Object.keys(own).length === 0) return words
  const mails = placed(words.mails, own)
  return { ...placed({ ...words, mails: {} }, own), mails } as Words
}

function placed(table: object, own: Readonly<Record<string, string>>, way = ''): object {
  const entries = Object.entries(table).map(([name, value]: [string, string | object]) => [
    name,
    typeof value === 'string' ? (own[way + name] ?? value) : placed(value, own, `${name}.`),
  ])
  return Object.fromEntries(entries) as object
}
