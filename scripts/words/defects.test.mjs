import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { languages } from '../../packages/contract/src/languages.ts'
import { entriesOf, missingLanguages, parsePo, readEntries, waitingIn } from './catalogues.mjs'
import { defectsOf, languageRules, norm } from './defects.mjs'
import { mailValues, mailValuesFile } from './mailValues.mjs'
import { refusals, refusalsFile } from './refusals.mjs'

/** The defects of a text in the place of an English one. */
function defectsIn(language, english, text, more = {}) {
  const entry = { place: 'portal', language, id: english, context: '', comment: '', english, text }
  return defectsOf({ ...entry, ...more })
}

const players = '{n, plural, one {# player} other {# players}}'
const blocked = 'You blocked {name} again.'

describe('a catalogue is refused', () => {
  test.each([
    ['an English message without words', 'en', 'Try again', '', /no words/],
    ['a value that is missing', 'de', blocked, 'Wieder blockiert.', /\{name\} is missing/],
    ['a value that is added', 'de', 'Blocked again.', '{name} ist blockiert.', /\{name\} is added/],
    ['a value that is doubled', 'de', blocked, '{name} und {name}.', /\{name\} is doubled/],
    ['a tag that is missing', 'de', 'See <0>this</0>.', 'Sieh hier.', /tags are none/],
    ['a tag that is added', 'de', 'See here.', 'Sieh <0>hier</0>.', /tags are <0><\/0>/],
    ['a tag that is doubled', 'de', 'See <0>this</0>.', '<0>Sieh</0> <0>hier</0>.', /Its tags/],
    ['a tag that closes before it opens', 'de', 'See <0>it</0>.', 'Sieh </0>hier<0>.', /closes/],
    ['markup', 'de', 'See here.', 'Sieh <b>hier</b>.', /Markup/],
    ['a form of numbers that is missing', 'ru', players, players, /no form few/],
    ['a form of numbers too many', 'ja', players, '{n, plural, one {#人} other {#人}}', /form one/],
    [
      'a number unsaid',
      'fr',
      players,
      '{n, plural, one {un} many {#} other {#}}',
      /\{n\} is missing/,
    ],
    ['a choice that is given up', 'de', players, '{n} Leute', /chooses by nothing/],
    ['a brace without an end', 'de', blocked, '{name ist blockiert.', /opens or closes nothing/],
    [
      'a brace that closes nothing',
      'de',
      blocked,
      '{name}} ist blockiert.',
      /opens or closes nothing/,
    ],
    ['a nested choice', 'en', players, `{n, plural, one {${players}} other {#}}`, /within/],
    ['a form without the rest', 'de', players, '{n, plural, one {#}}', /no form other/],
    ['a button without room', 'de', 'Go back', 'Diesen Vorgang jetzt abbrechen', /room for 24/],
    ['a text over its room', 'de', 'Go on.', 'Geh weiter.', /room for 5/, { comment: 'max: 5' }],
    ['a forbidden word', 'de', 'Your name', 'Dein Nutzername', /'Nutzername'/],
    ['a wrong address', 'de', 'Do it now.', 'Bitte tun Sie es jetzt.', /'Sie'/],
    ['a forbidden word of Chinese', 'zh-Hans', 'Your profile.', '您的帐户。', /帐户/],
    ['a gendered player', 'es', 'Hello, player.', 'Hola, bienvenido.', /bienvenido/],
    ['English', 'de', 'Change', 'Change', /as in English/],
    ['an English sentence', 'de', 'Go home.', 'Nimm the Weg.', /'the' is English/],
    ['English in other letters', 'ja', 'Change', 'Changeする', /'Change' is in Latin letters/],
    ['please on an English button', 'en', 'Please send', 'Please send', /please/],
    ['a question mark without its space in French', 'fr', 'Go?', 'Partir?', /U\+202F/],
    ['a colon with a plain space in French', 'fr', 'You lose:', 'Vous perdez :', /U\+00A0/],
    ['a question that nothing opens in Spanish', 'es', 'Go?', 'Salir?', /¿/],
    ['a call that nothing opens in Spanish', 'es', 'Go!', 'Anda!', /¡/],
    ['a narrow full stop in Japanese', 'ja', 'Done.', '完了.', /full width/],
    ['a space in Japanese', 'ja', 'All done.', 'すべて 完了。', /No space/],
    ['a narrow comma in Chinese', 'zh-Hans', 'Well, done.', '好,完成。', /full width/],
    ['a Latin question mark in Arabic', 'ar', 'Go?', 'نذهب?', /؟/],
    ['Arabic digits', 'ar', '5 days.', '٥ أيام.', /Latin digits/],
    ['a straight quotation mark', 'de', 'The word.', 'Das "Wort".', /straight/],
    ['a straight apostrophe', 'fr', 'The address.', "L'adresse.", /straight/],
    ['foreign quotation marks', 'de', 'The word.', 'Das «Wort».', /no quotation mark/],
    ['two spaces', 'de', 'Do it.', 'Tu  es.', /Two spaces/],
    ['a space at the end', 'de', 'Do it.', 'Tu es. ', /start or end/],
    ['a sign that turns the direction', 'ar', 'Done.', 'تم\u202E.', /direction/],
    ['letters of two scripts in a word', 'ru', 'Done.', 'Гoтово.', /two scripts/],
    ['letters of another script', 'pl', 'Done.', 'Gotowe и.', /no letter/],
    ['a sentence that ends as a button', 'de', 'Do it.', 'Tu es', /ends like a label/],
    ['a second word for a term', 'de', 'Old password', 'Altes Losungswort', /'password'/],
    ['another wording than the norm', 'de', 'Create an account', 'Jetzt Konto eröffnen', /norm/],
  ])('for %s (AT-LNG-11)', (_, language, english, text, defect, more) => {
    const defects = defectsIn(language, english, text, more)
    expect(defects).toContainEqual(expect.stringMatching(defect))
  })

  test('for a message that the product does not have (AT-LNG-11)', () => {
    const english = parsePo('msgid "One"\nmsgstr "One"\n\nmsgid "Two"\nmsgstr "Two"')
    const german = parsePo('msgid "One"\nmsgstr "Eins"\n\nmsgid "Three"\nmsgstr "Drei"')
    const defects = entriesOf('portal', 'de', english, german).map((entry) => [
      entry.id,
      defectsOf(entry),
    ])
    expect(defects).toEqual([
      ['One', []],
      // It waits for a translator.
      ['Two', []],
      ['Three', ['No message of the product says this.']],
    ])
  })

  test('for a defect in the words of the server, which are held to the same rules (AT-LNG-11)', () => {
    const own = { place: 'server', id: 'farewell.subject' }
    const [defect] = defectsIn('de', 'Good bye from {studio}', 'Auf Wiedersehen', own)
    expect(defect).toMatch(/norm/)
  })
})

