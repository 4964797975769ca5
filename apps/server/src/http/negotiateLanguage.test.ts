import { type Language, languages, offerOf } from '@gatehouse/contract/languages'
import { describe, expect, it } from 'vitest'
import { languageHeaders, negotiateLanguage } from './negotiateLanguage.ts'

interface Case {
  readonly player?: string
  readonly cookie?: string
  readonly uiLocales?: string
  readonly accepts?: string
  /** `Languages` and `DefaultLanguage` of the deployment. */
  readonly offer?: readonly [string, string]
}

function answerTo({ player, cookie, uiLocales, accepts, offer = ['*', 'en'] }: Case): Language {
  const request = {
    headers: {
      ...(accepts === undefined ? {} : { 'accept-language': accepts }),
      ...(cookie === undefined ? {} : { cookie: `theme=dark; sso_language=${cookie}; z=1` }),
    },
    query: uiLocales === undefined ? {} : { ui_locales: uiLocales },
  }
  const [Languages, DefaultLanguage] = offer
  const offered = offerOf({ Languages, DefaultLanguage })
  return negotiateLanguage(request, offered, player === undefined ? {} : { player })
}

const table: readonly (readonly [Case, Language])[] = [
  // The player's choice comes before everything.
  [{ player: 'ja', cookie: 'de', uiLocales: 'it', accepts: 'fr' }, 'ja'],
  [{ player: 'ar' }, 'ar'],
  [{ player: 'zh-Hans', accepts: 'zh-TW,zh;q=0.9' }, 'zh-Hans'],
  [{ player: 'tr', cookie: 'de' }, 'de'],
  [{ player: 'ja', cookie: 'fr', offer: ['en,fr', 'en'] }, 'fr'],
  // Then the choice that was made in this browser.
  [{ cookie: 'de', uiLocales: 'it', accepts: 'fr' }, 'de'],
  [{ cookie: 'pt-BR', accepts: 'pt-PT' }, 'pt-BR'],
  [{ cookie: 'DE', accepts: 'fr' }, 'fr'],
  [{ cookie: 'de-AT', accepts: 'fr' }, 'fr'],
  [{ cookie: 'ja', accepts: 'fr', offer: ['en,fr', 'en'] }, 'fr'],
  [{ cookie: '', uiLocales: 'it' }, 'it'],
  // Then the wish of the client's site.
  [{ uiLocales: 'it', accepts: 'fr' }, 'it'],
  [{ uiLocales: 'tr fr-CA en', accepts: 'de' }, 'fr'],
  [{ uiLocales: 'fr_FR', accepts: 'de' }, 'fr'],
  [{ uiLocales: 'tr,fr_CA, en', accepts: 'de' }, 'fr'],
  [{ uiLocales: 'tr uk', accepts: 'de' }, 'de'],
  [{ uiLocales: 'zh-Hant zh-CN' }, 'zh-Hans'],
  [{ uiLocales: '', accepts: 'ko-KR' }, 'ko'],
  // Then those of the browser.
  [{ accepts: 'fr-CA' }, 'fr'],
  [{ accepts: 'fr-CA,fr;q=0.9,en;q=0.8' }, 'fr'],
  [{ accepts: 'en;q=0.5,de;q=0.9' }, 'de'],
  [{ accepts: 'tr-TR,tr;q=0.9,pl;q=0.2' }, 'pl'],
  [{ accepts: 'de;q=0,fr;q=0.1' }, 'fr'],
  [{ accepts: 'de;q=2,es-419' }, 'es'],
  [{ accepts: 'pt' }, 'pt-BR'],
  [{ accepts: 'pt-PT,pt;q=0.9' }, 'pt-BR'],
  [{ accepts: 'zh-TW,zh-HK;q=0.9,ja;q=0.1' }, 'ja'],
  [{ accepts: 'zh-CN' }, 'zh-Hans'],
  [{ accepts: 'zh' }, 'zh-Hans'],
  [{ accepts: 'ar-EG' }, 'ar'],
  [{ accepts: 'AR-sa ; q=0.3 , it' }, 'it'],
  [{ accepts: 'ru,uk', offer: ['en,pl', 'pl'] }, 'pl'],
  [{ accepts: 'en-GB,de', offer: ['en,de', 'de'] }, 'en'],
  // Then the default.
  [{}, 'en'],
  [{ accepts: '*' }, 'en'],
  [{ accepts: 'tr,uk,nl' }, 'en'],
  [{ accepts: '*', offer: ['en,fr,de', 'de'] }, 'de'],
  [{ offer: ['fr,de', ''] }, 'fr'],
  // An offer of one is not negotiated.
  [{ player: 'fr', cookie: 'fr', uiLocales: 'fr', accepts: 'fr', offer: ['', 'en'] }, 'en'],
  [{ cookie: 'en', accepts: 'en', offer: ['ja', 'en'] }, 'ja'],
  [{ accepts: 'fr', offer: ['en,tlh', 'en'] }, 'en'],
  [{ accepts: 'fr,en', offer: ['en,fr', 'tlh'] }, 'fr'],
]

describe('the language of an answer', () => {
  it('has forty-two cases', () => {
    expect(table).toHaveLength(42)
  })

  it.each(table)('of %j is %s (AT-LNG-02)', (wishes, language) => {
    expect(answerTo(wishes)).toBe(language)
  })

  it('is one of the offer, whatever a request says (L61)', () => {
    const evil = [
      '../../etc/passwd',
      '__proto__',
      'constructor',
      'en\r\nSet-Cookie: a=b',
      'ar"onload="x',
      'x'.repeat(5000),
      `${'fr-'.repeat(5000)}CA`,
      'fr\u0000',
      ';q=,,;;q==,q=NaN',
    ]
    for (const text of evil) {
      for (const name of ['player', 'cookie', 'uiLocales', 'accepts'] as const) {
        expect(languages).toContain(answerTo({ [name]: text }))
      }
      expect(answerTo({ player: text, cookie: text, accepts: 'de' })).toBe('de')
    }
  })

  it('is the default for a request that was refused before it was read', () => {
    const offer = offerOf({ Languages: '*', DefaultLanguage: 'fr' })
    expect(negotiateLanguage({ headers: {} }, offer)).toBe('fr')
  })

  it('is not taken from a query that says it twice', () => {
    const offer = offerOf({ Languages: '*', DefaultLanguage: 'en' })
    const query = { ui_locales: ['fr', 'de'] }
    expect(negotiateLanguage({ headers: {}, query }, offer)).toBe('en')
  })
})

describe('the headers of a negotiated answer', () => {
  it('name the language and what decides it', () => {
    const offer = offerOf({ Languages: 'en,fr', DefaultLanguage: 'en' })
    expect(languageHeaders('fr', offer)).toEqual({
      'content-language': 'fr',
      vary: 'accept-language, cookie',
    })
  })

  it('say nothing where one language is offered', () => {
    const offer = offerOf({ Languages: '', DefaultLanguage: 'en' })
    expect(languageHeaders('en', offer)).toEqual({})
  })
})
