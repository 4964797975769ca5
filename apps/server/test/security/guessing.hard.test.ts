import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { confirmedPlayer, registerForm, samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { solveProof } from '../fixtures/solveProof.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm } from '../fixtures/testVisitor.ts'

/* Guesses by the thousand. */

const proxy = '10.0.0.1'
let app: TestApp

beforeAll(async () => {
  // Every server counts only its own requests.
  app = await startApp({
    nodes: 1,
    settings: { TRUSTED_PROXIES: proxy },
    deployments: { sandbox: { enumerationProtection: 'strict' } },
  })
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

it('ten thousand addresses get at most two hundred tries in 24 hours, by name, address and id, while the owner logs in (B18, B19)', async () => {
  const at = 'sandbox'
  const { services, clock } = app
  await confirmedPlayer(app, registerForm({ Username: 'Target' }), at)
  const { id } = await services.database.kysely
    .selectFrom('players')
    .select('id')
    .where('deployment', '=', at)
    .where('username', '=', 'Target')
    .executeTakeFirstOrThrow()
  const home = app.visitor(at, '203.0.113.60')
  await home.logIn('Target', samplePassword)
  const hashes = vi.spyOn(services.passwords, 'match')
  let ofOwner = 0
  const day = 24 * 3600
  const [batches, atOnce] = [200, 50]

  /** One try as a patient attacker makes it: the work is done, and the wait is waited for. */
  const guess = async (index: number) => {
    const visitor = app.visitor(at, `198.18.${index >> 8}.${index & 255}`)
    const Password = `Guess${index}Password`
    const byId = { path: { userId: id }, body: { Password } }
    const UsernameOrEmail = index % 3 === 0 ? 'Target' : 'target@site.test'
    const byName = { body: logInForm({ UsernameOrEmail, Password }) }
    const send = (options = {}) =>
      index % 3 === 2
        ? visitor.refused('logInUser', byId, options)
        : visitor.refused('logIn', byName, options)
    await send()
    const isAsked = visitor.last?.body.includes('Challenge')
    return { send, proof: isAsked ? await solveProof(visitor) : null }
  }
  for (let batch = 0; batch < batches; batch += 1) {
    const guesses = await Promise.all(
      Array.from({ length: atOnce }, (_, index) => guess(batch * atOnce + index)),
    )
    clock.advance(30)
    await Promise.all(guesses.flatMap(({ send, proof }) => (proof ? [send(proof.options)] : [])))
    if (batch % 40 === 0) {
      await home.logIn('Target', samplePassword)
      ofOwner += 1
    }
    clock.advance(day / batches - 30)
  }
  const tried = hashes.mock.calls.length - ofOwner
  hashes.mockRestore()
  expect(tried).toBeGreaterThan(50)
  expect(tried).toBeLessThanOrEqual(200)
  await home.logIn('Target', samplePassword)
})

it('ten thousand random tokens from one address cause twenty reads (D09)', async () => {
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
