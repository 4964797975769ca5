import { readFileSync } from 'node:fs'
import { directionOf } from '@gatehouse/contract/direction'
import { type Language, languages } from '@gatehouse/contract/languages'
import { failuresIn } from '@gatehouse/contract/testing/failuresIn'
import { describe, expect, it } from 'vitest'
import { mailNames, namedInMails, sampleMails } from './sampleMails.ts'
import { type DeploymentFile, deploymentOf } from '../deployments/deployments.ts'
import type { MailWith } from '../words/wordsOf.ts'
import { accountNotice } from './mails.ts'

/** Of 20 letters, which is long for a subject. */
const studio = 'Two Hundred Gates Ab'
const deployment = deploymentNamed(studio)
const mails = languages.flatMap((language) =>
  [...sampleMails(deployment, language)].map(([name, mail]) => ({ language, name, mail })),
)
type Written = (typeof mails)[number]
/** The failures of a property of the mails, each with its language and name. */
const failuresOf = (check: (each: Written) => void, of: readonly Written[] = mails) =>
  failuresIn(of, ({ language, name }) => `${language} · ${name}`, check)
const written = (direction: 'ltr' | 'rtl') =>
  mails.filter(({ language }) => directionOf(language) === direction)
const english = new Map(sampleMails(deployment, 'en'))

const isolates = /[\u2066-\u2069]/g
const otherControls = /[\u202A-\u202E\u200E\u200F\u061C\u2066\u2067]/
/** Their readers' letters are not Latin, so whatever is Latin is a name or was forgotten. */
const otherLetters = new Set<Language>(['ru', 'ja', 'ko', 'zh-Hans', 'ar'])
/** Words that their readers write in Latin letters, too. */
const inEveryScript = new Set(['UTC', 'IP'])

describe('every mail in every language', () => {
  it('exists', () => {
    expect(mails).toHaveLength(mailNames.length * 12)
  })

  it('says its language and direction (AT-LNG-06)', () => {
    const failures = failuresOf((each) => {
      const { html } = each.mail
      const direction = directionOf(each.language)
      const dir = each.language === 'en' ? '' : ` dir="${direction}"`
      expect(html).toMatch(new RegExp(`^<!doctype html>\\s*<html lang="${each.language}"${dir}>`))
      expect(html).toContain(`aria-roledescription="email"`)
      expect(html.match(new RegExp(` lang="${each.language}"${dir}>`, 'g'))).toHaveLength(2)
      expect(tagsOf(html, 'table').filter((tag) => !tag.includes(dir))).toEqual([])
      const wrongSide = direction === 'rtl' ? 'left' : 'right'
      expect(html).not.toContain(`text-align:${wrongSide}`)
    })
    expect(failures).toEqual([])
  })

  it('is whole (AT-LNG-06)', () => {
    const failures = failuresOf(({ language, name, mail }) => {
      const { subject, text, html } = mail
      for (const part of [subject, text, html.replace(/<style>.*<\/style>/s, '')]) {
        expect(part).not.toMatch(/\{\w*\}|undefined|\[object/)
        expect(part).not.toMatch(otherControls)
      }
      expect(unbalancedTags(html)).toEqual([])
      expect(subject.length).toBeLessThanOrEqual(100)
      expect(subject).not.toMatch(isolates)
      expect(subject.trim()).toBe(subject)
      expect(subject).toContain(name === 'mailing' ? '' : studio)
      // As many lines as the English one: none is empty, none was left out.
      expect(linesOf(text)).toHaveLength(linesOf(english.get(name)?.text ?? '').length)
      const addresses = text.match(/https?:\/\/\S+/g) ?? []
      const hrefs = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => unescaped(href))
      expect(new Set(addresses)).toEqual(new Set(hrefs))
      // An address on its own line keeps its direction.
      expect(linesOf(text).filter((line) => /.https?:|\s.*https?:/.test(line))).toEqual([])
      expect(named(english.get(name)?.text ?? '')).toEqual(named(text))
      expect(language === 'en' ? [] : englishLines(text, name)).toEqual([])
    })
    expect(failures).toEqual([])
  })

  it('has Latin letters in names alone where its readers have others (AT-LNG-06)', () => {
    const failures = failuresOf(
      ({ mail }) => {
        const values = [studio, ...Object.values(namedInMails).flat()]
        const left = values
          .toSorted((one, other) => other.length - one.length)
          .reduce((text, value) => text.replaceAll(value, ''), mail.text.replaceAll(isolates, ''))
          .replaceAll(/https?:\/\/\S+/g, '')
        const words = left.match(/\p{Script=Latin}+/gu) ?? []
        expect(words.filter((word) => !inEveryScript.has(word))).toEqual([])
      },
      mails.filter(({ language }) => otherLetters.has(language)),
    )
    expect(failures).toEqual([])
  })

  it('isolates every value within a sentence that runs from right to left (L21)', () => {
    const failures = failuresOf(({ mail: { text, html } }) => {
      expect(html).not.toMatch(isolates)
      expect(html).toContain('<bdi>')
      expect(text.match(isolates)?.join('')).toMatch(/^(\u2068\u2069)+$/)
      // The name at the end has its own line.
      for (const line of linesOf(text).filter((each) => each !== studio)) {
        const apart = line.replaceAll(/\u2068[^\u2069]*\u2069/g, '')
        expect(apart).not.toMatch(/Ada_Lovelace|Augusta|charles|Steam|Twitch|2001:|Two Hundred/)
      }
    }, written('rtl'))
    expect(failures).toEqual([])
  })

  it('isolates nothing in a sentence that runs from left to right (L21)', () => {
    const failures = failuresOf(
      ({ mail: { text, html } }) => expect(text + html).not.toMatch(/[\u2066-\u2069]|<bdi>/),
      written('ltr'),
    )
    expect(failures).toEqual([])
  })
})

