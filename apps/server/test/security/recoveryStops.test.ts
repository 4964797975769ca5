import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { doDueRecoveries } from '../../src/auth/account-protection/recoverByLink.ts'
import {
  enrolledPlayer,
  type Enrolled,
  firstStep,
  logInTwice,
  stepBody,
  strong,
} from '../fixtures/enrolled.ts'
import { addPasskey, logInWithPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { shareClock } from '../fixtures/processes/shareClock.ts'
import { acting, newestSafetyMail, type SafetyMail } from '../fixtures/safetyMails.ts'
import { samplePassword } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

/* What stops a recovery case, and what does not: every way to show a second factor, and every change of
   the account or of its deployment while the case goes on. Both servers have one database. */

let app: TestApp
/** The same deployment without its security section. */
let without: TestApp
const day = 24 * 3600
const fresh = 'Owners8Password'

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
  const local = { ...strong, EnableSecuritySection: false }
  without = await startApp({ deployments: { local }, beside: app })
  shareClock(app.clock)
})
afterAll(async () => {
  vi.useRealTimers()
  await without.close()
  await app.close()
})

const elsewhere = (last: number, at = app) => at.visitor('local', `198.51.100.${last}`)
const newest = (address: string, subject: RegExp) => newestSafetyMail(app, address, subject)

interface Loser extends Enrolled {
  readonly id: number
  readonly address: string
}

/** A player who has had a password and an app for 20 days. */
async function loser(name: string): Promise<Loser> {
  const player = await enrolledPlayer(app, name)
  const { Id_User: id } = await player.visitor.readToken()
  app.clock.advance(20 * day)
  await player.visitor.readToken()
  return { ...player, id, address: `${name.toLowerCase()}@site.test` }
}

const ask = (UsernameOrEmail: string) =>
  elsewhere(9).call('askSafetyLink', { body: { UsernameOrEmail, For: 'recover' } })

const prove = (visitor: TestVisitor, mail: SafetyMail, Password = '') =>
  visitor.call('addRecoveryProof', { body: { Link: mail.link, Number: mail.number, Password } })

/** A case that waits: mailbox and password, on a device that is not known. */
async function waiting(name: string): Promise<Loser> {
  const player = await loser(name)
  await ask(name)
  await prove(elsewhere(7), await newest(player.address, /Get back into/), samplePassword)
  expect(await stateOf(player.id)).toBe('waiting')
  return player
}

