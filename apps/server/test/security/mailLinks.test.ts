import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { everyRow } from '../fixtures/samples/everyRow.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/* Links in mails: their target, their number, their lifetime, and who else can see them. */

let app: TestApp
let count = 0
const newPassword = 'Another9Battery'

beforeAll(async () => {
  app = await startApp()
})
beforeEach(() => {
  // No counter is left over from another test.
  app.clock.advance(24 * 3600)
})
afterAll(() => app.close())

const freshVisitor = () => {
  count += 1
  return app.visitor('local', `198.51.100.${count}`)
}
const ask = (email: string) => freshVisitor().call('recoverPassword', { body: { email } })
const recovery = (Token: string) => ({
  body: { Token, Password: newPassword, Confirm: newPassword },
})

/** The five links that mails carry, of players who have used none of them. */
async function fiveLinks(prefix: string) {
  const confirm = await registerPlayer(app, registerForm({ Username: `${prefix}1` }))
  const form = registerForm({ Username: `${prefix}2` })
  const verify = await registerPlayer(app, form, 'two-point-studios')
  await confirmedPlayer(app, registerForm({ Username: `${prefix}3` }))
  await ask(`${prefix.toLowerCase()}3@site.test`)
  const recover = await linkToken(app, `${prefix.toLowerCase()}3@site.test`)
  const visitor = await signedInPlayer(app, registerForm({ Username: `${prefix}4` }))
  const { Id_User: userId } = await visitor.readToken()
  const Email = `${prefix.toLowerCase()}5@site.test`
  await visitor.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
  const change = await linkToken(app, Email)
  const undo = await linkToken(app, `${prefix.toLowerCase()}4@site.test`)
  return { confirm, verify, recover, change, undo }
}

/** Follows all five, as their owners do. */
async function follow(links: Awaited<ReturnType<typeof fiveLinks>>): Promise<void> {
  await freshVisitor().call('confirmEmail', { body: { Uid: links.confirm } })
  const body = { VerificationCode: links.verify }
  await app.visitor('two-point-studios').call('verifyRegistration', { body })
  await freshVisitor().call('validatePasswordRecovery', recovery(links.recover))
  await freshVisitor().call('confirmEmailUpdate', { query: { uid: links.change } })
  await freshVisitor().call('recoverEmailUpdate', { query: { uid: links.undo } })
}

const pagesOf = (links: Awaited<ReturnType<typeof fiveLinks>>) => [
  ['localhost:4000', `/confirm-email?uid=${links.confirm}`],
  ['two-point-studios.localhost:4000', `/register/validate?verificationCode=${links.verify}`],
  ['localhost:4000', `/password-recovery/reset?token=${links.recover}`],
  ['localhost:4000', `/account/update-email/confirm?uid=${links.change}`],
  ['localhost:4000', `/account/update-email/recovery?uid=${links.undo}`],
]

async function playersAndLinks(): Promise<string> {
  const rows = (await everyRow(app.services.database.kysely)).split('\n')
  return (
    rows
      // The job queue keeps its own books all the time.
      .filter((row) => /^public\.(?!attempts |outbox |mails )/.test(row))
      .toSorted()
      .join('\n')
  )
}

/** Sends raw bytes to a port of this machine; returns the status. */
async function sendRaw(port: number, text: string): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  socket.write(text)
  await once(socket, 'close')
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}

