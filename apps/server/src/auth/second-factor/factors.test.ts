import { lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  enrol,
  type Enrolled,
  enrolledPlayer,
  firstStep,
  logInTwice,
  stepBody,
  strong,
} from '../../../test/fixtures/enrolled.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { addPasskey, softPasskey } from '../../../test/fixtures/passkeys/passkeySteps.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { codeAt } from '../../../test/fixtures/totp.ts'

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong } })
})
afterAll(() => app.close())

const copied = { backupEligible: true, backedUp: true }
const expired = ['ERROR_SECOND_FACTOR_EXPIRED@']
const asksProof = ['ERROR_REAUTHENTICATION_REQUIRED@']
const nothing = { body: {} }

function newVisitor(): TestVisitor {
  count += 1
  return app.visitor('local', `198.19.${count >> 8}.${count & 255}`)
}

const now = (secret: string, steps = 0) => codeAt(secret, app.clock.now(), steps)

async function actsOf({ visitor }: Pick<Enrolled, 'visitor'>): Promise<string[]> {
  const { Id_User: id } = await visitor.readToken()
  const rows = await app.services.database.kysely
    .selectFrom('account_ledger')
    .select('act')
    .where('player_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ act }) => act)
}

const subjects = async (name: string) =>
  (await app.mails(`${name.toLowerCase()}@site.test`)).map(({ subject }) => subject)

it('a second step begins with the app where the passkey is on one device alone, and else with the passkey', async () => {
  const { visitor } = await enrolledPlayer(app, 'Xenia')
  const one = softPasskey(app)
  await addPasskey(visitor, one, 'Desktop')
  const { Ways } = await firstStep(newVisitor(), 'Xenia')
  expect(Ways).toEqual(['totp', 'passkey', 'recovery-code'])
  await addPasskey(visitor, softPasskey(app, { flags: copied }), 'Phone')
  const synced = await firstStep(newVisitor(), 'Xenia')
  expect(synced.Ways).toEqual(['passkey', 'totp', 'recovery-code'])
})

describe('adding an authenticator app', () => {
  it('shows ten recovery codes once, switches the second step on, and mails the player (AT-STR-13, G30)', async () => {
    const player = await enrolledPlayer(app, 'Ada')
    expect(player.codes).toHaveLength(10)
    expect(new Set(player.codes).size).toBe(10)
    for (const code of player.codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-Z]{4}$/)
    const { TwoStep, Apps, CodesLeft } = await player.visitor.call('readSecurity', {})
    expect({ TwoStep, CodesLeft, apps: Apps.map(({ Name }) => Name) }).toEqual({
      TwoStep: true,
      CodesLeft: 10,
      apps: ['Phone'],
    })
    expect(player.visitor.last?.body).not.toContain(player.secret)
    expect(await actsOf(player)).toEqual(['signed-in', 'app-added', 'codes-made', 'two-step-on'])
    const mailed = await subjects('Ada')
    expect(mailed.some((subject) => subject.startsWith('An authenticator app was added'))).toBe(
      true,
    )
    expect(mailed.some((subject) => subject.startsWith('Two-step verification is on'))).toBe(true)
    const second = await player.visitor.call('startAuthenticator', nothing)
    const body = { Id: second.Id, Code: now(second.Secret), Name: 'Tablet' }
    expect(await player.visitor.call('confirmAuthenticator', { body })).toEqual({
      RecoveryCodes: null,
      Seal: null,
    })
  })

  it('knows a wrong code from a wrong clock, and takes the step before (AT-STR-14, G31)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const { Id, Secret } = await visitor.call('startAuthenticator', nothing)
    const confirm = (Code: string) => ({ body: { Id, Code, Name: 'Phone' } })
    const refused = async (Code: string) =>
      (await visitor.refused('confirmAuthenticator', confirm(Code))).items
    expect(await refused(now(Secret, -10))).toEqual(['ERROR_CODE_CLOCK@Code'])
    const wrong = now(Secret, 1000)
    expect(await refused(wrong)).toEqual(['ERROR_CODE_INVALID@Code'])
    for (const shape of ['', '12345', '1234567', '１２３４５６', '12345a']) {
      expect(await refused(shape)).toEqual(['ERROR_CODE_INVALID@Code'])
    }
    expect(
      (await visitor.call('confirmAuthenticator', confirm(now(Secret, -1)))).RecoveryCodes,
    ).toHaveLength(10)
  })

  it('belongs to the session that began it, for fifteen minutes (G32)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    const other = newVisitor()
    await other.logIn('Cleo', samplePassword)
    const { Id, Secret } = await visitor.call('startAuthenticator', nothing)
    const confirm = () => ({ body: { Id, Code: now(Secret), Name: 'Phone' } })
    expect((await other.refused('confirmAuthenticator', confirm())).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
    app.clock.advance(lifetimes.authenticatorEnrolment)
    const body = { Way: 'password' as const, Password: samplePassword, Code: '' }
    await visitor.call('prove', { body })
    expect((await visitor.refused('confirmAuthenticator', confirm())).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })

  it('ends every other session of the player, which never saw a second step (SX-17, G33)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    const thief = newVisitor()
    await thief.logIn('Dora', samplePassword)
    await enrol(app, 'Dora', visitor)
    await visitor.call('readSecurity', {})
    expect((await thief.refused('readSecurity', {})).status).toBe(401)
  })
})

