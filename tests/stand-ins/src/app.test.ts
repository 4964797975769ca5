import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/freePort.mjs'
import { createApp } from './app.ts'
import { captchaSecret } from './captcha.ts'

let app: FastifyInstance
let smtpPort: number

beforeAll(async () => {
  smtpPort = await freePort()
  app = await createApp({ smtpPort })
  await app.ready()
})

afterEach(async () => {
  for (const name of ['mailbox', 'captcha', 'community']) await reset(name)
})
afterAll(() => app.close())

test('every page that the list names is in the documentation', async () => {
  const { body } = await app.inject('/')
  const pages = [...body.matchAll(/<a href="([^"]+)"><strong>/g)].map(([, path]) => path)
  const text = readFileSync(new URL('../../../docs/stand-ins.md', import.meta.url), 'utf8')
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.filter((path) => !text.includes(`\`${path}\``))).toEqual([])
})

test('the mailbox keeps mails with their parts and links, newest first', async () => {
  await send('first@example.com', 'First')
  await send('Second@Example.com', 'Zweite Nachricht für dich')

  const all = await app.inject('/mailbox/messages')
  expect(all.json()).toMatchObject([
    { subject: 'Zweite Nachricht für dich', to: 'Second@example.com', from: 'us@example.com' },
    { subject: 'First', to: 'first@example.com' },
  ])
  const found = await app.inject('/mailbox/messages?to=second@example.com')
  expect(found.json()).toMatchObject([
    { links: ['http://localhost:4000/a?b=1&c=2'], text: expect.stringContaining('b=1&c=2') },
  ])
})

test('the page of a mail runs no script of the mail', async () => {
  await send('a@example.com', '<script>steal()</script>')
  const [{ id }] = (await app.inject('/mailbox/messages')).json<[{ id: string }]>()
  const { body } = await app.inject(`/mailbox/${id}`)
  expect(body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"')
  expect(body).not.toContain('<script>steal')
  expect(body).not.toContain('<b>Hello')
})

test('the page of a mail shows the images that it carries, and the name of its sender', async () => {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false })
  await transport.sendMail({
    from: { name: 'Owls <b>', address: 'us@example.com' },
    to: 'a@example.com',
    subject: 'With a sign',
    html: '<img src="cid:sign@us"><img src="cid:none"><p>Hello</p>',
    attachments: [
      { cid: 'sign@us', content: Buffer.from('PNG'), contentType: 'image/png', filename: 's.png' },
      { cid: 'page@us', content: '<b>', contentType: 'text/html', filename: 's.html' },
    ],
  })
  transport.close()
  const [{ id }] = (await app.inject('/mailbox/messages')).json<[{ id: string }]>()
  const { body } = await app.inject(`/mailbox/${id}`)
  expect(body).toContain('src=&#34;data:image/png;base64,UE5H&#34;')
  expect(body).toContain('src=&#34;&#34;')
  expect(body).not.toContain('data:text/html')
  expect(body).toContain('Owls &#60;b&#62; &#60;us@example.com&#62;')
})

test('the page of a mail has the scheme and the screen of its query', async () => {
  const dark = '@media (prefers-color-scheme:dark)'
  const rich = `<html><head><style>${dark}{p{color:red}}</style></head><body><p>x</p></body></html>`
  await send('a@example.com', 'Schemes', 'http://localhost:4000/', rich)
  const [{ id }] = (await app.inject('/mailbox/messages')).json<[{ id: string }]>()
  const light = (await app.inject(`/mailbox/${id}`)).body
  expect(light).toContain('title="The mail, light, on a desktop"')
  expect(light).toContain('@media not all{p{color:red}}')
  const other = (await app.inject(`/mailbox/${id}?scheme=dark&size=phone`)).body
  expect(other).toContain('title="The mail, dark, on a phone"')
  expect(other).toContain('@media all{p{color:red}}')
  // The style stands in the head, so that the mail keeps its doctype's rules.
  expect(other).toContain('&#60;head&#62;&#60;base target=&#34;_blank&#34;&#62;')
  expect((await app.inject(`/mailbox/${id}?scheme="><b>`)).body).toContain('light, on a desktop')
})

test('the mailbox shows the mails to one address, and escapes the search', async () => {
  await send('a@example.com', 'For A')
  await send('b@example.com', 'For B')
  const { body } = await app.inject('/mailbox?to=a@example.com')
  expect(body).toContain('For A')
  expect(body).not.toContain('For B')
  const none = (await app.inject('/mailbox?to=%22%3E%3Cb%3E')).body
  expect(none).toContain('No mail to')
  expect(none).not.toContain('"><b>')
})