describe('the target of a mail link', () => {
  it('begins with the configured address, whatever the request says of the host (D01)', async () => {
    const hostile = [
      ['Host: evil.test'],
      ['Host: localhost:4000', 'X-Forwarded-Host: evil.test'],
      ['Host: localhost:4000', 'X-Forwarded-Proto: https'],
      ['Host: localhost:4000', 'X-Forwarded-Prefix: /evil'],
      ['Host: localhost:4000', 'Forwarded: host=evil.test;proto=https'],
      ['Host: localhost:4000', 'X-Original-URL: http://evil.test/'],
      ['Host: localhost:4000', 'Absolute-Form: yes'],
      ['Host: localhost:4000', 'Host: evil.test'],
      ['Host: localhost:4000', 'Origin: http://evil.test'],
    ]
    const player = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const { Id_User: userId } = await player.readToken()
    const server = await createApp(app.services)
    await server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.server.address() as { port: number }
    await registerPlayer(app, registerForm({ Username: 'Waits' }))
    const before = (await app.mails()).length
    const statuses: number[][] = []
    for (const [index, headers] of hostile.entries()) {
      const email = `ada${index}@site.test`
      const calls: readonly [string, object][] = [
        ['/api/password/password-recovery', { email: 'ada@site.test' }],
        ['/api/email/send-confirmation-email', { Email: 'waits@site.test' }],
        ['/api/register/new-user', registerForm({ Username: `New${index}` })],
        [`/api/profile/user/${userId}/update-email`, { Email: email, ConfirmEmail: email }],
      ]
      const target = headers.includes('Absolute-Form: yes') ? 'http://evil.test' : ''
      const answers: number[] = []
      for (const [path, body] of calls) {
        const payload = JSON.stringify(body)
        const lines = [
          `POST ${target}${path} HTTP/1.1`,
          ...headers,
          'X-Api-Key: sample-local-key',
          `Authorization: Bearer ${player.bearer}`,
          'Content-Type: application/json',
          `Content-Length: ${payload.length}`,
          'Connection: close',
        ]
        answers.push(await sendRaw(port, `${lines.join('\r\n')}\r\n\r\n${payload}`))
      }
      statuses.push(answers)
    }
    // An unknown host is misdirected, two are refused; other headers beside a known one change
    // nothing.
    expect(statuses[0]).toEqual([421, 421, 421, 421])
    expect(statuses[7]).toEqual([400, 400, 400, 400])
    for (const index of [1, 2, 3, 4, 5, 6, 8]) expect(statuses[index]).toEqual([200, 200, 201, 200])
    const mails = (await app.mails()).slice(before)
    expect(mails.length).toBeGreaterThan(15)
    for (const { text, html } of mails) {
      const links = [...text.matchAll(/https?:\/\/\S+/g), ...html.matchAll(/(?<=href=")[^"]+/g)]
      expect(links.length).toBeGreaterThan(1)
      for (const [link] of links) expect(link).toMatch(/^http:\/\/localhost:4000\//)
    }
    await server.close()
  })
})

describe('the lifetime of a mail link', () => {
  it('ends with its first use where repetition is off (D04)', async () => {
    const { confirm, verify, change, recover } = await fiveLinks('Twice')
    const strict = await startApp({ beside: app, settings: { MAIL_LINK_REPEAT_HOURS: '0' } })
    const visitor = strict.visitor()
    const notExisting = ['ERROR_EMAIL_RECOVERY_NOTEXISTS@']
    await visitor.call('confirmEmail', { body: { Uid: confirm } })
    const again = await visitor.refused('confirmEmail', { body: { Uid: confirm } })
    expect(again.items).toEqual(notExisting)
    const code = { body: { VerificationCode: verify } }
    const there = strict.visitor('two-point-studios')
    await there.call('verifyRegistration', code)
    expect((await there.refused('verifyRegistration', code)).items).toEqual(notExisting)
    const query = { uid: change }
    await visitor.call('confirmEmailUpdate', { query })
    expect((await visitor.refused('confirmEmailUpdate', { query })).items).toEqual(notExisting)
    await visitor.call('validatePasswordRecovery', recovery(recover))
    const reused = await visitor.refused('validatePasswordRecovery', recovery(recover))
    expect(reused.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
    await strict.close()
  })

  it('ends for a recovery with a change of address and with a deletion (D07)', async () => {
    const refused = async (token: string) =>
      (await freshVisitor().refused('validatePasswordRecovery', recovery(token))).items
    const moving = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const { Id_User: userId } = await moving.readToken()
    const Email = 'bea.new@site.test'
    await moving.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
    const uid = await linkToken(app, Email)
    await ask('bea@site.test')
    const first = await linkToken(app, 'bea@site.test')
    await freshVisitor().call('confirmEmailUpdate', { query: { uid } })
    expect(await refused(first)).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])

    const leaving = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    await ask('cleo@site.test')
    const second = await linkToken(app, 'cleo@site.test')
    await leaving.call('deleteUser', {
      path: { userId: (await leaving.readToken()).Id_User },
      body: {
        Password: samplePassword,
        Email: 'cleo@site.test',
        Id_DeletionType: null,
        DeletionReason: '',
      },
    })
    expect(await refused(second)).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
  })

  it('allows no theft from the database and no guessing (D09)', async () => {
    const links = await fiveLinks('Dump')
    const dump = await everyRow(app.services.database.kysely)
    for (const token of Object.values(links)) {
      // The player's id stands before it, masked.
      const secret = token.slice(24)
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
      expect(dump).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
    const guesser = freshVisitor()
    const codes: string[] = []
    for (let tries = 0; tries < 200; tries += 1) {
      const Uid = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
      const { items } = await guesser.refused('confirmEmail', { body: { Uid } })
      codes.push(...items)
    }
    expect(codes.slice(0, 20)).toEqual(Array(20).fill('ERROR_EMAIL_RECOVERY_NOTEXISTS@'))
    expect(codes.slice(20)).toEqual(Array(180).fill('ERROR_TOO_MANY_ATTEMPTS@'))
  })

  it('does not end when a scanner without scripts opens the link (D11)', async () => {
    const links = await fiveLinks('Scan')
    const before = await playersAndLinks()
    for (const [host, url] of pagesOf(links)) {
      for (const method of ['HEAD', 'GET', 'GET', 'GET', 'GET'] as const) {
        await app.app.inject({ method, url: url ?? '', headers: { host, accept: 'text/html' } })
      }
    }
    expect(await playersAndLinks()).toBe(before)
    await follow(links)
  })

  it('outlasts a hundred requests with five mails, of which the last link works (D14)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Dora' }))
    for (let tries = 0; tries < 100; tries += 1) {
      app.clock.advance(6)
      const visitor = app.visitor('local', `198.51.101.${tries % 10}`)
      expect(await visitor.call('recoverPassword', { body: { email: 'dora@site.test' } })).toEqual(
        {},
      )
      // One by one: mails that wait together go out in any order.
      if (tries < 10) await app.mails()
    }
    const resets = (await app.mails('dora@site.test')).filter(({ subject }) =>
      subject.startsWith('Reset'),
    )
    expect(resets).toHaveLength(5)
    const newest = await linkToken(app, 'dora@site.test')
    await freshVisitor().call('validatePasswordRecovery', recovery(newest))
  })
})

