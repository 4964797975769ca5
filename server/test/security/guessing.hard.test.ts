import { afterAll, beforeAll, expect, it } from 'vitest'
import { confirmedPlayer, registerForm, samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/* Guesses by the thousand. */

const proxy = '10.0.0.1'
let app: TestApp

beforeAll(async () => {
  // Every server counts only its own requests.
  app = await startApp({ nodes: 1, settings: { TRUSTED_PROXIES: proxy } })
})
afterAll(() => app.close())

it('two thousand stolen pairs, one in a hundred right, each from another address, raise one alarm within a minute (B08)', async () => {
  const owners = Array.from({ length: 20 }, (_, index) => `Owner${index}`)
  for (const Username of owners) await confirmedPlayer(app, registerForm({ Username }))
  const from = app.clock.now().getTime()
  let right = 0
  for (let count = 0; count < 2000; count += 1) {
    // The whole list takes fifty seconds.
    if (count % 40 === 0) app.clock.advance(1)
    const owner = count % 100 === 0 ? owners[count / 100] : undefined
    const payload = logInForm({
      UsernameOrEmail: owner ?? `stolen${count}@site.test`,
      Password: owner === undefined ? 'Leaked1234' : samplePassword,
    })
    const { statusCode } = await app.visitor('local', proxy).send({
      method: 'POST',
      url: '/api/log/log-in',
      payload,
      headers: { 'x-forwarded-for': `198.18.${count >> 8}.${count & 255}` },
    })
    if (statusCode === 200) right += 1
  }
  expect(right).toBe(20)
  expect(app.clock.now().getTime() - from).toBeLessThan(60_000)
  const alarms = app.logged.filter((line) => line.includes('"credential_stuffing.detected"'))
  expect(alarms).toHaveLength(1)
  const warned = (await app.mails())
    .filter(({ subject }) => subject.startsWith('New log-in'))
    .map(({ to }) => to)
  expect(warned.toSorted()).toEqual(
    owners.map((name) => `${name.toLowerCase()}@site.test`).toSorted(),
  )
})

it('ten thousand random tokens from one address cause twenty look-ups (D09)', async () => {
  const guesser = app.visitor('local', '203.0.113.99')
  const answers = new Map<string, number>()
  for (let tries = 0; tries < 10_000; tries += 1) {
    const Uid = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    const { status, items } = await guesser.refused('confirmEmail', { body: { Uid } })
    const answer = `${status} ${items.join()}`
    answers.set(answer, (answers.get(answer) ?? 0) + 1)
  }
  const { '400 ERROR_EMAIL_RECOVERY_NOTEXISTS@': lookedUp, ...stopped } =
    Object.fromEntries(answers)
  expect(lookedUp).toBe(20)
  // Twenty unknown links an hour; beyond that, 1,200 requests of any kind a minute.
  expect(Object.keys(stopped).toSorted()).toEqual(['400 ERROR_TOO_MANY_ATTEMPTS@', '429 '])
})
