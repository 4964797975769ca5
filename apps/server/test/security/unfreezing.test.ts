import type { InputOf } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../fixtures/totp.ts'
import { type Enrolled, enrolledPlayer, firstStep, stepBody, strong } from '../fixtures/enrolled.ts'
import { addPasskey, logInWithPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { registerForm, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* A frozen account of a player with a second step: its mailbox opens nothing alone. */

let app: TestApp
const Password = 'Another9Battery'

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

interface Mailed {
  readonly link: string
  /** '' in a mail without one. */
  readonly number: string
}

async function newestMail(name: string): Promise<Mailed> {
  const text = (await app.mails(`${name.toLowerCase()}@site.test`)).at(-1)?.text ?? ''
  const link = /\/account-safety\?link=([\w-]+)/.exec(text)?.[1]
  const number = /number: (\d{6})/.exec(text)?.[1] ?? ''
  if (link === undefined) throw new Error(`No link was mailed to ${name}.`)
  return { link, number }
}

type Body = InputOf<'actOnSafetyLink'>['body']

/** The input that opens an account by its mail alone, with other given fields. */
const opening = ({ link: Link, number }: Mailed, given: Partial<Body> = {}): { body: Body } => ({
  body: { Link, Act: 'unfreeze', Number: number, Password, Confirm: Password, ...given },
})

const elsewhere = (last: number) => app.visitor('local', `198.51.100.${last}`)

const codeOf = ({ secret }: Enrolled, steps = 0) => codeAt(secret, app.clock.now(), steps)

async function frozenPlayer(name: string): Promise<Enrolled & { readonly mail: Mailed }> {
  const player = await enrolledPlayer(app, name)
  await player.visitor.call('freeze', { body: {} })
  return { ...player, mail: await newestMail(name) }
}

const isFrozen = async (name: string): Promise<boolean> => {
  const { kysely } = app.services.database
  const row = await kysely
    .selectFrom('players')
    .select('frozen_at')
    .where('deployment', '=', 'local')
    .where('username', '=', name)
    .executeTakeFirstOrThrow()
  return row.frozen_at !== null
}

const refusedItems = async (visitor: TestVisitor, request: { body: Body }) =>
  (await visitor.refused('actOnSafetyLink', request)).items

describe('a frozen account with a second step', () => {
  it('says its ways, takes no number, opens with a code of the app, and signs in (AT-SEC-12, G27)', async () => {
    const player = await frozenPlayer('Ada')
    const visitor = elsewhere(1)
    const read = await visitor.call('readSafetyLink', { body: { Link: player.mail.link } })
    expect(player.mail.number).toBe('')
    expect(read).toMatchObject({ NeedsNumber: false, Ways: ['totp', 'recovery-code'] })
    expect(await refusedItems(visitor, opening(player.mail))).toEqual(['ERROR_CODE_INVALID@Code'])
    const wrong = opening(player.mail, { Way: 'totp', Code: codeOf(player, 1000) })
    expect(await refusedItems(visitor, wrong)).toEqual(['ERROR_CODE_INVALID@Code'])
    expect(await isFrozen('Ada')).toBe(true)
    const right = opening(player.mail, { Way: 'totp', Code: codeOf(player) })
    const { Created, ...done } = await visitor.call('actOnSafetyLink', right)
    expect(done).toEqual({ Outcome: 'done', Email: 'a.....a@site.test' })
    visitor.identity = Created ?? ''
    await visitor.readToken()
    const { Devices } = await visitor.call('listDevices', {})
    expect(Devices.map(({ Methods }) => Methods)).toEqual([['pwd', 'otp']])
    // Again: the same answer, and no session.
    expect(await elsewhere(13).call('actOnSafetyLink', right)).toEqual(done)
    // The code was spent, and the next log-in asks the second step as before.
    app.clock.advance(30)
    const again = elsewhere(2)
    const body = logInForm({ UsernameOrEmail: 'Ada', Password })
    expect((await again.refused('logIn', { body })).items).toEqual([
      'ERROR_SECOND_FACTOR_REQUIRED@',
    ])
  })

  it('names everything that is wrong in the form before it looks at a code (AT-SEC-12)', async () => {
    const player = await frozenPlayer('Bea')
    const faulty = opening(player.mail, { Password: 'short', Confirm: 'other' })
    expect(await refusedItems(elsewhere(3), faulty)).toEqual([
      'ERROR_PASSWORD_LENGTH@Password',
      'ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
      'ERROR_CODE_INVALID@Code',
    ])
    const noCode = opening(player.mail, { Way: 'recovery-code', Code: ' ' })
    expect(await refusedItems(elsewhere(3), noCode)).toEqual(['ERROR_RECOVERY_CODE_INVALID@Code'])
  })

  it('takes a recovery code once, and its player hears how many are left (AT-SEC-12)', async () => {
    const player = await frozenPlayer('Cleo')
    const [code = ''] = player.codes
    const given = opening(player.mail, { Way: 'recovery-code', Code: code.toLowerCase() })
    await elsewhere(4).call('actOnSafetyLink', given)
    const subjects = (await app.mails('cleo@site.test')).map(({ subject }) => subject)
    expect(subjects.some((subject) => /recovery code/i.test(subject))).toBe(true)
    const back = await newestMail('Cleo')
    await elsewhere(4).call('actOnSafetyLink', {
      body: { Link: back.link, Act: 'freeze', Number: back.number, Password: '', Confirm: '' },
    })
    const again = opening(await newestMail('Cleo'), { Way: 'recovery-code', Code: code })
    expect(await refusedItems(elsewhere(4), again)).toEqual(['ERROR_RECOVERY_CODE_INVALID@Code'])
  })

  it('counts wrong codes with those of log-ins, and is shut after ten (AT-SEC-12, G27)', async () => {
    const player = await frozenPlayer('Dora')
    const visitor = elsewhere(5)
    const guess = opening(player.mail, { Way: 'totp', Code: codeOf(player, 1000) })
    for (let tries = 0; tries < 10; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one guess after the other
      expect(await refusedItems(visitor, guess)).toEqual(['ERROR_CODE_INVALID@Code'])
    }
    const right = () => opening(player.mail, { Way: 'totp', Code: codeOf(player) })
    expect(await refusedItems(visitor, right())).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    expect(await isFrozen('Dora')).toBe(true)
    // The owner's own browser has its own counter.
    await player.visitor.call('actOnSafetyLink', right())
    expect(await isFrozen('Dora')).toBe(false)
  })

  it('is opened once by two with one code, and never by the code of another player (AT-SEC-12, G27)', async () => {
    const player = await frozenPlayer('Emma')
    const thief = await enrolledPlayer(app, 'Thief')
    const theirs = opening(player.mail, { Way: 'totp', Code: codeOf(thief) })
    expect(await refusedItems(elsewhere(6), theirs)).toEqual(['ERROR_CODE_INVALID@Code'])
    const right = opening(player.mail, { Way: 'totp', Code: codeOf(player) })
    const both = await Promise.allSettled(
      [7, 8].map((one) => elsewhere(one).call('actOnSafetyLink', right)),
    )
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    app.clock.advance(30)
    const owner = elsewhere(9)
    const step = await firstStep(owner, 'Emma', Password)
    const { Created } = await owner.call('secondStep', stepBody(step, { Code: codeOf(player) }))
    owner.identity = Created
    await owner.readToken()
    const { Entries } = await owner.call('listActivity', { query: { kind: 'changes' } })
    expect(Entries.filter(({ Act }) => Act === 'unfrozen')).toHaveLength(1)
  })

  it('does not say its ways to a link that is over, and asks nothing to freeze (AT-SEC-12)', async () => {
    const player = await frozenPlayer('Fay')
    await elsewhere(9).call(
      'actOnSafetyLink',
      opening(player.mail, { Way: 'totp', Code: codeOf(player) }),
    )
    const { link } = await newestMail('Fay')
    const read = await elsewhere(9).call('readSafetyLink', { body: { Link: link } })
    expect(read).toMatchObject({ Kind: 'freeze', Ways: [] })
    for (const Link of [player.mail.link, link]) {
      const { items } = await elsewhere(9).refused('safetyProofOptions', { body: { Link } })
      expect(items).toHaveLength(1)
    }
  })
})

describe('a frozen account with passkeys and no password', () => {
  it('asks the passkey for this very link, and no new password (AT-SEC-12, G27)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Gwen' }))
    const passkey = softPasskey(app)
    await addPasskey(visitor, passkey)
    await addPasskey(visitor, softPasskey(app))
    await visitor.call('removePassword', { body: {} })
    await visitor.call('freeze', { body: {} })
    const first = await newestMail('Gwen')
    const read = await elsewhere(10).call('readSafetyLink', { body: { Link: first.link } })
    expect(read).toMatchObject({ NeedsPassword: false, Ways: ['passkey'] })
    const none = { Password: '', Confirm: '' } as const
    const without = opening(first, { ...none, Way: 'passkey' })
    expect(await refusedItems(elsewhere(10), without)).toEqual(['ERROR_PASSKEY_REFUSED@'])
    const answerTo = async ({ link }: Mailed) => {
      const { Options } = await elsewhere(10).call('safetyProofOptions', { body: { Link: link } })
      return passkey.get(Options)
    }
    const before = await answerTo(first)
    await elsewhere(10).call('askSafetyLink', { body: { UsernameOrEmail: 'Gwen' } })
    const mail = await newestMail('Gwen')
    const ofOtherLink = opening(mail, { ...none, Way: 'passkey', Credential: before })
    expect(await refusedItems(elsewhere(10), ofOtherLink)).toEqual(['ERROR_PASSKEY_REFUSED@'])
    const logIn = await elsewhere(10).call('passkeyLogInOptions', {
      body: { ClientId: '' },
    })
    const ofLogIn = passkey.get(logIn.Options)
    const asLogIn = opening(mail, { ...none, Way: 'passkey', Credential: ofLogIn })
    expect(await refusedItems(elsewhere(10), asLogIn)).toEqual(['ERROR_PASSKEY_REFUSED@'])
    const Credential = await answerTo(mail)
    const right = opening(mail, { ...none, Way: 'passkey', Credential })
    const { Created } = await elsewhere(10).call('actOnSafetyLink', right)
    expect(Created).toBeDefined()
    await logInWithPasskey(elsewhere(11), passkey)
  })
})