describe('the second step of a log-in', () => {
  it('is asked after the right password: no session, no known browser, until a code (AT-STR-15, SX-05, G34)', async () => {
    const player = await enrolledPlayer(app, 'Eva')
    const visitor = newVisitor()
    const step = await firstStep(visitor, 'Eva')
    expect(step.Ways).toEqual(['totp', 'recovery-code'])
    expect(step.MayTrust).toBe(true)
    expect([...visitor.jar.keys()]).toEqual(['sso_step'])
    visitor.bearer = step.Handle
    expect((await visitor.refused('readSecurity', {})).status).toBe(401)
    expect((await visitor.refused('startAuthenticator', nothing)).status).toBe(401)
    visitor.bearer = null
    await logInTwice(app, visitor, player)
    expect(visitor.jar.has('sso_step')).toBe(false)
    await visitor.call('readSecurity', {})
    expect(await actsOf(player)).toContain('signed-in')
  })

  it('takes the codes of three steps, each once and only upwards (AT-STR-16, AT-STR-17, SX-09, G35)', async () => {
    const { secret, name } = await enrolledPlayer(app, 'Fay')
    app.clock.advance(90)
    const attempt = async (code: string) => {
      const visitor = newVisitor()
      const step = await firstStep(visitor, name)
      const answer = await visitor
        .call('secondStep', stepBody(step, { Code: code }))
        .then(() => 'in')
        .catch(() => String(JSON.parse(visitor.last?.body ?? '').ErrorMessages[0].ErrorMessage))
      return answer
    }
    expect(await attempt(now(secret, -2))).toBe('ERROR_CODE_INVALID')
    expect(await attempt(now(secret, 2))).toBe('ERROR_CODE_INVALID')
    expect(await attempt(now(secret, -1))).toBe('in')
    expect(await attempt(now(secret, -1))).toBe('ERROR_CODE_USED')
    expect(await attempt(now(secret))).toBe('in')
    expect(await attempt(now(secret, 1))).toBe('in')
    expect(await attempt(now(secret))).toBe('ERROR_CODE_USED')
  })

  it('belongs to the browser of the password, for ten minutes, once (SX-03, SX-04, AT-STR-24, G36)', async () => {
    const { secret, name } = await enrolledPlayer(app, 'Gina')
    const visitor = newVisitor()
    const step = await firstStep(visitor, name)
    const refused = async (who: TestVisitor, Handle: string) =>
      (await who.refused('secondStep', stepBody({ Handle }, { Code: now(secret) }))).items
    expect(await refused(newVisitor(), step.Handle)).toEqual(expired)
    for (const handle of ['', 'made-up', `${step.Handle.slice(0, -1)}x`]) {
      expect(await refused(visitor, handle)).toEqual(expired)
    }
    const other = newVisitor()
    await firstStep(other, name)
    expect(await refused(other, step.Handle)).toEqual(expired)
    app.clock.advance(lifetimes.secondStep)
    expect(await refused(visitor, step.Handle)).toEqual(expired)
    const again = await firstStep(visitor, name)
    await visitor.call('secondStep', stepBody(again, { Code: now(secret) }))
    app.clock.advance(30)
    expect(await refused(visitor, again.Handle)).toEqual(expired)
  })

  it('of one player takes no code of another (SX-02, G37)', async () => {
    const mine = await enrolledPlayer(app, 'Hana')
    await enrolledPlayer(app, 'Ivy')
    const visitor = newVisitor()
    const step = await firstStep(visitor, 'Ivy')
    const app1 = stepBody(step, { Code: now(mine.secret) })
    expect((await visitor.refused('secondStep', app1)).items).toEqual(['ERROR_CODE_INVALID@Code'])
    const code = stepBody(step, { Way: 'recovery-code', Code: mine.codes[0] ?? '' })
    expect((await visitor.refused('secondStep', code)).items).toEqual([
      'ERROR_RECOVERY_CODE_INVALID@Code',
    ])
  })

  it.each<readonly [string, (code: string) => string]>([
    ['as apps show it', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
    [
      'in full width',
      (code) => code.replaceAll(/\d/g, (digit) => '０１２３４５６７８９'[Number(digit)] ?? ''),
    ],
    [
      'in Arabic digits',
      (code) => code.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? ''),
    ],
    ['with what cannot be seen', (code) => `\u2060${code}\u200B`],
  ])('takes a code %s, after six pastes that were cut', async (how, written) => {
    const { secret, codes, name } = await enrolledPlayer(app, `Kim${how.length}`)
    const visitor = newVisitor()
    const step = await firstStep(visitor, name)
    for (let paste = 0; paste < 6; paste += 1) {
      for (const [Way, items] of [
        ['totp', ['ERROR_CODE_INVALID@Code']],
        ['recovery-code', ['ERROR_RECOVERY_CODE_INVALID@Code']],
      ] as const) {
        const cut = stepBody(step, { Way, Code: now(secret).slice(0, 5) })
        expect((await visitor.refused('secondStep', cut)).items).toEqual(items)
      }
    }
    await visitor.call('secondStep', stepBody(step, { Code: written(now(secret)) }))
    const other = newVisitor()
    const [code = ''] = codes
    const recovery = {
      Way: 'recovery-code',
      Code: ` ${code.toLowerCase().replaceAll('-', '–')}\u200B`,
    } as const
    await other.call('secondStep', stepBody(await firstStep(other, name), recovery))
  })

  it('dies with its handle after five wrong codes, of fifty at once as well, and its player hears of it once (SX-06, AT-STR-23, G38)', async () => {
    const { secret, name } = await enrolledPlayer(app, 'Jo')
    const visitor = newVisitor()
    const step = await firstStep(visitor, name)
    const right = now(secret)
    const codes = Array.from({ length: 20 }, () => '000000').filter((code) => code !== right)
    const answers = await Promise.all(
      codes.map(async (Code) => {
        const who = app.visitor('local', '198.19.99.1')
        for (const [key, value] of visitor.jar) who.jar.set(key, value)
        return (await who.refused('secondStep', stepBody(step, { Code }))).items[0]
      }),
    )
    expect(answers.filter((item) => item === 'ERROR_CODE_INVALID@Code')).toHaveLength(5)
    const late = await visitor.refused('secondStep', stepBody(step, { Code: right }))
    expect(late.items).toEqual(['ERROR_SECOND_FACTOR_TRIES@'])
    const mailed = async () =>
      (await subjects(name)).filter((subject) => subject.startsWith('Somebody knows'))
    expect(await mailed()).toHaveLength(1)
    await logInTwice(app, newVisitor(), { name, secret })
    expect(await mailed()).toHaveLength(1)
  })

  it('is shut for unknown browsers after ten wrong tries of a player over log-in and step-up, and open to the own browser (SX-07, SX-08, G39)', async () => {
    const player = await enrolledPlayer(app, 'Kim')
    const { secret, name } = player
    for (let tries = 0; tries < 10; tries += 1) {
      const visitor = newVisitor()
      const step = await firstStep(visitor, name)
      await visitor.refused('secondStep', stepBody(step, { Code: '000000' }))
    }
    const thief = newVisitor()
    const step = await firstStep(thief, name)
    const shut = await thief.refused('secondStep', stepBody(step, { Code: now(secret) }))
    expect(shut.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    const home = newVisitor()
    for (const [key, value] of player.visitor.jar) {
      if (key === 'sso_browser') home.jar.set(key, value)
    }
    await logInTwice(app, home, { name, secret })
    const body = { Way: 'totp' as const, Password: '', Code: '000000' }
    for (let tries = 0; tries < 10; tries += 1) await home.refused('prove', { body })
    app.clock.advance(901)
  })

  it('ends with a new password: by mail as in the session (AT-STR-24, AT-STR-29, SX-11, G40)', async () => {
    const { secret, name } = await enrolledPlayer(app, 'Lea')
    const home = newVisitor()
    await logInTwice(app, home, { name, secret }, true)
    const visitor = newVisitor()
    const step = await firstStep(visitor, name)
    await visitor.call('recoverPassword', { body: { email: 'lea@site.test' } })
    const Token = await linkToken(app, 'lea@site.test')
    const Password = 'Another9Battery'
    const body = { Token, Password, Confirm: Password }
    expect(await visitor.call('validatePasswordRecovery', { body })).toEqual({})
    const late = stepBody(step, { Code: now(secret) })
    expect((await visitor.refused('secondStep', late)).items).toEqual(expired)
    expect((await firstStep(visitor, name, Password)).Ways).toEqual(['totp', 'recovery-code'])
    // The earlier trust is gone.
    await firstStep(home, name, Password)
  })

  it('says nothing of factors to a wrong password (SX-18, G41)', async () => {
    const { name } = await enrolledPlayer(app, 'Mia')
    const body = logInForm({ UsernameOrEmail: name, Password: 'wrong-1' })
    const visitor = newVisitor()
    expect((await visitor.refused('logIn', { body })).items).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    expect(visitor.last?.body).not.toContain('Step')
    expect(visitor.jar.size).toBe(0)
  })
})

describe('a recovery code', () => {
  it('signs in once, however it is typed, and its player hears how many are left (AT-STR-18, G42)', async () => {
    const { codes, name } = await enrolledPlayer(app, 'Nell')
    const typed = (codes[0] ?? '').toLowerCase().replaceAll('-', ' ').replaceAll('1', 'l')
    const visitor = newVisitor()
    const given = { Way: 'recovery-code', Code: typed } as const
    const answer = await visitor.call('secondStep', stepBody(await firstStep(visitor, name), given))
    expect(answer.CodesLeft).toBe(9)
    const mails = await app.mails('nell@site.test')
    expect(mails.filter(({ text }) => text.includes('Codes that are left: 9'))).toHaveLength(1)
    const again = newVisitor()
    const refused = await again.refused('secondStep', stepBody(await firstStep(again, name), given))
    expect(refused.items).toEqual(['ERROR_RECOVERY_CODE_INVALID@Code'])
  })

  it('is void once new ones were made, which asks for a fresh proof (AT-STR-19, G43)', async () => {
    const player = await enrolledPlayer(app, 'Olga')
    const { Codes } = await player.visitor.call('makeRecoveryCodes', nothing)
    expect(Codes).toHaveLength(10)
    const visitor = newVisitor()
    const step = await firstStep(visitor, 'Olga')
    const old = stepBody(step, { Way: 'recovery-code', Code: player.codes[0] ?? '' })
    expect((await visitor.refused('secondStep', old)).items).toEqual([
      'ERROR_RECOVERY_CODE_INVALID@Code',
    ])
    const fresh = stepBody(step, { Way: 'recovery-code', Code: Codes[0] ?? '' })
    expect((await visitor.call('secondStep', fresh)).CodesLeft).toBe(9)
    expect((await player.visitor.call('readSecurity', {})).CodesLeft).toBe(9)
    app.clock.advance(lifetimes.reauthentication + 1)
    expect((await player.visitor.refused('makeRecoveryCodes', nothing)).items).toEqual(asksProof)
  })
})

const waiting = { body: { CodesWait: true } }
const keep = (visitor: TestVisitor, Seal: string | null) =>
  visitor.call('keepRecoveryCodes', { body: { Seal: Seal ?? '' } })
const notAllowed = ['ERROR_NOT_ALLOWED@']
const refusedToKeep = async (visitor: TestVisitor, Seal: string | null) =>
  (await visitor.refused('keepRecoveryCodes', { body: { Seal: Seal ?? '' } })).items

/** Whether a code opens a log-in of the player. */
async function opens(name: string, Code = ''): Promise<boolean> {
  const visitor = newVisitor()
  const step = stepBody(await firstStep(visitor, name), { Way: 'recovery-code', Code })
  return visitor.call('secondStep', step).then(
    () => true,
    () => false,
  )
}

describe('recovery codes that wait until their player has stored them', () => {
  it('count then, and those from before until then; the mail goes out then', async () => {
    const player = await enrolledPlayer(app, 'Waldo')
    const { Codes, Seal } = await player.visitor.call('makeRecoveryCodes', waiting)
    expect(await opens('Waldo', Codes[0])).toBe(false)
    expect(await opens('Waldo', player.codes[0])).toBe(true)
    expect((await player.visitor.call('readSecurity', {})).CodesLeft).toBe(9)
    const before = (await subjects('Waldo')).length
    await keep(player.visitor, Seal)
    expect(await opens('Waldo', Codes[0])).toBe(true)
    expect(await opens('Waldo', player.codes[1])).toBe(false)
    expect((await subjects('Waldo')).slice(before)).toContainEqual(
      expect.stringContaining('recovery codes'),
    )
  })

  it('are kept once, whatever is sent again: no used code comes back', async () => {
    const player = await enrolledPlayer(app, 'Xena')
    const { Codes, Seal } = await player.visitor.call('makeRecoveryCodes', waiting)
    await keep(player.visitor, Seal)
    expect(await opens('Xena', Codes[0])).toBe(true)
    await keep(player.visitor, Seal)
    expect(await opens('Xena', Codes[0])).toBe(false)
    expect((await player.visitor.call('readSecurity', {})).CodesLeft).toBe(9)
    // Newer ones have taken their place.
    const next = await player.visitor.call('makeRecoveryCodes', waiting)
    await keep(player.visitor, next.Seal)
    expect(await refusedToKeep(player.visitor, Seal)).toEqual(notAllowed)
    expect(await opens('Xena', next.Codes[0])).toBe(true)
  })

  it('come with the first app, and with them the second step', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Yara' }))
    const { Id, Secret } = await visitor.call('startAuthenticator', nothing)
    const body = { Id, Code: now(Secret), Name: 'Phone', CodesWait: true }
    const { RecoveryCodes, Seal } = await visitor.call('confirmAuthenticator', { body })
    expect(RecoveryCodes).toHaveLength(10)
    const begun = await visitor.call('readSecurity', {})
    expect([begun.Apps.length, begun.TwoStep, begun.CodesLeft]).toEqual([1, false, null])
    // A player who has lost the page makes new ones.
    await newVisitor().logIn('Yara', samplePassword)
    await keep(visitor, Seal)
    const done = await visitor.call('readSecurity', {})
    expect([done.TwoStep, done.CodesLeft]).toEqual([true, 10])
    expect(await opens('Yara', RecoveryCodes?.[0])).toBe(true)
    expect(await actsOf({ visitor })).toContain('two-step-on')
  })

  it('are kept by their own session, within an hour, while there is a second factor', async () => {
    const player = await enrolledPlayer(app, 'Zed')
    const other = await enrolledPlayer(app, 'Zoe')
    const { Seal } = await player.visitor.call('makeRecoveryCodes', waiting)
    const here = newVisitor()
    await logInTwice(app, here, player)
    const changed = `${Seal?.slice(0, -6)}AAAAA=`
    expect(await refusedToKeep(other.visitor, Seal)).toEqual(notAllowed)
    expect(await refusedToKeep(here, Seal)).toEqual(notAllowed)
    for (const text of [changed, 'x', '']) {
      expect(await refusedToKeep(player.visitor, text)).toEqual(notAllowed)
    }
    app.clock.advance(lifetimes.pendingRecoveryCodes)
    await player.visitor.readToken()
    expect(await refusedToKeep(player.visitor, Seal)).toEqual(notAllowed)
    expect((await player.visitor.call('readSecurity', {})).CodesLeft).toBe(10)
  })
})

