/** A compiled catalogue: a message is a text, or a list of texts and places. */
export type Catalogue = Readonly<Record<string, unknown>>

/**
 * Invented languages that show what a translation would break, never built for production: `en-XA`
 * is longer and accented; `ar-XB` also runs from right to left. A text that shows without brackets
 * is in no catalogue, and a sentence with more than one pair of them is put together from parts.
 */
export const pseudoLocales = { 'en-XA': 'ltr', 'ar-XB': 'rtl' } as const

export type PseudoLocale = keyof typeof pseudoLocales

/** Each letter with a sign on it, in the case that it had. */
const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'áḃçðéḟĝĥíĵķļṁñóṗɋŕšţúṽŵẋýž'].flatMap((letter, index) => {
    const plain = 'abcdefghijklmnopqrstuvwxyz'.charAt(index)
    return [
      [plain, letter],
      [plain.toUpperCase(), letter.toUpperCase()],
    ]
  }),
)

/** Written twice, they make a text about 40 % longer. */
const doubled = /[aeiouy]/gi

/**
 * A text as the pseudo-locales have it: no letter of it is a plain one, and it is about 40 %
 * longer. It goes letter by letter, so that a part of a text is found in the whole.
 */
export function pseudo(text: string): string {
  return text
    .replaceAll(doubled, '$&$&')
    .replaceAll(/[a-z]/gi, (letter) => accented[letter] ?? letter)
}

/** A compiled catalogue in a pseudo-locale: each message whole in brackets. */
export function pseudoCatalogue(messages: Catalogue): Catalogue {
  const entries = Object.entries(messages).map(([id, message]) => [id, bracketed(message)])
  return Object.fromEntries(entries)
}

function bracketed(message: unknown): unknown {
  const words = translate(message)
  if (typeof words === 'string') return `[${words}]`
  return Array.isArray(words) ? ['[', ...(words as readonly unknown[]), ']'] : words
}

/**
 * A message is a text, or a list of texts and places: a place's name is no text, its choices are.
 */
function translate(message: unknown): unknown {
  if (typeof message === 'string') return pseudo(message)
  if (!Array.isArray(message)) return message
  return message.map((part: unknown) => {
    if (!Array.isArray(part)) return translate(part)
    const [name, kind, choices] = part as [string, string?, unknown?]
    if (typeof choices !== 'object' || choices === null) return part
    const own = Object.entries(choices).map(([when, words]) => [when, translate(words)])
    return [name, kind, Object.fromEntries(own)]
  })
}
