import { describe, expect, it } from 'vitest'
import { ownWords, wordingOf } from './readWording.ts'

const players = '{n, plural, one {# player} other {# players}}'

const chosen = (inside: string) => `{n, plural, one {${inside}} other {${inside}}}`
const nested = chosen(chosen(chosen(chosen('#'))))

function read(data: object, language: 'de' | 'fr' = 'de') {
  return wordingOf(JSON.stringify(data), language)
}

function errorsOf(data: object): readonly string[] {
  const wording = read(data)
  return 'errors' in wording ? wording.errors : []
}

describe('the words of a deployment', () => {
  it('become messages as the portal’s build compiles them, by the same ids (AT-LNG-13)', () => {
    const said = '{n, plural, =0 {niemand} one {# Held} other {# Helden}}'
    const wording = read({
      portal: {
        [players]: said,
        'verb\u0004Link': 'Anbinden',
        "It's <0>{name}</0>": "Das ist '{'<0>{name}</0>'}'",
      },
      errors: { ERROR_USER_BANNED: 'Hier kommst du nicht rein.' },
    })
    // As `lingui compile` writes them.
    expect(wording).toMatchObject({
      portal: {
        q47lSL: [['n', 'plural', { 0: ['niemand'], one: ['#', ' Held'], other: ['#', ' Helden'] }]],
        Xrua7F: ['Anbinden'],
        'yu5Ro-': ['Das ist {<0>', ['name'], '</0>}'],
        ERROR_USER_BANNED: ['Hier kommst du nicht rein.'],
      },
      mails: {},
    })
  })

  it('say a text that the database has in English, in their language alone', () => {
    const wording = read({ portal: { 'Our *great* games.': 'Unsere *großen* Spiele.' } })
    if ('errors' in wording) throw new Error(wording.errors.join())
    const wordings = new Map([['de', wording]] as const)
    expect(ownWords(wordings, 'de', 'Our *great* games.')).toBe('Unsere *großen* Spiele.')
    expect(ownWords(wordings, 'de', 'Our games.')).toBe('Our games.')
    expect(ownWords(wordings, 'fr', 'Our *great* games.')).toBe('Our *great* games.')
  })

  it('of mails stand in the place of a text that there is (AT-LNG-13)', () => {
    const mails = { greeting: 'Heil dir, {username},', 'farewell.subject': 'Weg von {studio}' }
    expect(read({ mails })).toMatchObject({ portal: {}, mails, given: { mails } })
  })

  it('have the tone of their studio', () => {
    const portal = { Cancel: 'Login? Nein, Sie dürfen gehen' }
    expect(errorsOf({ portal })).toEqual([])
  })

  it.each([
    ['markup', { portal: { Cancel: '<b>Weg</b>' } }, /Cancel: Markup/],
    ['the end of a script', { portal: { Cancel: '</script><script>' } }, /Markup/],
    ['an entity', { portal: { Cancel: '&lt;Weg' } }, /Markup/],
    ['a missing value', { portal: { 'You are {name} now.': 'Umbenannt.' } }, /\{name\} is missing/],
    ['a value that is added', { portal: { Cancel: '{token}' } }, /\{token\} is added/],
    ['a missing form of a number', { portal: { [players]: '{n, plural, other {#}}' } }, /form one/],
    ['choices within choices', { portal: { [players]: nested } }, /within a choice/],
    [
      'many choices side by side',
      { portal: { [players]: Array.from({ length: 30 }, () => players).join(' ') } },
      /is doubled/,
    ],
    ['many forms of one choice', { portal: { [players]: formsOf(100) } }, /more than 12 forms/],
    ['a sign that turns the direction', { portal: { Cancel: 'Weg\u202E' } }, /direction/],
    ['a brace without an end', { portal: { Cancel: 'Weg {' } }, /opens or closes nothing/],
    ['a kind of value', { portal: { '{n} of': '{n, number} von' } }, /of the kind number/],
    ['a choice that is added', { portal: { Cancel: '{a, select, other {Weg}}' } }, /chooses by/],
    ['a tag that is added', { portal: { Cancel: '<0>Weg</0>' } }, /tags are/],
    ['an unknown code', { errors: { ERROR_OF_MINE: 'Nein.' } }, /no error code/],
    ['an unknown mail', { mails: { 'welcome.subject': 'Hallo' } }, /no text of a mail/],
    ['a name that every object has', { mails: { constructor: 'Hallo' } }, /no text of a mail/],
    ['an empty text', { portal: { Cancel: '' } }, /portal/],
    ['a field that no file has', { scripts: {} }, /scripts/],
    ['too many texts', { portal: many(201) }, /201 texts, over 200/],
    ['too many bytes', { portal: { Cancel: 'ä'.repeat(33_000) } }, /64 KB/],
  ])('are refused for %s (L40)', (_, data, error) => {
    expect(errorsOf(data).join('\n')).toMatch(error)
  })

  it('are refused for text that is no JSON (L40)', () => {
    expect(wordingOf('{', 'de')).toHaveProperty('errors')
  })
})

function many(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`Text ${at}`, `Wort ${at}`]))
}

function formsOf(count: number): string {
  const forms = Array.from({ length: count }, (_, at) => `=${at}{}`)
  return `{n, plural, ${forms.join('')} other{}}`
}