describe('the log and the metrics', () => {
  it('contain no token, secret or password of an account’s whole life (D18)', async () => {
    const secrets: string[] = [samplePassword, newPassword, 'Wrong7Password']
    const links = await fiveLinks('Life')
    secrets.push(...Object.values(links))
    const visitor = freshVisitor()
    const guess = logInForm({ UsernameOrEmail: 'Life4', Password: 'Wrong7Password' })
    await visitor.refused('logIn', { body: guess })
    const { Value, Refresh, Id_User: userId } = await visitor.logIn('Life4', samplePassword)
    const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
    const { AccessToken } = await visitor.call('refreshToken', { query })
    await visitor.send({ method: 'GET', url: `/api/token/${visitor.identity}x` })
    await visitor.send({ method: 'GET', url: `/api/token/verify?access_token=${Value}x` })
    secrets.push(Value, Refresh, AccessToken, visitor.identity, ...visitor.jar.values())
    for (const [host, url] of pagesOf(links)) {
      await app.app.inject({ method: 'GET', url: url ?? '', headers: { host } })
    }
    await follow(links)
    await visitor.send({ method: 'POST', url: `/api/log/user/${userId}/log-out`, payload: {} })
    for (const each of Object.values(links)) {
      await freshVisitor().refused('confirmEmail', { body: { Uid: each.slice(1) } })
    }
    const { body: metrics } = await app.visitor().send({ method: 'GET', url: '/metrics' })
    expect(metrics).toContain('gatehouse_requests_total')
    const written = `${app.logged.join('')}${metrics}`
    expect(written).toContain('"event":"login.failed"')
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(8)
      expect(written).not.toContain(secret)
      expect(written).not.toContain(secret.slice(1, 20))
    }
  })
})