test('the mailbox deletes all mails', async () => {
  await send('a@example.com', 'Gone')
  await app.inject({ method: 'DELETE', url: '/mailbox/messages' })
  expect((await app.inject('/mailbox/messages')).json()).toEqual([])
  const gone = await app.inject('/mailbox/1')
  expect([gone.statusCode, gone.body.includes('No such mail')]).toEqual([404, true])
})

test.each([
  ['down', 421],
  ['tempfail421', 421],
  ['rcpt550', 550],
])('the switch %s refuses mail with %i until a reset', async (name, code) => {
  await put('mailbox', { [name]: true })
  await expect(send('a@example.com', 'Refused')).rejects.toMatchObject({ responseCode: code })
  await reset('mailbox')
  await send('a@example.com', 'Taken')
  expect((await app.inject('/mailbox/messages')).json()).toMatchObject([{ subject: 'Taken' }])
})

test('the switch rcpt550Of refuses mail to one address', async () => {
  await put('mailbox', { rcpt550Of: 'full@example.com' })
  await expect(send('full@example.com', 'Refused')).rejects.toMatchObject({ responseCode: 550 })
  await send('a@example.com', 'Taken')
})

test('a link scanner opens every link on arrival', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  await put('mailbox', { scanner: true })
  await send('a@example.com', 'Scanned', `${app.listeningOrigin}/community/scanned`)
  const seen = await app.inject('/__standin/community/requests')
  expect(seen.json<{ method: string }[]>().map(({ method }) => method)).toEqual(['HEAD', 'GET'])
})

test('a captcha token carries its action and host and verifies once', async () => {
  const made = await app.inject('/captcha/token?action=login&hostname=localhost')
  const { token } = made.json<{ token: string }>()
  expect(await verify(token)).toMatchObject({
    success: true,
    action: 'login',
    hostname: 'localhost',
    score: 0.9,
  })
  expect(await verify(token)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] })
})

test('a captcha requires the right secret and obeys its switches', async () => {
  const made = await app.inject('/captcha/token?action=login&hostname=localhost')
  const { token } = made.json<{ token: string }>()
  expect(await verify(token, 'wrong')).toMatchObject({ 'error-codes': ['invalid-input-secret'] })

  await put('captcha', { score: 0.1, action: 'other' })
  const again = (await app.inject('/captcha/token?action=login')).json<{ token: string }>()
  expect(await verify(again.token)).toMatchObject({ score: 0.1, action: 'other' })
})

test('the control plane answers 503 when down and refuses switches that do not exist', async () => {
  await put('community', { down: true })
  expect((await app.inject('/community')).statusCode).toBe(503)
  expect((await put('community', { upside: true })).json()).toEqual({
    error: 'there is no switch upside',
  })
  expect((await put('community', { down: 'yes' })).statusCode).toBe(400)
  await reset('community')
  expect((await app.inject('/community/profile/7')).body).toContain('Player 7')
})

test('one reset is for all stand-ins', async () => {
  await put('community', { down: true })
  await put('captcha', { score: 0.1 })
  await app.inject({ method: 'POST', url: '/__standin/reset' })
  const switchesOf = async (name: string) =>
    (await app.inject(`/__standin/${name}/switches`)).json<Record<string, unknown>>()
  expect((await switchesOf('community'))['down']).toBe(false)
  expect((await switchesOf('captcha'))['score']).toBe(0.9)
})

test('the front page lists every stand-in', async () => {
  const { body } = await app.inject('/')
  for (const name of ['mailbox', 'captcha', 'community']) expect(body).toContain(`href="/${name}"`)
})

async function send(
  to: string,
  subject: string,
  link = 'http://localhost:4000/a?b=1&c=2',
  rich = `<b>Hello</b> <a href="${link.replaceAll('&', '&amp;')}">there</a>`,
) {
  const transport = createTransport({ host: '127.0.0.1', port: smtpPort, secure: false })
  try {
    await transport.sendMail({
      from: 'Us <us@example.com>',
      to,
      subject,
      text: `Hello ${link}`,
      html: rich,
    })
  } finally {
    transport.close()
  }
}

function reset(name: string) {
  return app.inject({ method: 'POST', url: `/__standin/${name}/reset` })
}

function put(name: string, switches: object) {
  return app.inject({ method: 'PUT', url: `/__standin/${name}/switches`, payload: switches })
}

async function verify(response: string, secret: string = captchaSecret): Promise<unknown> {
  const answer = await app.inject({
    method: 'POST',
    url: '/captcha/recaptcha/api/siteverify',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ secret, response }).toString(),
  })
  return answer.json()
}