describe('a trusted browser', () => {
  it('skips the second step for thirty days, of its own player alone (AT-STR-20, AT-STR-21, SX-14, SX-15, G44)', async () => {
    const one = await enrolledPlayer(app, 'Pia')
    const two = await enrolledPlayer(app, 'Quin')
    const shared = newVisitor()
    await logInTwice(app, shared, one, true)
    await firstStep(shared, 'Quin')
    await logInTwice(app, shared, two, true)
    await shared.logIn('Pia', samplePassword)
    await shared.logIn('Quin', samplePassword)
    const { Trusted } = await shared.call('readSecurity', {})
    expect(Trusted.map(({ IsThis }) => IsThis)).toEqual([true])
    const [trusted] = Trusted
    await shared.call('forgetBrowser', { body: { Id: trusted?.Id ?? 0 } })
    await firstStep(shared, 'Quin')
    await shared.logIn('Pia', samplePassword)
    const altered = newVisitor()
    altered.jar.set('sso_trust', (shared.jar.get('sso_trust') ?? '').replace(/.~/, 'x~'))
    app.clock.advance(30 * 24 * 3600)
    await firstStep(shared, 'Pia')
  })

  it('is no second factor for what asks a proof (SX-16, G45)', async () => {
    const player = await enrolledPlayer(app, 'Rosa')
    const visitor = newVisitor()
    await logInTwice(app, visitor, player, true)
    await visitor.logIn('Rosa', samplePassword)
    expect((await visitor.refused('makeRecoveryCodes', nothing)).items).toEqual(asksProof)
    const { Ways } = await visitor.call('proofOptions', nothing)
    expect(Ways).toEqual([['totp'], ['recovery-code']])
    const body = { Way: 'totp' as const, Password: '', Code: now(player.secret) }
    await visitor.call('prove', { body })
    expect((await visitor.refused('prove', { body })).items).toEqual(['ERROR_CODE_USED@Code'])
    await visitor.call('makeRecoveryCodes', nothing)
  })

  it('is forgotten with every change of the factors (AT-STR-22, G46)', async () => {
    const player = await enrolledPlayer(app, 'Sara')
    const trusted = newVisitor()
    await logInTwice(app, trusted, player, true)
    await player.visitor.call('setTwoStep', { body: { IsOn: false } })
    const free = newVisitor()
    await free.logIn('Sara', samplePassword)
    await player.visitor.call('setTwoStep', { body: { IsOn: true } })
    expect((await free.refused('readSecurity', {})).status).toBe(401)
    await firstStep(trusted, 'Sara')
  })
})

