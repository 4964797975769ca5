import { createHash, createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../platform/config/readSettings.ts'
import { SettingsError } from '../platform/config/settings.ts'
import { type MailSink, openMailSink } from '../../test/fixtures/processes/mailSink.ts'
import { logoId, sceneId } from './layout.ts'
import { imageOf } from './imageOf.ts'
import { createMailer, type Mail } from './mailer.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const signing = { DKIM_DOMAIN: 'news.test', DKIM_SELECTOR: 'gatehouse', DKIM_PRIVATE_KEY: pem }

const mail: Mail = {
  to: 'ada@site.test',
  subject: 'What is new',
  text: 'Much.\n',
  html: '<p>Much.</p>',
  messageId: '<1@news.test>',
}
const ofList = {
  ...mail,
  subscription: {
    list: 'newsletter-1.account.test',
    unsubscribeUrl: `https://account.test/api/newsletter/unsubscribe?t=${'x'.repeat(120)}`,
  },
}

let sink: MailSink

beforeAll(async () => {
  sink = await openMailSink()
})
afterAll(() => sink.close())

async function sent(given: Mail, settings: Record<string, string> = {}): Promise<string> {
  const environment = { SMTP_URL: sink.url, MAIL_FROM: 'News <news@news.test>', ...settings }
  await createMailer(readSettings(environment))?.send(given)
  return sink.received.at(-1) ?? ''
}

describe('a mail of a list', () => {
  it('offers one-click unsubscription on an unfolded header line (R-1.3-20)', async () => {
    const headers = headersOf(await sent(ofList))
    expect(headers.get('list-unsubscribe')).toBe(`<${ofList.subscription.unsubscribeUrl}>`)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(headers.get('list-id')).toBe('<newsletter-1.account.test>')
  })

  it('has a signature that covers both headers of the one click', async () => {
    for (const key of [pem, Buffer.from(pem).toString('base64')]) {
      const raw = await sent(ofList, { ...signing, DKIM_PRIVATE_KEY: key })
      const signed = signatureOf(raw)
      expect(signed).toMatchObject({ d: 'news.test', s: 'gatehouse', a: 'rsa-sha256' })
      const names = (signed['h'] ?? '').toLowerCase().split(':')
      for (const name of ['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']) {
        expect(names).toContain(name)
      }
      expect(isGenuine(raw, publicKey)).toBe(true)
      const elsewhere = raw.replace('List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Clicks')
      expect(isGenuine(elsewhere, publicKey)).toBe(false)
    }
  })
})

it.each([
  ['Gate & “Keep”, Studios', 'news@news.test'],
  ['News <news@news.test>', 'news@news.test'],
  ['"News, daily" <news@news.test>', 'news@news.test'],
])('a mail comes from the studio’s name, at the address of %s', async (text, address) => {
  const MAIL_FROM = text.includes('@') ? text : address
  const from = headersOf(await sent({ ...mail, sender: 'Bob’s Games, "Inc"' }, { MAIL_FROM })).get(
    'from',
  )
  expect(from).toMatch(/^=\?UTF-8\?[QB]\?\S+\?=(?: =\?UTF-8\?[QB]\?\S+\?=)* <news@news\.test>$/)
  expect(headersOf(await sent({ ...mail, sender: 'Owls' })).get('from')).toBe(`Owls <${address}>`)
  const forged = await sent({ ...mail, sender: 'A\r\nBcc: eve@site.test' })
  expect(headersOf(forged).has('bcc')).toBe(false)
})

it.each([
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ａｄａ@ｂüｃｈｅｒ.example', 'ada@xn--bcher-kva.example'],
  ['ada@site.test', 'ada@site.test'],
])('a mail to %s goes to %s at a server without SMTPUTF8 (C28)', async (to, address) => {
  await sent({ ...mail, to })
  expect(sink.recipients.at(-1)).toBe(address)
})

it('a mail carries the studio’s logo, which its HTML shows', async () => {
  const logo = imageOf('platform', 'png')
  const raw = await sent({ ...mail, html: `<img src="cid:${logoId}">`, logo })
  expect(raw).toMatch(/^Content-Type: multipart\/related/im)
  expect(raw).toContain(`Content-ID: <${logoId}>`)
  expect(raw).toMatch(/^Content-Disposition: inline/im)
  expect(raw.replaceAll('\r\n', '')).toContain(logo.replace(/=+$/, ''))
})

it('a mail carries the scene of its theme, which is not kept with a mail that waits', async () => {
  const raw = await sent({ ...mail, html: `<img src="cid:${sceneId}">`, scene: 'platform' })
  expect(raw).toContain(`Content-ID: <${sceneId}>`)
  expect(raw).toMatch(/^Content-Type: image\/jpeg/im)
  const scene = imageOf('platform', 'jpg')
  expect(raw.replaceAll('\r\n', '')).toContain(scene.replace(/=+$/, ''))
})

it('any other mail offers no unsubscription and is marked as automatic', async () => {
  const headers = headersOf(await sent(mail, signing))
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect([...headers.keys()].filter((name) => name.startsWith('list-'))).toEqual([])
})

it.each([
  [{ DKIM_DOMAIN: 'news.test' }, /DKIM_SELECTOR, DKIM_PRIVATE_KEY: missing/],
  [{ ...signing, DKIM_PRIVATE_KEY: 'nonsense' }, /DKIM_PRIVATE_KEY: is not a private RSA key/],
])('an incomplete signature is refused at the start, by name', (settings, message) => {
  expect(() => readSettings(settings)).toThrow(SettingsError)
  expect(() => readSettings(settings)).toThrow(message)
})

/** The headers of a mail, unfolded, by their names in lower case. */
function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function signatureOf(raw: string): Record<string, string> {
  const tags = (headersOf(raw).get('dkim-signature') ?? '').split(';')
  return Object.fromEntries(
    tags.map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replaceAll(/\s+/g, '')]
    }),
  )
}

/** Checks a DKIM signature as a receiver does (RFC 6376, relaxed headers and relaxed body). */
function isGenuine(raw: string, key: KeyObject): boolean {
  const tags = signatureOf(raw)
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4)
  const relaxedBody = body
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '\r\n')
  const bodyHash = createHash('sha256').update(relaxedBody, 'latin1').digest('base64')
  const headers = headersOf(raw)
  const relaxed = (name: string) =>
    `${name}:${(headers.get(name) ?? '').replaceAll(/[ \t]+/g, ' ').trim()}`
  const names = (tags['h'] ?? '').toLowerCase().split(':')
  const unsigned = relaxed('dkim-signature').replace(/\bb=[^;]*$/, 'b=')
  const signed = [...names.map((name) => `${relaxed(name)}\r\n`), unsigned].join('')
  const verifier = createVerify('RSA-SHA256').update(signed, 'latin1')
  return bodyHash === tags['bh'] && verifier.verify(key, tags['b'] ?? '', 'base64')
}
