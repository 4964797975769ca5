import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import type * as wordsModule from './words.ts'

let words: typeof wordsModule

/** Another page each time. */
beforeEach(async () => {
  vi.resetModules()
  words = await import('./words.ts')
})

const screen = {
  './po/screen/en.po': () => catalogue('Hello'),
  './po/screen/fr.po': () => catalogue('Bonjour'),
  './po/screen/pt-BR.po': () => catalogue('Oi'),
  './po/screen/ja.po': () => Promise.reject(new Error('The network is gone.')),
}

function catalogue(greeting: string): Promise<Catalogue> {
  return Promise.resolve({ messages: { greeting } })
}

const said = () => [words.i18n.locale, words.i18n._('greeting')]

describe('the words of a page', () => {
  test.each([
    ['en', 'Hello'],
    ['fr', 'Bonjour'],
    ['pt-BR', 'Oi'],
  ])('are said in %s', async (language, greeting) => {
    await words.activateOrFallback(language)
    await words.addWords(screen)
    expect(said()).toEqual([language, greeting])
  })

  test.each(['tlh', 'pt', 'en-GB', '', '../../etc/passwd', '__proto__'])(
    'are English for a page in %j',
    async (language) => {
      await words.activateOrFallback(language)
      await words.addWords(screen)
      expect(said()).toEqual(['en', 'Hello'])
    },
  )

  test('are all English when those of a part do not come, so that no page mixes two languages (AT-LNG-12)', async () => {
    await words.activateOrFallback('ja')
    expect(words.i18n.locale).toBe('ja')
    await words.addWords(screen)
    expect(said()).toEqual(['en', 'Hello'])
  })

  test('change with the language, in all parts that have come', async () => {
    await words.activateOrFallback('en')
    await words.addWords(screen)
    const changes: unknown[] = []
    words.i18n.on('change', () => changes.push(said()))
    await words.activateLanguage('fr')
    expect(said()).toEqual(['fr', 'Bonjour'])
    expect(changes.at(-1)).toEqual(['fr', 'Bonjour'])
    await words.activateLanguage('en')
    expect(said()).toEqual(['en', 'Hello'])
  })

  test('stay when those of another language do not come (AT-LNG-12)', async () => {
    await words.activateOrFallback('fr')
    await words.addWords(screen)
    await expect(words.activateLanguage('ja')).rejects.toThrow('The network is gone.')
    await expect(words.activateLanguage('tlh')).rejects.toThrow('There are no words in tlh.')
    expect(said()).toEqual(['fr', 'Bonjour'])
    // A part that comes later speaks what the page speaks.
    await words.addWords({ './po/late/fr.po': () => catalogue('Rebonjour') })
    expect(said()).toEqual(['fr', 'Rebonjour'])
  })

  test('are those of the last wish, whichever comes last', async () => {
    const arrivals: ((words: Catalogue) => void)[] = []
    const slow = new Promise<Catalogue>((resolve) => arrivals.push(resolve))
    await words.activateOrFallback('en')
    await words.addWords({ ...screen, './po/screen/fr.po': () => slow })
    const first = words.activateLanguage('fr')
    await words.activateLanguage('pt-BR')
    arrivals[0]?.({ messages: { greeting: 'Bonjour' } })
    await first
    expect(said()).toEqual(['pt-BR', 'Oi'])
  })
})

const page = (lang: string, own: object) =>
  vi.stubGlobal('document', {
    getElementById: () => ({ lang, textContent: JSON.stringify(own) }),
  })

describe('the words of a deployment', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('take the places of ours, also in parts that come later (AT-LNG-13)', async () => {
    page('fr', { greeting: 'Salut' })
    await words.activateOrFallback('fr')
    await words.addWords(screen)
    expect(said()).toEqual(['fr', 'Salut'])
  })

  test('are fetched for another language than the page’s, and missed in no other way (AT-LNG-13)', async () => {
    page('fr', { greeting: 'Salut' })
    const fetched = vi.fn<(address: string) => Promise<Response>>((address) =>
      Promise.resolve(
        address === '/words/pt-BR.json'
          ? Response.json({ greeting: 'Opa' })
          : new Response(null, { status: 500 }),
      ),
    )
    vi.stubGlobal('fetch', fetched)
    await words.addWords(screen)
    await words.activateLanguage('pt-BR')
    expect(said()).toEqual(['pt-BR', 'Opa'])
    await words.activateLanguage('en')
    expect(said()).toEqual(['en', 'Hello'])
  })
})
