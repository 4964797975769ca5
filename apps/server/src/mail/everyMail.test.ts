import { readFileSync } from 'node:fs'
import { doIUseEmail } from '@jsx-email/doiuse-email'
import { failuresIn } from '@gatehouse/contract/testing/failuresIn'
import { describe, expect, it } from 'vitest'
import { logoId, sceneId } from './layout.ts'
import { deploymentOf, type DeploymentFile } from '../deployments/deployments.ts'
import { isThorough } from '../../test/fixtures/isThorough.ts'
import { sampleMails, mailNames } from './sampleMails.ts'
import { type DeploymentName, deploymentNames } from '../../test/fixtures/startApp.ts'

const folder = new URL('../../../../deploy/samples/', import.meta.url)
const deployments = deploymentNames.map(deploymentOfFile)
const mails = deployments.flatMap((deployment) =>
  [...sampleMails(deployment)].map(([name, mail]) => ({
    name,
    mail,
    theme: deployment.name,
    studio: deployment.configuration.RegisterStudioName,
  })),
)

/** The failures of a property of the mails, each with its theme and name. */
const failuresOf = (check: (each: (typeof mails)[number]) => void) =>
  failuresIn(mails, ({ theme, name }) => `${theme} · ${name}`, check)

/** Gmail cuts a mail off behind this many bytes, and its links with it. */
const clippedBehind = 102_000

/** The mail programs of most players. */
const emailClients = ['apple-mail.*', 'gmail.*', 'outlook.*', 'yahoo.*', 'samsung-email.*']

/** Features that some of them lack, each with its fallback. */
const degrades = new Map([
  ['<bdi> element', 'a name within Arabic stands where its letters alone put it'],
  ['<body> element', 'web mail makes it a div; the table inside has the same ground'],
  ['@media', 'the light scheme, or a dark one of the mail program’s making'],
  ['Attribute selector', 'nothing: it is for Outlook alone, in its own sheet'],
  ['Class selector', 'the light scheme, which stands inline'],
  ['Descendant combinator', 'nothing: it is for Outlook alone'],
  ['aria-label attribute', 'the title'],
  ['role attribute', 'tables that are announced as such'],
  ['border-radius', 'square corners'],
  ['display:none', 'hidden first words of one pixel, in the colour of the ground'],
  ['opacity', 'hidden first words of one pixel, in the colour of the ground'],
  ['overflow', 'square corners; hidden first words of one pixel'],
  ['word-break', 'long addresses that end outside of the card'],
])

describe('every mail', () => {
  it('exists in every environment', () => {
    expect(sampleMails(deploymentOfFile('local')).size).toBe(mailNames.length)
    expect(mails).toHaveLength(mailNames.length * deployments.length)
  })

  it('has in every theme all that mail programs look for', () => {
    const failures = failuresOf(({ mail, studio }) => {
      const { html, subject, text } = mail
      expect(html).toMatch(/^<!doctype html>\s*<html lang="en">/)
      expect(html).toContain('<meta name="color-scheme" content="light dark">')
      expect(/<title>([^<]+)<\/title>/.exec(html)?.[1]).not.toBe('')
      expect(html.match(/<h1[ >]/g)).toHaveLength(1)
      expect(Buffer.byteLength(html)).toBeLessThan(clippedBehind)
      // Nothing is fetched: an image would reveal when and where the mail was read. The logo is
      // part of the mail.
      expect(html.match(/<img /g)).toHaveLength(2)
      expect(html).toContain(`<img src="cid:${sceneId}" width="560" alt=""`)
      expect(html).toMatch(new RegExp(`<img src="cid:${logoId}" width="28" height="28" alt=""`))
      expect(
        Buffer.from(mail.logo ?? '', 'base64')
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG')
      expect(mail.sender).toBe(studio)
      expect(html).not.toMatch(/<(link|script|iframe|form)\b|url\(|@import|\son\w+=/i)
      const widths = [...html.matchAll(/(?:max-width:|width=")(\d+)/g)].map(([, width]) => width)
      expect(widths.every((width) => Number(width) <= 600)).toBe(true)
      expect(html.match(/<table/g)).toHaveLength(
        html.match(/<table role="presentation"/g)?.length ?? 0,
      )
      expect(subject.length).toBeLessThan(78)
      expect(text).toContain(studio)
      expect(text).not.toMatch(/<\/?(p|td|a|div)\b|&(amp|lt|quot|#)/)
    })
    expect(failures).toEqual([])
  })

  it('has in every theme the same addresses in both parts', () => {
    const failures = failuresOf(({ mail }) => {
      const hrefs = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) =>
        href.replaceAll('&amp;', '&'),
      )
      const written = mail.text.match(/https?:\/\/\S+/g) ?? []
      expect(new Set(written)).toEqual(new Set(hrefs))
    })
    expect(failures).toEqual([])
  })

  it('gives the list of mails its text in hidden first words', () => {
    for (const { mail } of mails) {
      const [, shown = ''] = /mso-hide:all">([^&]+)/.exec(mail.html) ?? []
      expect(shown.length).toBeGreaterThan(20)
      expect(shown).not.toContain('Hello')
    }
  })

  it('uses only features that the mail programs of most players have or can lack', () => {
    // Themes have one layout, and differ in colours alone.
    const some = isThorough ? deployments : [deploymentOfFile('relic')]
    const inEnglish = some.flatMap((deployment) => [...sampleMails(deployment).values()])
    // Those that are mirrored, or break their lines in another way.
    const others = (['ar', 'ko', 'ja'] as const).map((language) =>
      sampleMails(deploymentOfFile('relic'), language).get('emailChanged'),
    )
    const found = [...inEnglish, ...others].flatMap((mail) => featuresLackedFor(mail?.html ?? ''))
    expect([...new Set(found)].toSorted()).toEqual([...degrades.keys()].toSorted())
  })
})

function deploymentOfFile(name: DeploymentName) {
  const file = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as DeploymentFile
  return deploymentOf(name, file, {})
}

/** The features of a mail that some of the mail programs lack. */
function featuresLackedFor(html: string): readonly string[] {
  const result = doIUseEmail(html, { emailClients })
  const errors = 'errors' in result ? result.errors : []
  return errors.map((error) => /^`([^`]+)`/.exec(error)?.[1] ?? error)
}
