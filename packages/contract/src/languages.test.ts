import { describe, expect, it } from 'vitest'
import { directionOf } from './direction.ts'
import { isLanguage, languages, offerOf } from './languages.ts'
import { lookUpLanguage } from './lookUpLanguage.ts'

const every = { languages, default: 'en' } as const

describe('the languages of a reader', () => {
  it.each([
    [['fr-CA'], 'fr'],
    [['pt'], 'pt-BR'],
    [['pt-PT', 'de'], 'pt-BR'],
    [['zh'], 'zh-Hans'],
    [['zh-CN'], 'zh-Hans'],
    [['zh-Hans-SG'], 'zh-Hans'],
    [['zh-TW', 'ja'], 'ja'],
    [['zh-Hant-HK'], null],
    [['es-419'], 'es'],
    [['AR-eg'], 'ar'],
    [['fr_FR'], 'fr'],
    [['FR_ca'], 'fr'],
    [['de_DE.UTF-8'], 'de'],
    [['de_DE@euro', 'fr'], 'de'],
    [['pt_BR'], 'pt-BR'],
    [['zh_CN'], 'zh-Hans'],
    [['zh_CN_#Hans'], 'zh-Hans'],
    [['zh__#Hans'], 'zh-Hans'],
    [['zh_TW_#Hant', 'ja_JP'], 'ja'],
    [['C.UTF-8', 'POSIX', '_', '_fr', 'en#'], null],
    [['tr', 'DE-at'], 'de'],
    [['', '-', '*', '__proto__', 'toString', 'x'.repeat(5000)], null],
    [['en\r\nSet-Cookie: a=b'], null],
    [[], null],
  ])('%j are answered in %s', (wanted, language) => {
    expect(lookUpLanguage(wanted, every)).toBe(language)
  })

  it('are looked up among those that are offered', () => {
    const offer = offerOf({ Languages: 'en, fr', DefaultLanguage: 'fr' })
    expect(lookUpLanguage(['de', 'fr'], offer)).toBe('fr')
    expect(lookUpLanguage(['de'], offer)).toBeNull()
  })
})

describe('the languages that a deployment offers', () => {
  it.each([
    ['', '', ['en'], 'en'],
    ['*', '', languages, 'en'],
    ['*', 'ar', languages, 'ar'],
    ['fr,de', '', ['fr', 'de'], 'fr'],
    ['fr,de', 'en', ['fr', 'de'], 'fr'],
    ['tlh', 'tlh', ['en'], 'en'],
  ])('by %j and %j is %j, else %s', (Languages, DefaultLanguage, offered, otherwise) => {
    const offer = offerOf({ Languages, DefaultLanguage })
    expect(offer).toEqual({ languages: offered, default: otherwise })
  })
})

it('names twelve languages, of which Arabic is read from the right', () => {
  expect(languages).toHaveLength(12)
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
  expect(['zh-Hans', 'constructor', null].map(isLanguage)).toEqual([true, false, false])
})
