import { readFileSync } from 'node:fs'
import { identityProviders } from '../../packages/contract/src/identityProviders.ts'
import { gamingWebsites, socialNetworks } from '../../packages/contract/src/survey.ts'
import { formDefects } from '../../packages/contract/src/formDefects.ts'
import { forbiddenDefects } from './forbiddenWords.mjs'
import rules from './rules.json' with { type: 'json' }

/*
 * The rules of docs/translating.md that a machine holds. Each takes an entry of the catalogues and
 * says its defects, one sentence each.
 *
 * norm.json has the strings that every other follows; `mails` says where the words of a mail stand.
 * languageRules.json has for each language: `scripts`, letters that its words have besides Latin ones,
 * which names alone have there; `quotes`, its quotation marks and apostrophe; `alike`, messages and
 * words that are spelled as in English; `terms`, what English calls by one word, and every word for it.
 * rules.json has `names`, units and formats among them, and what is wrong with or around `signs`: a
 * pattern that finds it, and the sentence.
 */

const words = new URL('../../apps/portal/src/i18n/', import.meta.url)
export const [norm, languageRules] = ['norm.json', 'languageRules.json'].map((name) =>
  JSON.parse(readFileSync(new URL(name, words), 'utf8')),
)

/** Headings whose words are too few for the term of their English. */
const withoutTerms = new Set(['Password recovery sent'])

/** The words that no language translates. */
const names = new Set(
  [
    ...Object.values(identityProviders).map(({ title }) => title),
    ...socialNetworks,
    ...gamingWebsites,
    ...rules.names,
  ].flatMap((words) => words.split(' ')),
)

/**
 * The defects of one entry; English is judged by its form alone, because it is the fixed text. One that
 * waits for a translator is none: waiting.mjs lists them.
 */
export function defectsOf(entry) {
  const { language, english, text } = entry
  if (english === null) return ['No message of the product says this.']
  if (text === '') return language === 'en' ? ['It has no words.'] : []
  const normed = normOf(entry)
  if (normed !== null && withoutTags(text) !== normed) return [`The norm says: ${normed}`]
  const form = [
    ...formDefects(english, text, language),
    ...signDefects('spaces', text),
    ...pleaseDefects(entry),
  ]
  // The old text of a changed one need only fit its values.
  if (language === 'en' || entry.isOld) return form
  const plain = withoutValues(text)
  const defects = [
    ...form,
    ...forbiddenDefects(plain, language),
    ...quoteDefects(text, language),
    ...signDefects(language, plain),
    ...scriptDefects(plain, language),
    ...englishDefects(entry, plain),
  ]
  // People have read the norm: the checks of length and ends do not apply to it.
  if (normed !== null) return defects
  return [...defects, ...lengthDefects(entry), ...endDefects(entry), ...termDefects(entry)]
}

/** The norm's text for an entry, or null where it has none. */
function normOf({ place, language, id, english }) {
  const row = norm.find(({ mails, en }) =>
    place === 'server' ? mails?.includes(id) : mails === undefined && en === withoutTags(english),
  )
  return row === undefined || language === 'en' ? null : row[language]
}

