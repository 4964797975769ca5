import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  confirmedPlayer,
  registerForm,
  samplePassword,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { CredentialStuffingDetector } from './credentialStuffing.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

const proxy = '10.0.0.1'
let app: TestApp
let count = 0

beforeAll(async () => {
  // Every server counts only its own requests.
  app = await startApp({ nodes: 1, settings: { TRUSTED_PROXIES: proxy } })
  for (const Username of ['Ada', 'Bea', 'Cleo'])
    await confirmedPlayer(app, registerForm({ Username }))
})
afterAll(() => app.close())

/** Tries a pair of a stolen list from a new address. */
async function tried(UsernameOrEmail: string, Password: string): Promise<string> {
  count += 1
  const { body } = await app.visitor('local', proxy).send({
    method: 'POST',
    url: '/api/log/log-in',
    payload: logInForm({ UsernameOrEmail, Password }),
    headers: { 'x-forwarded-for': `198.18.${count >> 8}.${count & 255}` },
  })
  return body
}

const alarms = () => app.logged.filter((line) => line.includes('"credential_stuffing.detected"'))
const warnings = async (email: string) =>
  (await app.mails(email)).filter(({ subject }) => subject.startsWith('New log-in'))

describe('a run of stolen passwords, each from another address', () => {
  it('raises one alarm within a minute, and owners get a mail about every log-in from a new browser (B08)', async () => {
    expect(await tried('Ada', samplePassword)).toContain('Created')
    for (let index = 0; index < 150; index += 1)
      await tried(`stolen${index}@site.test`, 'Leaked1234')
    expect(await tried('Bea', samplePassword)).toContain('Created')
    for (let index = 150; index < 300; index += 1)
      await tried(`stolen${index}@site.test`, 'Leaked12')
    expect(alarms()).toHaveLength(1)
    expect(JSON.parse(alarms()[0] ?? '')).toMatchObject({
      deployment: 'local',
      tried: 50,
      wrong: 49,
    })
    // The owners of the log-ins before and after the alarm get a mail.
    await expect.poll(() => warnings('ada@site.test')).toHaveLength(1)
    await expect.poll(() => warnings('bea@site.test')).toHaveLength(1)
    expect((await warnings('bea@site.test'))[0]?.text).toContain('198.18.')
    app.clock.advance(60)
    expect(await tried('Cleo', samplePassword)).toContain('Created')
    expect(await warnings('cleo@site.test')).toEqual([])
    expect(alarms()).toHaveLength(1)
  })

  it('lets no try wait for the notices, which go one at a time and once more after a failure', async () => {
    const detector = new CredentialStuffingDetector(app.clock, pino({ level: 'silent' }), true)
    const sent: number[] = []
    let [atOnce, most, hasFailed] = [0, 0, false]
    const noticeTo = (owner: number) => async () => {
      atOnce += 1
      most = Math.max(most, atOnce)
      await Promise.resolve()
      atOnce -= 1
      if (owner === 500 && !hasFailed) {
        hasFailed = true
        throw new Error('No connection.')
      }
      sent.push(owner)
    }
    for (let owner = 0; owner < 1000; owner += 1)
      detector.notifyIfDetected('local', noticeTo(owner))
    expect(sent).toEqual([])
    for (let count = 0; count < 50; count += 1) detector.record('local', 'wrong')
    expect(sent.length).toBeLessThan(2)
    await expect.poll(() => hasFailed).toBe(true)
    detector.record('local', 'wrong')
    await expect.poll(() => sent.length).toBe(1000)
    expect([most, sent.at(-1)]).toEqual([1, 500])
  })

  it('differs from mistyping players, who raise no alarm', async () => {
    app.clock.advance(60)
    const before = alarms().length
    for (let index = 0; index < 60; index += 1) {
      app.clock.advance(1)
      await tried(index % 2 === 0 ? 'Ada' : `Adda${index}`, samplePassword)
    }
    expect(alarms()).toHaveLength(before)
  })
})