const occasion = {
  at: new Date('2026-11-21T07:05:00Z'),
  clientContext: { ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
}

function renamed(language: Language, oldName: string) {
  const reader = { username: 'Ada', language }
  return accountNotice(deployment, reader, 'usernameChanged', occasion, { path: '/', oldName })
}

function linked(language: Language) {
  const reader = { username: 'Ada', language }
  const about = { path: '/', services: ['Steam', 'Twitch', 'Discord'] }
  return accountNotice(deployment, reader, 'passwordRecovered', occasion, about).text
}

describe('a value in a mail', () => {
  it('of Arabic letters leaves an English sentence in order (L21)', () => {
    const { html, text } = renamed('en', 'عادل 1')
    expect(html).toContain('It was <bdi>عادل 1</bdi>, and nobody')
    expect(text).toContain('It was عادل 1, and nobody')
  })

  it('turns nothing around: what steers the direction of text is left out (L21)', () => {
    const evil = 'a\u202Eb\u2066c\u2069d\u200Fe\u061Cf\u2068g'
    for (const language of languages) {
      const { subject, html, text } = renamed(language, evil)
      for (const part of [subject, html, text]) expect(part).not.toMatch(otherControls)
      expect(text.replaceAll(isolates, '')).toContain('abcdefg')
      expect(html.match(/<bdi>/g)?.length).toBe(html.match(/<\/bdi>/g)?.length)
    }
  })

  it('is no placeholder and no markup (L21)', () => {
    const { html, text } = renamed('fr', '{studio} <b>{oldName}</b> $& {constructor}')
    expect(text).toContain('{studio} <b>{oldName}</b> $& {constructor}')
    expect(html).toContain('{studio} &lt;b&gt;{oldName}&lt;/b&gt; $&amp; {constructor}')
  })

  it.each([
    ['en', '21 November 2026 at 07:05 UTC'],
    ['de', '21. November 2026 um 07:05 UTC'],
    ['fr', '21 novembre 2026 à 07:05 UTC'],
    ['pl', '21 listopada 2026 07:05 UTC'],
    ['ja', '2026年11月21日 7:05 UTC'],
    ['ar', '21 نوفمبر 2026 في 7:05'],
  ] as const)('that is a moment is written as in %s (AT-LNG-06)', (language, moment) => {
    expect(renamed(language, 'x').text.replaceAll(isolates, '')).toContain(moment)
  })

  it('that is a list is written as one', () => {
    expect(linked('en')).toContain('Linked in the last 30 days: Steam, Twitch, Discord. Unlink')
    expect(linked('de')).toContain('Steam, Twitch und Discord')
    expect(linked('ja')).toContain('Steam、Twitch、Discord')
    expect(linked('ar')).toContain('\u2068Steam\u2069 و\u2068Twitch\u2069 و\u2068Discord\u2069')
  })
})

function deploymentNamed(name: string) {
  const file = readFileSync(
    new URL('../../../../deploy/samples/local.json', import.meta.url),
    'utf8',
  )
  return deploymentOf(
    'local',
    { ...(JSON.parse(file) as DeploymentFile), RegisterStudioName: name },
    {},
  )
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

/** Which of the values a text names, however often. */
function named(text: string): readonly string[] {
  return [studio, ...Object.values(namedInMails).flat()].filter((value) => text.includes(value))
}

/** The lines of a mail that say something in the words of the English one. */
function englishLines(text: string, name: MailWith<'closing'>) {
  const own = new Set([studio, ...namedInMails.paragraphs])
  const said = new Set(linesOf(english.get(name)?.text ?? ''))
  return linesOf(text.replaceAll(isolates, '')).filter(
    (line) => said.has(line) && !own.has(line) && !line.startsWith('http'),
  )
}

function unescaped(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

function tagsOf(html: string, name: string): readonly string[] {
  return html.match(new RegExp(`<${name} [^>]*>`, 'g')) ?? []
}

/** The tags that close nothing, or that nothing closes, outside of comments. */
function unbalancedTags(html: string): readonly string[] {
  const open: string[] = []
  const wrong: string[] = []
  const tags = html
    .replaceAll(/<!--.*?-->|<style>.*?<\/style>/gs, '')
    .matchAll(/<(\/?)(\w+)[^>]*>/g)
  for (const [, slash, name = ''] of tags) {
    if (['meta', 'img', 'br', 'doctype'].includes(name)) continue
    if (slash === '') open.push(name)
    else if (open.pop() !== name) wrong.push(`</${name}>`)
  }
  return [...wrong, ...open]
}