const withoutTags = (text) => text.replaceAll(/<\/?\d+\/?>/g, '')
/** Braces with what stands before the words of a form, and tags, are no words. */
const withoutValues = (text) =>
  withoutTags(text)
    .replaceAll(/\{\w+\}/g, '⟨⟩')
    .replaceAll(/\{\w+, ?(?:plural|select), ?/g, '')
    .replaceAll(/(?:=\d+|zero|one|two|few|many|other) ?\{/g, ' ')
    .replaceAll('}', '')
    .trim()

/** The sentences of rules.json whose pattern a text has. */
function signDefects(group, text) {
  const wrong = (rules.signs[group] ?? []).filter(([pattern]) =>
    new RegExp(pattern, 'su').test(text),
  )
  return wrong.map(([, sentence]) => sentence)
}

function pleaseDefects({ language, english }) {
  return language === 'en' && isLabel(english) && /\bplease\b/i.test(english)
    ? ['A button does not say please.']
    : []
}

/** Words without the end of a sentence, and short: a button, a tab, a field's name, a heading. */
function isLabel(english) {
  return english.length <= longestLabel && !/[.!?:…,]$/u.test(english)
}
const longestLabel = 40
const leastRoom = 24

function lengthDefects({ place, id, english, text, comment }) {
  const plain = withoutTags(text)
  const own = /\bmax: (\d+)/.exec(comment)?.[1]
  const isSubject = place === 'server' && id.endsWith('.subject')
  const roomOfLabel = Math.max(leastRoom, Math.ceil(1.4 * withoutTags(english).length + 10))
  const room = isLabel(english) ? roomOfLabel : Infinity
  const most = Number(own ?? (isSubject ? longestSubject : room))
  const { length } = [...plain]
  return length > most ? [`It has ${length} characters; there is room for ${most}.`] : []
}
/** With a studio of 20 letters in the place of {studio}, 100 in all. */
const longestSubject = 88

function quoteDefects(text, language) {
  const unquoted = text.replaceAll(/'[{}][^']*'/g, '')
  if (/["'`]/.test(unquoted)) return ['A quotation mark or apostrophe is straight.']
  const { quotes } = languageRules[language]
  const found = unquoted.match(/[«»„“”‚‘’「」『』《》‹›]/gu) ?? []
  const wrong = found.filter((sign) => !quotes.includes(sign))
  return wrong.length === 0 ? [] : [`${wrong.join(' ')} is no quotation mark of the language.`]
}

/** How a text ends: with a sentence, a colon, or as a label does. */
const ends = [
  ['a sentence', /[.!?。！？؟][)）»”」』]?$/u],
  ['a colon', /[:：]$/u],
]
/** An open end fits every other, and so does a value after a colon. */
const openEnd = /…$|[:：][\u00A0 ]?⟨⟩$/u

function endDefects({ english, text }) {
  const plain = [english, text].map((words) => withoutValues(words).trim())
  if (plain.some((words) => openEnd.test(words))) return []
  const [wanted, given] = plain.map(
    (words) => ends.find(([, pattern]) => pattern.test(words))?.[0] ?? 'a label',
  )
  return wanted === given ? [] : [`It ends like ${given}; its English ends like ${wanted}.`]
}

const latin = /\p{Script=Latin}/u
const notLatin = /[\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Greek}]/u

function scriptDefects(plain, language) {
  const scripts = ['Latin', ...languageRules[language].scripts].map((name) => `\\p{Script=${name}}`)
  const foreign = plain.match(new RegExp(`(?![${scripts.join('')}ー\\u0640])\\p{L}`, 'gu')) ?? []
  const words = plain.match(/[\p{L}\p{M}]+/gu) ?? []
  const mixed = words.filter((word) => latin.test(word) && notLatin.test(word))
  return [
    ...foreign.map((sign) => `${sign} is no letter of the language.`),
    ...mixed.map((word) => `'${word}' mixes letters of two scripts.`),
  ]
}

/** Names of a protocol's fields and methods, which no language translates. */
const protocolNames = /\b[a-z]+(?:_[a-z]+)+\b|\bS256\b/g

/** English words that none of our languages has. */
const englishWords = /(?<!\p{L})(?:the|your|you|please|with|this|that|what|which)(?!\p{L})/iu

function englishDefects({ language, english, text }, plain) {
  const { scripts, alike } = languageRules[language]
  const own = plain.replaceAll(protocolNames, '')
  const words = own.match(/\p{Script=Latin}[\p{Script=Latin}’]*/gu) ?? []
  if (scripts.length > 0) {
    const left = words.filter((word) => !names.has(word) && !alike.includes(word))
    return left.length === 0 ? [] : [`'${left.join(' ')}' is in Latin letters and no known name.`]
  }
  const said = englishWords.exec(plain)
  if (said !== null) return [`'${said[0]}' is English.`]
  const isAlike = alike.includes(text) || words.every((word) => names.has(word))
  return text === english && !isAlike ? ['It is as in English.'] : []
}

function termDefects({ language, english, text }) {
  if (withoutTerms.has(english)) return []
  return languageRules[language].terms.flatMap(([term, own]) => {
    const meant = new RegExp(`(?<!\\p{L})(?:${term})(?!\\p{L})`, 'iu')
    const isRight = !meant.test(withoutValues(english)) || new RegExp(own, 'iu').test(text)
    return isRight ? [] : [`It does not say its word for '${term}': ${own}.`]
  })
}
