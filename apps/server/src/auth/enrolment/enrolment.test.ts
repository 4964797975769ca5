import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import type { Call } from '@gatehouse/contract/calls/row'
import { bounds, lifetimes } from '@gatehouse/contract/limits'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { enrol, enrolledPlayer, firstStep, strong } from '../../../test/fixtures/enrolled.ts'
import { acting, newestSafetyMail } from '../../../test/fixtures/safetyMails.ts'
import { addPasskey, proofForm, softPasskey } from '../../../test/fixtures/passkeys/passkeySteps.ts'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { shareClock } from '../../../test/fixtures/processes/shareClock.ts'
import {
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { doDueRecoveries } from '../account-protection/recoverByLink.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { sampleClients, TestSite } from '../../../test/fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { codeAt } from '../../../test/fixtures/totp.ts'

/* A second step that the deployment requires. Both servers have one database. */

/** Players may add a second step; those with the badge `staff` have to. */
let optional: TestApp
/** Everybody has to. */
let required: TestApp

beforeAll(async () => {
  const clients = sampleClients
  optional = await startApp({ deployments: { local: { ...strong, clients } } })
  const local = { ...strong, StrongSignIn: 'required', clients } as const
  required = await startApp({ deployments: { local }, beside: optional })
  shareClock(optional.clock)
})
afterAll(async () => {
  vi.useRealTimers()
  await required.close()
  await optional.close()
})

const nothing = { body: {} }
const day = 24 * 3600
const address = 'gwen@site.test'
const mustEnrol = ['ERROR_ENROLMENT_REQUIRED@']
const wrongCode = ['ERROR_CODE_INVALID@Code']
const neededStill = ['ERROR_TWO_STEP_NEEDED@']

/** The same browser at a server with another policy. */
function at(app: TestApp, { jar, bearer, identity }: TestVisitor): TestVisitor {
  const visitor = app.visitor()
  for (const [name, value] of jar) visitor.jar.set(name, value)
  visitor.bearer = bearer
  visitor.identity = identity
  return visitor
}

const newPlayer = (name: string, app = required) =>
  signedInPlayer(app, registerForm({ Username: name }))

async function codesFor(name: string): Promise<readonly string[]> {
  const mails = await required.mails(`${name.toLowerCase()}@site.test`)
  return mails.flatMap(({ subject }) => /^(\d{6}) is your code/.exec(subject)?.[1] ?? [])
}

/** The code of the newest mail that a session asks for. */
async function codeOf(visitor: TestVisitor, name: string, Again = true): Promise<string> {
  await visitor.call('sendEnrolmentCode', { body: { Again } })
  return (await codesFor(name)).at(-1) ?? ''
}

const wrong = (code: string) => (code === '111111' ? '222222' : '111111')

async function isRestricted(visitor: TestVisitor): Promise<boolean> {
  const { Id_User: userId } = await visitor.readToken()
  const { MustEnrol } = await visitor.call('readProfile', { path: { userId }, query: {} })
  const refused = await visitor.call('listDevices', {}).then(
    () => false,
    () => true,
  )
  expect(refused).toBe(MustEnrol === true)
  return refused
}

/** Adds an app with the code of a mail, and stores the codes. */
async function setUp(visitor: TestVisitor, name: string) {
  const EnrolmentCode = await codeOf(visitor, name)
  const { Id, Secret } = await visitor.call('startAuthenticator', { body: { EnrolmentCode } })
  const Code = codeAt(Secret, required.clock.now())
  const body = { Id, Code, Name: 'Phone', CodesWait: true }
  const { RecoveryCodes, Seal } = await visitor.call('confirmAuthenticator', { body })
  await visitor.call('keepRecoveryCodes', { body: { Seal: Seal ?? '' } })
  required.clock.advance(30)
  return { secret: Secret, appId: Id, codes: RecoveryCodes ?? [] }
}

describe('a player without a second step, where everybody needs one', () => {
  it('gets nothing but the set-up, by every call and every session (SX-39, G56)', async () => {
    const earlier = await newPlayer('Ada', optional)
    const { Id_User } = await earlier.readToken()
    expect(await isRestricted(earlier)).toBe(false)
    for (const visitor of [at(required, earlier), await logIn(required, 'Ada')]) {
      const open: string[] = []
      for (const name of callNames) {
        const row: Call = calls[name]
        if (row.caller !== 'player' && row.caller !== 'either') continue
        // These two would end the session.
        if (name === 'logOut' || name === 'freeze') continue
        if (!(await isClosed(visitor, name, Id_User))) open.push(name)
      }
      expect(open).toEqual(beforeEnrolment)
    }
    const read = { path: { userId: Id_User }, query: { include: 'Block' } }
    expect(await at(required, earlier).call('readProfile', read)).toMatchObject({ MustEnrol: true })
    expect(await at(required, earlier).call('listConnections', {})).toEqual([])
    expect(await earlier.call('readProfile', read)).not.toHaveProperty('MustEnrol')
  })

  it('signs in at no site, by a token or GET oauth, until the second step is there (G56)', async () => {
    const site = new TestSite(required)
    const before = await newPlayer('Bea', optional)
    const { refreshToken, accessToken } = await new TestSite(optional).signIn(before)
    const visitor = at(required, before)
    const begun = await site.begin()
    expect((await site.follow(visitor, begun.path)).pathname).toBe('/login')
    const silent = await site.follow(visitor, (await site.begin({ prompt: 'none' })).path)
    expect(silent.searchParams.get('error')).toBe('login_required')
    const query = { client_id: 'community', redirect_uri: site.redirectUri, state: 's' }
    expect((await visitor.refused('authorize', { query })).items).toEqual(mustEnrol)
    const token = { access_token: visitor.bearer ?? '', client_id: '' }
    expect((await visitor.refused('verifyToken', { query: token })).items).toEqual([
      'ERROR_TOKEN_INVALID@',
    ])
    await expect(site.userInfo(accessToken)).rejects.toThrow('WWW-Authenticate')
    await expect(site.refresh(refreshToken)).rejects.toThrow('server responded with an error')
    await setUp(visitor, 'Bea')
    expect((await site.signIn(visitor)).claims.sub).toBeTruthy()
    expect((await site.refresh(refreshToken)).accessToken).not.toBe('')
  })

  it('sets it up with the code of a mail and an app, and goes on (AT-STR-34)', async () => {
    const visitor = await newPlayer('Cleo')
    const other = await logIn(required, 'Cleo')
    expect(await isRestricted(visitor)).toBe(true)
    const started = await visitor.refused('startAuthenticator', nothing)
    expect(started.items).toEqual(wrongCode)
    const { secret } = await setUp(visitor, 'Cleo')
    expect(await isRestricted(visitor)).toBe(false)
    expect((await visitor.call('readSecurity', {})).IsRequired).toBe(true)
    // Nobody else who knew the password is left.
    expect((await other.refused('readSecurity', {})).status).toBe(401)
    const step = await firstStep(required.visitor(), 'Cleo')
    expect(step.Ways).toContain('totp')
    expect(secret).not.toBe('')
  })

  it('sets it up with a passkey and recovery codes', async () => {
    const visitor = await newPlayer('Dora')
    const passkey = softPasskey(required)
    expect((await visitor.refused('passkeyOptions', nothing)).items).toEqual(wrongCode)
    const EnrolmentCode = await codeOf(visitor, 'Dora')
    const { Options } = await visitor.call('passkeyOptions', { body: { EnrolmentCode } })
    const Credential = passkey.create(Options)
    const added = await visitor.call('addPasskey', { body: { Credential, Name: 'Laptop' } })
    expect(added.HasCodes).toBe(false)
    expect(await isRestricted(visitor)).toBe(true)
    const { Seal } = await visitor.call('makeRecoveryCodes', { body: { CodesWait: true } })
    expect(await isRestricted(visitor)).toBe(true)
    await visitor.call('keepRecoveryCodes', { body: { Seal: Seal ?? '' } })
    expect(await isRestricted(visitor)).toBe(false)
    expect((await visitor.call('readSecurity', {})).TwoStep).toBe(true)
  })

  it('keeps it: neither the step nor its last factor is removed (G58)', async () => {
    const visitor = await newPlayer('Ella')
    const { appId } = await setUp(visitor, 'Ella')
    const off = await visitor.refused('setTwoStep', { body: { IsOn: false } })
    expect(off.items).toEqual(neededStill)
    const remove = { body: { Id: appId } }
    expect((await visitor.refused('removeAuthenticator', remove)).items).toEqual(neededStill)
    const passkey = await addPasskey(visitor, softPasskey(required))
    await visitor.call('removeAuthenticator', remove)
    const last = { body: { Id: passkey.Passkey.Id } }
    expect((await visitor.refused('removePasskey', last)).items).toEqual(neededStill)
    expect(await isRestricted(visitor)).toBe(false)
    await at(optional, visitor).call('setTwoStep', { body: { IsOn: false } })
    expect(await isRestricted(visitor)).toBe(true)
  })

  it('sets it up anew after a recovery that removed it, though changes are on hold', async () => {
    const visitor = await newPlayer('Gwen')
    const { appId } = await setUp(visitor, 'Gwen')
    required.clock.advance(20 * day)
    const body = { UsernameOrEmail: 'Gwen', For: 'recover' } as const
    await required.visitor().call('askSafetyLink', { body })
    const { link: Link, number: Number } = await newestSafetyMail(required, address, /Get back/)
    await required.visitor().call('addRecoveryProof', {
      body: { Link, Number, Password: samplePassword },
    })
    required.clock.advance(7 * day)
    await doDueRecoveries(required.services)
    const last = await newestSafetyMail(required, address, /can get back/)
    const Password = 'Another9Battery'
    const finish = { Act: 'finish', Password, Confirm: Password } as const
    await required.visitor().call('actOnSafetyLink', acting(last, finish))
    const device = required.visitor()
    await device.logIn('Gwen', Password)
    expect(await isRestricted(device)).toBe(true)
    const { appId: another } = await setUp(device, 'Gwen')
    expect(another).not.toBe(appId)
    expect(await isRestricted(device)).toBe(false)
    const held = await device.refused('removeAuthenticator', { body: { Id: another } })
    expect(held.items).toEqual(['ERROR_ACCOUNT_HELD@'])
  })

  it('is free again once the deployment requires it no more (G58)', async () => {
    const visitor = await newPlayer('Fay')
    expect(await isRestricted(visitor)).toBe(true)
    const later = at(optional, visitor)
    expect(await isRestricted(later)).toBe(false)
    expect((await later.refused('sendEnrolmentCode', { body: {} as never })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
    const { Id } = await later.call('startAuthenticator', nothing)
    expect(Id).toBeGreaterThan(0)
  })
})

describe('a thief with the password of such a player', () => {
  it('adds no factor: the code is in the mailbox, whose owner learns of it (SX-40, G57)', async () => {
    await newPlayer('Gina')
    const thief = await logIn(required, 'Gina', '198.51.100.9')
    const Again = { body: { Again: false } }
    expect(await thief.call('sendEnrolmentCode', Again)).toEqual({ Email: 'g.....a@site.test' })
    const [code = ''] = await codesFor('Gina')
    const [mail] = (await required.mails('gina@site.test')).slice(-1)
    expect(mail?.text).toContain('somebody knows your password')
    expect(mail?.text).toContain('198.51.100.9')
    // It is of the session that asked for it.
    const owner = await logIn(required, 'Gina')
    const given = { body: { EnrolmentCode: code } }
    expect((await owner.refused('startAuthenticator', given)).items).toEqual(wrongCode)
    for (const text of ['', '12345', '１２３４５６a', 'abcdef']) {
      const body = { EnrolmentCode: text }
      expect((await thief.refused('passkeyOptions', { body })).items).toEqual(wrongCode)
    }
    // Five tries, over both calls; then the right one is wrong as well.
    for (let tries = 0; tries < bounds.enrolmentCodeTries.max; tries += 1) {
      const call = tries % 2 === 0 ? 'startAuthenticator' : 'passkeyOptions'
      const body = { EnrolmentCode: wrong(code) }
      expect((await thief.refused(call, { body })).items).toEqual(wrongCode)
    }
    expect((await thief.refused('startAuthenticator', given)).items).toEqual(wrongCode)
    const rest = {
      makeRecoveryCodes: nothing,
      setTwoStep: { body: { IsOn: true } },
    } as const
    for (const [name, input] of Object.entries(rest)) {
      const { items } = await thief.refused(name as 'setTwoStep', input as never)
      expect([name, items]).toEqual([name, ['ERROR_NOT_ALLOWED@']])
    }
    expect(await isRestricted(thief)).toBe(true)
  })

  it('uses no factor that the owner added before, either (G57)', async () => {
    const owner = await newPlayer('Hana', optional)
    const passkey = softPasskey(optional)
    await addPasskey(owner, passkey)
    await owner.call('makeRecoveryCodes', nothing)
    const thief = await logIn(required, 'Hana')
    for (const name of ['makeRecoveryCodes', 'setTwoStep'] as const) {
      const body = name === 'setTwoStep' ? { IsOn: true } : {}
      const { items } = await thief.refused(name, { body } as never)
      expect([name, items]).toEqual([name, ['ERROR_REAUTHENTICATION_REQUIRED@']])
    }
    const back = at(required, await logIn(required, 'Hana'))
    await back.call('prove', await proofForm(back, passkey))
    await back.call('setTwoStep', { body: { IsOn: true } })
    expect(await isRestricted(back)).toBe(false)
    expect((await thief.refused('readSecurity', {})).status).toBe(401)
  })
})

describe('the code of a mail', () => {
  it('works for ten minutes, and as often as its player needs it', async () => {
    const visitor = await newPlayer('Ines')
    const EnrolmentCode = await codeOf(visitor, 'Ines', false)
    const given = { body: { EnrolmentCode } }
    for (let times = 0; times <= bounds.enrolmentCodeTries.max; times += 1) {
      await visitor.call('passkeyOptions', given)
    }
    required.clock.advance(lifetimes.enrolmentCode - 1)
    await visitor.call('startAuthenticator', given)
    required.clock.advance(1)
    expect((await visitor.refused('startAuthenticator', given)).items).toEqual(wrongCode)
  })

  it('is mailed once for each page, anew where asked for, and three times an hour', async () => {
    const visitor = await newPlayer('Jo')
    const first = await codeOf(visitor, 'Jo', false)
    expect(await codeOf(visitor, 'Jo', false)).toBe(first)
    expect(await codesFor('Jo')).toHaveLength(1)
    required.clock.advance(1)
    const second = await codeOf(visitor, 'Jo')
    const old = { body: { EnrolmentCode: first } }
    expect(first === second || (await visitor.refused('passkeyOptions', old)).items).toEqual(
      wrongCode,
    )
    await codeOf(visitor, 'Jo')
    const { items } = await visitor.refused('sendEnrolmentCode', { body: { Again: true } })
    expect(items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    expect(await codesFor('Jo')).toHaveLength(3)
  })
})

const order = (act: string, name: string) =>
  gatehouse(optional, `badges ${act} ${name} staff --title Staff --deployment local --why Test`)

describe('where a badge needs a second step', () => {
  it('a session is restricted from the badge on, at its next call, and no other one is (AT-STR-35, G58)', async () => {
    const moderator = await newPlayer('Kim', optional)
    const player = await newPlayer('Lea', optional)
    expect(await isRestricted(moderator)).toBe(false)
    expect((await order('give', 'Kim')).errors).toBe('')
    expect(await isRestricted(moderator)).toBe(true)
    expect(await isRestricted(player)).toBe(false)
    expect(await player.call('readSecurity', {})).not.toHaveProperty('IsRequired')
    const site = new TestSite(optional)
    expect((await site.follow(moderator, (await site.begin()).path)).pathname).toBe('/login')
    expect((await order('take', 'Kim')).errors).toBe('')
    expect(await isRestricted(moderator)).toBe(false)
  })

  it('a player with a second step notices nothing but that it stays', async () => {
    const { visitor } = await enrolledPlayer(optional, 'Mia')
    await order('give', 'Mia')
    expect(await isRestricted(visitor)).toBe(false)
    const off = await visitor.refused('setTwoStep', { body: { IsOn: false } })
    expect(off.items).toEqual(neededStill)
  })
})

it('an app that was added earlier does not do, and another one switches the second step on', async () => {
  const visitor = await newPlayer('Nora', optional)
  await enrol(optional, 'Nora', visitor)
  await visitor.call('setTwoStep', { body: { IsOn: false } })
  const here = await logIn(required, 'Nora')
  expect(await isRestricted(here)).toBe(true)
  await setUpAnother(here, 'Nora')
  expect(await isRestricted(here)).toBe(false)
})

async function setUpAnother(visitor: TestVisitor, name: string): Promise<void> {
  const EnrolmentCode = await codeOf(visitor, name)
  const { Id, Secret } = await visitor.call('startAuthenticator', { body: { EnrolmentCode } })
  const Code = codeAt(Secret, required.clock.now())
  const body = { Id, Code, Name: 'Tablet', CodesWait: true }
  const { RecoveryCodes } = await visitor.call('confirmAuthenticator', { body })
  expect(RecoveryCodes).toBeNull()
}

async function logIn(app: TestApp, name: string, ip?: string): Promise<TestVisitor> {
  const visitor = app.visitor('local', ip)
  const body = logInForm({ UsernameOrEmail: name, Password: samplePassword })
  visitor.identity = (await visitor.call('logIn', { body })).Created
  await visitor.readToken()
  return visitor
}

/** The calls of a session that has to set up a second step first, besides log-out and freeze. */
const beforeEnrolment: readonly CallName[] = [
  'listUserCookies',
  'setCookie',
  'acceptAllCookies',
  'seeCookiePopup',
  'readProfile',
  'setLanguage',
  'confirmEmailUpdate',
  'recoverEmailUpdate',
  'validatePassword',
  'proofOptions',
  'prove',
  'sendEnrolmentCode',
  'startAuthenticator',
  'confirmAuthenticator',
  'makeRecoveryCodes',
  'keepRecoveryCodes',
  'setTwoStep',
  'passkeyOptions',
  'addPasskey',
  'listConnections',
  'serviceProofUrl',
  'proveByService',
  'readSecurity',
]

async function isClosed(visitor: TestVisitor, name: CallName, userId: number): Promise<boolean> {
  const path = { userId, service: 'steam', partner: 'relic' }
  const input = { path, query: {}, body: {} } as never
  const { items } = await visitor.refused(name, input).catch(() => ({ items: [] as string[] }))
  return items.includes('ERROR_ENROLMENT_REQUIRED@')
}