describe('a sensitive act', () => {
  it('of a player with a second step asks for both factors, each fresh and of this session (AT-STR-28, SX-33, SX-34, G47)', async () => {
    const { visitor, secret } = await enrolledPlayer(app, 'Tess')
    const Email = 'tess2@site.test'
    const update = { path: { userId: 0 }, body: { Email, ConfirmEmail: Email } }
    const { Id_User: userId } = await visitor.readToken()
    const asked = async () => {
      const { items } = await visitor.refused('updateEmail', { ...update, path: { userId } })
      const [item] = JSON.parse(visitor.last?.body ?? '{}').ErrorMessages
      return { items, ways: item.Proof?.Ways as unknown }
    }
    app.clock.advance(lifetimes.reauthentication + 1)
    const password = ['password']
    expect(await asked()).toEqual({
      items: asksProof,
      ways: [
        [...password, 'totp'],
        [...password, 'recovery-code'],
      ],
    })
    const first = { Way: 'password' as const, Password: samplePassword, Code: '' }
    await visitor.call('prove', { body: first })
    expect((await asked()).ways).toEqual([['totp'], ['recovery-code']])
    const second = { Way: 'totp' as const, Password: '', Code: now(secret) }
    await visitor.call('prove', { body: second })
    await visitor.call('updateEmail', { ...update, path: { userId } })
    app.clock.advance(lifetimes.reauthentication + 1)
    await visitor.call('prove', { body: { ...second, Code: now(secret) } })
    // As for a player without a second step: the password is all that is missing.
    expect((await asked()).ways).toBeUndefined()
  })

  it('of a player without one asks as before (AT-STR-26, G48)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Uma' }))
    const { Id_User: userId } = await visitor.readToken()
    app.clock.advance(lifetimes.reauthentication + 1)
    const Email = 'uma2@site.test'
    const update = { path: { userId }, body: { Email, ConfirmEmail: Email } }
    expect((await visitor.refused('updateEmail', update)).items).toEqual(asksProof)
    expect(visitor.last?.body).not.toContain('Proof')
    await visitor.call('validatePassword', {
      path: { userId },
      body: { Password: samplePassword },
    })
    await visitor.call('updateEmail', update)
  })

  it('removes the last app with the second step and the codes (G49)', async () => {
    const player = await enrolledPlayer(app, 'Vera')
    await player.visitor.call('removeAuthenticator', { body: { Id: player.appId } })
    const { TwoStep, Apps, CodesLeft } = await player.visitor.call('readSecurity', {})
    expect({ TwoStep, Apps, CodesLeft }).toEqual({ TwoStep: false, Apps: [], CodesLeft: null })
    await newVisitor().logIn('Vera', samplePassword)
    expect(await actsOf(player)).toContain('two-step-off')
  })
})

describe('a deployment without strong sign-in', () => {
  it('refuses every call before it reads anything (AT-STR-02, G50)', async () => {
    const off = await startApp({ nodes: 1 })
    const visitor = await signedInPlayer(off, registerForm({ Username: 'Wendy' }))
    const notAllowed = ['ERROR_NOT_ALLOWED@']
    const refusals = [
      visitor.refused('startAuthenticator', nothing),
      visitor.refused('confirmAuthenticator', { body: { Id: 1, Code: '', Name: '' } }),
      visitor.refused('removeAuthenticator', { body: { Id: 1 } }),
      visitor.refused('makeRecoveryCodes', nothing),
      visitor.refused('setTwoStep', { body: { IsOn: true } }),
      visitor.refused('forgetBrowser', { body: { Id: 'all' } }),
      visitor.refused('readSecurity', {}),
      visitor.refused('proofOptions', nothing),
      visitor.refused('prove', { body: { Way: 'password', Password: '', Code: '' } }),
      visitor.refused('secondStep', stepBody({ Handle: 'x' }, { Code: '' })),
    ]
    for (const { items } of await Promise.all(refusals)) expect(items).toEqual(notAllowed)
    await off.close()
  })
})