describe('a catalogue is accepted', () => {
  test.each([
    ['fr', 'How old are you?', 'Quel âge avez-vous\u202F?'],
    ['fr', 'You lose:', 'Vous perdez\u00A0:'],
    ['fr', players, '{n, plural, one {# membre} many {# membres} other {# membres}}'],
    ['de', blocked, '{name} ist wieder blockiert.'],
    ['es', 'Which studios?', '¿Qué estudios?'],
    ['pl', players, '{n, plural, one {gracz} few {# graczy} many {# graczy} other {# gracza}}'],
    ['ja', blocked, '{name} さんをもう一度ブロックしました。'],
    ['ja', 'It comes from Steam.', 'Steamから取得します。'],
    ['ja', players, '{n, plural, other {参加者は#人}}'],
    ['ko', 'Welcome, {name}.', '{name} 님, 환영합니다.'],
    ['zh-Hans', 'It comes from Steam.', '来自 Steam。'],
    [
      'ar',
      players,
      '{n, plural, zero {لا أحد} one {شخص} two {شخصان} few {# أشخاص} many {# شخصًا} other {# شخص}}',
    ],
    ['ru', 'It comes from Steam.', 'Из Steam.'],
  ])('in %s for %s', (language, english, text) => {
    expect(defectsIn(language, english, text)).toEqual([])
  })
})

describe('a text that waits for a translator', () => {
  const english = parsePo('msgid "a"\nmsgstr "Wait {n} days."\n\nmsgid "b"\nmsgstr "Two"')
  const german = parsePo(
    '#, fuzzy\nmsgid "a"\nmsgstr "Warte {n} Tage, bitte warten Sie"\n\nmsgid "b"\nmsgstr ""',
  )
  const entries = entriesOf('server', 'de', english, german)

  test('has no defect, be it new or changed', () => {
    expect(entries.flatMap(defectsOf)).toEqual([])
    expect(waitingIn(entries).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(waitingIn(entriesOf('server', 'en', english, english))).toEqual([])
  })

  test('fits the values of its English, because it is shown meanwhile', () => {
    const changed = parsePo('msgid "a"\nmsgstr "Wait a day."')
    expect(entriesOf('server', 'de', changed, german).slice(0, 1).flatMap(defectsOf)).toEqual([
      expect.stringMatching(/\{n\} is added/),
    ])
  })
})

describe('the norm', () => {
  test('has 78 strings in each of the languages (AT-LNG-11)', () => {
    expect(norm).toHaveLength(78)
    expect(norm.flatMap((row) => languages.filter((language) => !row[language]))).toEqual([])
  })

  test('keeps the rules that it is the norm of', () => {
    const defects = norm.flatMap(({ key, mails, en, ...said }) =>
      Object.entries(said).flatMap(([language, text]) =>
        defectsIn(language, en, text, mails && { place: 'server', id: mails[0] }).map(
          (defect) => `${key} ${language}: ${defect}`,
        ),
      ),
    )
    expect(defects).toEqual([])
  })
})

test('the words of the product have no defect (AT-LNG-11)', () => {
  const entries = readEntries(fileURLToPath(new URL('../..', import.meta.url)))
  expect(entries.length).toBeGreaterThan(400)
  expect(missingLanguages(entries)).toEqual([])
  const defects = entries.flatMap((entry) =>
    defectsOf(entry).map(
      (defect) => `${entry.place} ${entry.language}, “${entry.english}”: ${defect}`,
    ),
  )
  expect(defects).toEqual([])
  // Ten thousand messages, on a busy machine too.
})

test('a language without a catalogue of a place is named (AT-LNG-11)', () => {
  const entries = [
    { place: 'portal/errors', language: 'en' },
    { place: 'portal/errors', language: 'de' },
    { place: 'server', language: 'en' },
  ]
  expect(missingLanguages(entries)).toHaveLength(languages.length - 2)
  expect(missingLanguages(entries)).toContain('portal/errors has no words in ar.')
})

test('every language has its rules', () => {
  expect(Object.keys(languageRules)).toEqual(languages)
})

test('the types of what mails name are those of their English catalogue', () => {
  expect(readFileSync(mailValuesFile, 'utf8')).toBe(mailValues())
})

test('the words of refusals that the support reads are those of the portal', () => {
  expect(readFileSync(refusalsFile, 'utf8')).toBe(refusals())
})
