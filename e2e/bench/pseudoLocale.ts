import { runInNewContext } from 'node:vm'
import type { BrowserContext } from '@playwright/test'

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

/** Written twice, they make a text about 30 % longer. */
const doubled = /[aeou]/gi

/**
 * A text as the pseudo-locale has it: no letter of it is a plain one, and it is about 30 % longer. It
 * goes letter by letter, so that a part of a text is found in the whole.
 */
export function pseudo(text: string): string {
  return text
    .replaceAll(doubled, '$&$&')
    .replaceAll(/[a-z]/gi, (letter) => accented[letter] ?? letter)
}

/** A catalogue as the bundle holds it. */
const catalogue = /JSON\.parse\((`\{[^`]*\}`)\)/g
const translated = new Map<string, string>()

/**
 * Has the portal speak a language that nobody speaks, and that is written from right to left. The
 * bundle's own catalogues are exchanged on their way into the browser: it has no other.
 */
export async function speakPseudo(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.documentElement === null) return
      document.documentElement.dir = 'rtl'
      observer.disconnect()
    }).observe(document, { childList: true })
  })
  await context.route('**/assets/*.js', async (route) => {
    const url = route.request().url()
    let script = translated.get(url)
    if (script === undefined) {
      const answer = await route.fetch()
      script = translateCatalogues(await answer.text())
      translated.set(url, script)
    }
    await route.fulfill({ contentType: 'text/javascript', body: script })
  })
}

function translateCatalogues(script: string): string {
  return script.replaceAll(catalogue, (_, literal: string) => {
    const messages = JSON.parse(String(runInNewContext(literal))) as Record<string, unknown>
    const entries = Object.entries(messages).map(([id, message]) => [id, translate(message)])
    return `JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))})`
  })
}

/** A message is a text, or a list of texts and places: a place's name is no text, its choices are. */
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
