import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailer, type Mail } from '../../src/mail/mailer.ts'
import { readSettings } from '../../src/platform/config/readSettings.ts'
import { openMailSink } from '../fixtures/processes/mailSink.ts'
import { registerForm } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

describe('a text of a player', () => {
  it('adds no recipient and no header to a mail, and a line break in a field is refused (D15)', async () => {
    const at = 'two-point-studios'
    const breaks = ['\r\nBcc: b@evil.test', '\nX-Evil: 1', '%0d%0aBcc:b@evil.test']
    for (const field of ['Email', 'Firstname', 'Lastname', 'Username'] as const) {
      for (const text of breaks) {
        const form = registerForm({ Username: 'Eva' })
        const body = { ...form, [field]: `${form[field]}${text}` }
        const isPlainText = field.endsWith('name') && field !== 'Username' && text.startsWith('%')
        // The server decodes no percent escape: in a person's name this is an odd text without a
        // line break.
        if (isPlainText) continue
        const { status, items } = await app.visitor(at).refused('registerNewUser', { body })
        expect([field, text, status, items[0]?.endsWith(`@${field}`)]).toEqual([
          field,
          text,
          400,
          true,
        ])
      }
    }
    // A name with such a text stays text, and no mail has it in its head.
    for (const field of ['Firstname', 'Lastname'] as const) {
      const Username = `Eva${field}`
      const body = registerForm({ Username, [field]: 'Ada%0d%0aBcc: b@evil.test' })
      await app.visitor(at).call('registerNewUser', { body })
      const [mail] = await app.mails(body.Email)
      const [head = ''] = (await onTheWire(mail as Mail)).split('\r\n\r\n', 1)
      expect(head.match(/^(To|Cc|Bcc):.*$/gim)).toEqual([`To: ${body.Email}`])
      expect(head).not.toContain('evil')
    }
  })

  it('puts neither markup nor templates into a mail (D16)', async () => {
    const at = 'two-point-studios'
    const names = [
      '<a href=https://evil.test>x</a>',
      '{{7*7}}',
      '${7*7}',
      '<%=7*7%>',
      'A'.repeat(100),
    ]
    for (const [index, Firstname] of names.entries()) {
      const body = registerForm({ Username: `Fay${index}`, Firstname })
      await app.visitor(at).call('registerNewUser', { body })
      const [mail] = await app.mails(`fay${index}@site.test`)
      expect(mail?.text).toContain(`Hello Fay${index},`)
      for (const part of [mail?.text ?? '', mail?.html ?? '']) {
        expect(part).not.toMatch(/evil\.|7\*7|A{9}|(?<![\w-])49(?![\w%-])/)
      }
    }
    const tooLong = registerForm({ Username: 'Fay9', Firstname: 'A'.repeat(255) })
    const refused = await app.visitor(at).refused('registerNewUser', { body: tooLong })
    expect(refused.items).toEqual(['INVALID_REQUEST@Firstname'])
  })
})

/** A mail as the product sends it, byte for byte. */
async function onTheWire(mail: Mail): Promise<string> {
  const sink = await openMailSink()
  await createMailer(readSettings({ NODE_ENV: 'test', SMTP_URL: sink.url }))?.send(mail)
  await sink.close()
  return sink.received.join('\n')
}