async function stateOf(id: number) {
  const found = await app.services.database.kysely
    .selectFrom('recovery_cases')
    .select('state')
    .where('player_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return found?.state
}

async function pass(days: number, at = app) {
  app.clock.advance(days * day)
  await doDueRecoveries(at.services)
}

const subjects = async (address: string, subject: RegExp) =>
  (await app.mails(address)).filter((mail) => subject.test(mail.subject)).length

/** Each way to show a second factor. */
const shown: Readonly<Record<string, (player: Loser) => Promise<unknown>>> = {
  'a log-in with the app': (player) => logInTwice(app, elsewhere(8), player),
  'a log-in with a recovery code': async ({ name, codes: [Code = ''] }) => {
    const device = elsewhere(8)
    const step = await firstStep(device, name)
    return device.call('secondStep', stepBody(step, { Way: 'recovery-code', Code }))
  },
  'a step-up in a session': ({ visitor, secret }) => {
    const Code = codeAt(secret, app.clock.now())
    return visitor.call('prove', { body: { Way: 'totp', Password: '', Code } })
  },
  'a log-in where the section is off': (player) => logInTwice(app, elsewhere(8, without), player),
}

describe('a recovery case is stopped by', () => {
  it.each(Object.entries(shown))('%s', async (name, show) => {
    const player = await waiting(`Pat${Object.keys(shown).indexOf(name)}`)
    await show(player)
    expect(await stateOf(player.id)).toBe('stopped')
    expect(await subjects(player.address, /recovery of your .* was stopped/)).toBe(1)
    await pass(8)
    expect(await subjects(player.address, /can get back/)).toBe(0)
  })

  it('a log-in with a passkey', async () => {
    const player = await loser('Key')
    await logInTwice(app, player.visitor, player)
    const passkey = softPasskey(app)
    await addPasskey(player.visitor, passkey)
    app.clock.advance(day)
    await ask('Key')
    await prove(elsewhere(7), await newest(player.address, /Get back into/), samplePassword)
    expect(await stateOf(player.id)).toBe('waiting')
    await logInWithPasskey(elsewhere(8), passkey)
    expect(await stateOf(player.id)).toBe('stopped')
  })

  it('the end of the section that offers it', async () => {
    const { id, address } = await waiting('Una')
    await pass(1, without)
    expect(await stateOf(id)).toBe('stopped')
    expect(await subjects(address, /asks to get/)).toBe(1)
  })
})

describe('a recovery case goes on', () => {
  it('after a log-in in a trusted browser, which shows nothing and finishes nothing', async () => {
    const player = await loser('Tess')
    await logInTwice(app, player.visitor, player, true)
    await ask('Tess')
    await prove(elsewhere(7), await newest(player.address, /Get back into/), samplePassword)
    await player.visitor.logIn('Tess', samplePassword)
    expect(await stateOf(player.id)).toBe('waiting')
    const body = { Way: 'password', Password: samplePassword, Code: '' } as const
    await player.visitor.call('prove', { body })
    expect(await stateOf(player.id)).toBe('waiting')
  })

  it('to its end where the server slept for it, and says so once', async () => {
    const { id, address } = await waiting('Sol')
    app.clock.advance(9 * day)
    await Promise.all([doDueRecoveries(app.services), doDueRecoveries(app.services)])
    expect(await stateOf(id)).toBe('ready')
    expect(await subjects(address, /can get back/)).toBe(1)
    expect(await subjects(address, /asks to get/)).toBe(1)
  })
})

describe('the proofs of a case', () => {
  it('are one mailbox’s once, though its address is a former one by now', async () => {
    const player = await loser('Ann')
    const { id, address, visitor } = player
    await logInTwice(app, visitor, player)
    const Email = 'ann-b@site.test'
    await visitor.call('updateEmail', {
      path: { userId: id },
      body: { Email, ConfirmEmail: Email },
    })
    // The address is confirmed only after the mailbox of the earlier one was proven.
    await ask('Ann')
    const mail = await newest(address, /Get back into/)
    expect(await prove(elsewhere(7), mail)).toMatchObject({ Have: ['mailbox'], DueAt: null })
    const text = (await app.mails(Email)).findLast((each) => /uid=/.test(each.text))?.text ?? ''
    const uid = /uid=([\w-]+)/.exec(text)?.[1] ?? ''
    await app.visitor().call('confirmEmailUpdate', { query: { uid } })
    const body = { Link: mail.link, Number: mail.number, Password: '' }
    const { items } = await elsewhere(7).refused('addRecoveryProof', { body })
    expect(items).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
    const page = await elsewhere(7).refused('readSafetyLink', { body: { Link: mail.link } })
    expect(page.items).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
    expect(await stateOf(id)).toBe('stopped')
    // Another one begins with the present address.
    await ask('Ann')
    const another = await newest(Email, /Get back into/)
    expect(await prove(elsewhere(7), another)).toMatchObject({ Have: ['mailbox'], DueAt: null })
  })
})

it('the end of a case is done once by twenty at once, and told again to who repeats it', async () => {
  const { address } = await waiting('Ruth')
  await pass(7)
  const last = await newest(address, /can get back/)
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      elsewhere(index + 20).call(
        'actOnSafetyLink',
        acting(last, { Act: 'finish', Password: fresh, Confirm: fresh }),
      ),
    ),
  )
  expect(done.map(({ status }) => status)).toContain('fulfilled')
  expect(await subjects(address, /was recovered/)).toBe(1)
  const late = acting(last, { Act: 'finish', Password: fresh, Confirm: fresh })
  expect(await elsewhere(7).call('actOnSafetyLink', late)).toMatchObject({ Outcome: 'done' })
  const page = await elsewhere(7).call('readSafetyLink', { body: { Link: last.link } })
  expect(page.Done).toMatchObject({ Act: 'finish', Outcome: 'done' })
})
