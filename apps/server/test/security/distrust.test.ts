import { CallError } from '@gatehouse/client/client'
import type { InputOf } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../src/platform/config/settings.ts'
import { linkSteam, newSteamId, steamAnswer } from '../fixtures/partners/linkSteam.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import type { DeploymentName, TestApp } from '../fixtures/startApp.ts'
import { type SignedIn, TestSite } from '../fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * A thief was in an account. The owner's acts against it end everything that the thief holds. The
 * tests play the browsers of both.
 */

const day = 24 * 3600
const quarterOfAnHour = 15 * 60
const ownersNew = 'Another9Battery'
const thiefsNew = 'Thieves4Password'
const invalid = ['ERROR_EMAIL_RECOVERY_NOTEXISTS@']
const incorrect = ['ERROR_USERNAME_PASSWORD_INCORRECT@']
const notRecent = { status: 400, items: ['ERROR_REAUTHENTICATION_REQUIRED@'] }

let standIns: StandIns
let app: TestApp
let addresses = 0

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    deployments: {
      prod: { reauthenticateFor: ['username', 'unlinking'] },
      relic: { reauthenticateFor: ['unlinking'] },
    },
  })
})
beforeEach(() => {
  // Later than everything that the test before has marked.
  app.clock.advance(1)
  app.clock.catchUp()
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

const freshVisitor = (deployment: DeploymentName = 'local') => {
  addresses += 1
  return app.visitor(deployment, `198.51.100.${addresses}`)
}

interface Theft {
  readonly owner: TestVisitor
  readonly thief: TestVisitor
  readonly userId: number
  readonly email: string
  readonly thiefs: string
}

/** An owner and a thief in one account, each in their own browser. */
async function theft(Username: string, deployment: DeploymentName = 'local'): Promise<Theft> {
  const owner = await signedInPlayer(app, registerForm({ Username }), deployment)
  const { Id_User: userId } = await owner.readToken()
  const thief = freshVisitor(deployment)
  await thief.logIn(Username, samplePassword)
  const name = Username.toLowerCase()
  return { owner, thief, userId, email: `${name}@site.test`, thiefs: `${name}@evil.test` }
}

/** The thief asks for another address: the link in the thief's mailbox, and that in the owner's. */
async function askForChange({ thief, userId, email, thiefs }: Theft) {
  const body = { Email: thiefs, ConfirmEmail: thiefs }
  await thief.call('updateEmail', { path: { userId }, body })
  return { confirm: await linkToken(app, thiefs), undo: await linkToken(app, email) }
}

const newPassword = (Password: string) =>
  ({ body: { Password, ConfirmPassword: Password } }) as InputOf<'resetPassword'>
const change = (visitor: TestVisitor, Password = ownersNew) =>
  visitor.call('resetPassword', newPassword(Password))

async function recover(email: string, Password = ownersNew, visitor = freshVisitor()) {
  await freshVisitor().call('recoverPassword', { body: { email } })
  const Token = await linkToken(app, email)
  const body = { Token, Password, Confirm: Password }
  await visitor.call('validatePasswordRecovery', { body })
  return visitor
}

const undoBy = (uid: string) => freshVisitor().call('recoverEmailUpdate', { query: { uid } })
const confirmRefused = async (uid: string) =>
  (await freshVisitor().refused('confirmEmailUpdate', { query: { uid } })).items
const logInRefused = async (name: string, Password: string, visitor = freshVisitor()) =>
  (await visitor.refused('logIn', { body: logInForm({ UsernameOrEmail: name, Password }) })).items

/** Nothing of a visitor's session is left: bearer, id, refresh value. */
async function expectOut(visitor: TestVisitor, refresh: string): Promise<void> {
  expect((await visitor.refused('listConnections', {})).status).toBe(401)
  const path = { identity: visitor.identity }
  expect(await visitor.call('readToken', { path })).toMatchObject({ Validated: false, Value: '' })
  const query = { access_token: visitor.bearer ?? '', refresh_token: refresh, client_id: '' }
  expect((await visitor.refused('refreshToken', { query })).items).toEqual([
    'ERROR_TOKEN_INVALID_REFRESH@',
  ])
}

async function expectTokensOver(site: TestSite, { accessToken, refreshToken }: SignedIn) {
  await expect(site.userInfo(accessToken)).rejects.toMatchObject({
    code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE',
  })
  await expect(site.refresh(refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' })
}

describe("a signed-in owner's new password", () => {
  it('ends the change of address that a thief has begun, and with it the way to a recovery (E17)', async () => {
    const stolen = await theft('Ada')
    const links = await askForChange(stolen)
    await change(stolen.owner)
    expect(await confirmRefused(links.confirm)).toEqual(invalid)
    const body = { email: stolen.thiefs }
    expect((await freshVisitor().refused('recoverPassword', { body })).items).toEqual([
      'ERROR_EMAIL_UNKNOWN@Email',
    ])
    expect(await logInRefused(stolen.thiefs, samplePassword)).toEqual([
      'ERROR_USER_UNKNOWN@UsernameOrEmail',
    ])
    // The owner's own session goes on, and the owner may still say 'It was not me'.
    await stolen.owner.call('listConnections', {})
    await undoBy(links.undo)
    await recover(stolen.email)
    await freshVisitor().logIn('Ada', ownersNew)
  })

  it('ends a recovery link that waits in a mailbox (E17)', async () => {
    const { owner, email } = await theft('Bea')
    await freshVisitor().call('recoverPassword', { body: { email } })
    const Token = await linkToken(app, email)
    await change(owner)
    const body = { Token, Password: thiefsNew, Confirm: thiefsNew }
    const refused = await freshVisitor().refused('validatePasswordRecovery', { body })
    expect(refused.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
  })

  it('ends the linking that a thief has begun, and that of the own session (E21)', async () => {
    const { owner, thief } = await theft('Cleo')
    const thiefs = await steamAnswer(thief, newSteamId())
    const owners = await steamAnswer(owner, newSteamId())
    await change(owner)
    expect((await thief.refused('steamCallback', { body: { ...thiefs } })).status).toBe(401)
    // Nor in a session that a thief has got by the new password.
    const later = freshVisitor()
    await later.logIn('Cleo', ownersNew)
    for (const [visitor, answer] of [
      [later, thiefs],
      [owner, thiefs],
      [owner, owners],
    ] as const) {
      const refused = await visitor.refused('steamCallback', { body: { ...answer } })
      expect(refused.items).toEqual(['This request is not authorized.@'])
    }
    await linkSteam(owner, newSteamId())
  })

  it("leaves a thief's client without code, token or grant, keeps the owner's, and notifies the client (F21)", async () => {
    const { owner, thief } = await theft('Dora')
    const [community, forum] = [new TestSite(app), new TestSite(app, 'forum')]
    const thiefs = await forum.signIn(thief)
    const owners = await community.signIn(owner)
    const begun = await forum.begin()
    const callback = await forum.follow(thief, begun.path)
    await app.services.oidc.backchannelLogout.relay()
    await change(owner)
    await expectTokensOver(forum, thiefs)
    await expect(forum.exchange(begun, callback)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await app.services.oidc.backchannelLogout.relay()).toBe(1)
    expect((await community.userInfo(owners.accessToken)).sub).toBe(owners.claims.sub)
    const next = await community.refresh(owners.refreshToken)
    expect((await community.userInfo(next.accessToken)).sub).toBe(owners.claims.sub)
  })
})

describe("'It was not me'", () => {
  it("leaves the thief's password opening nothing, in two steps, by id, and again for a proof (E18)", async () => {
    const stolen = await theft('Eva')
    const { thief, userId, email } = stolen
    const { Refresh } = await thief.readToken()
    const { confirm, undo } = await askForChange(stolen)
    await freshVisitor().call('confirmEmailUpdate', { query: { uid: confirm } })
    // The thief knows the earlier password, and sets none: it is still void.
    await undoBy(undo)
    await expectOut(thief, Refresh)
    const naming = { UsernameOrEmail: email, ClientId: '', RedirectUrl: '', Token: '' }
    await freshVisitor().call('identify', { body: naming })
    expect(await logInRefused(email, samplePassword)).toEqual(incorrect)
    expect(await logInRefused('Eva', samplePassword, thief)).toEqual(incorrect)
    const byId = { path: { userId }, body: { Password: samplePassword } }
    expect((await freshVisitor().refused('logInUser', byId)).items).toEqual(incorrect)
    const proof = { path: { userId }, body: { Password: samplePassword } }
    expect((await thief.refused('validatePassword', proof)).status).toBe(401)
    // The mail of the undo leads to a new password, and so does a new request.
    const Token = await linkToken(app, email)
    const body = { Token, Password: ownersNew, Confirm: ownersNew }
    await freshVisitor().call('validatePasswordRecovery', { body })
    await freshVisitor().logIn(email, ownersNew)
    expect(await logInRefused(email, samplePassword)).toEqual(incorrect)
  })

  it('does so where name and password are one step, too (E18)', async () => {
    const stolen = await theft('Fay', 'sandbox')
    const { undo } = await askForChange(stolen)
    await freshVisitor('sandbox').call('recoverEmailUpdate', { query: { uid: undo } })
    expect(await logInRefused('Fay', samplePassword, freshVisitor('sandbox'))).toEqual(incorrect)
    expect(await logInRefused(stolen.email, samplePassword, stolen.thief)).toEqual(incorrect)
  })

  it("ends the thief's client, linking and known browser (E18, F21)", async () => {
    const stolen = await theft('Gina')
    const site = new TestSite(app)
    const signedIn = await site.signIn(stolen.thief)
    const answer = await steamAnswer(stolen.thief, newSteamId())
    const { undo } = await askForChange(stolen)
    await app.services.oidc.backchannelLogout.relay()
    await undoBy(undo)
    await expectTokensOver(site, signedIn)
    expect(await app.services.oidc.backchannelLogout.relay()).toBe(1)
    await recover(stolen.email)
    await stolen.thief.logIn('Gina', ownersNew)
    const refused = await stolen.thief.refused('steamCallback', { body: { ...answer } })
    expect(refused.items).toEqual(['This request is not authorized.@'])
  })

  it('is answered again until there is a new password, so that its page never says a false thing (E18)', async () => {
    const stolen = await theft('Hanna')
    const { undo } = await askForChange(stolen)
    const said = await undoBy(undo)
    expect(await undoBy(undo)).toEqual(said)
    await recover(stolen.email)
    const again = await freshVisitor().refused('recoverEmailUpdate', { query: { uid: undo } })
    expect(again.items).toEqual(invalid)
    await freshVisitor().logIn('Hanna', ownersNew)
  })
})

describe('a recovery', () => {
  it("lets the owner in at once, however many wrong guesses came before, and forgets the thief's browser (E19)", async () => {
    const { thief, email } = await theft('Ida')
    const cafe = app.visitor('local', '203.0.113.99')
    for (let guesses = 0; guesses < limits.wrongPasswords.max; guesses += 1) {
      expect(await logInRefused('Ida', 'Wrong7Password', cafe)).toEqual(incorrect)
    }
    const locked = ['ERROR_TOO_MANY_ATTEMPTS@']
    expect(await logInRefused('Ida', samplePassword, cafe)).toEqual(locked)
    app.clock.advance(1)
    const owner = app.visitor('local', '203.0.113.99')
    await recover(email, ownersNew, owner)
    await owner.logIn('Ida', ownersNew)
    // Another browser of the owner's is let in by the cleared counter alone.
    await freshVisitor().logIn('Ida', ownersNew)
    for (let guesses = 0; guesses < limits.wrongPasswords.max; guesses += 1) {
      expect(await logInRefused('Ida', 'Wrong7Password', freshVisitor())).toEqual(incorrect)
    }
    // Unknown visitors wait and work again, the thief too, but not the browser that has recovered.
    expect(await logInRefused('Ida', ownersNew, freshVisitor())).toEqual(locked)
    expect(await logInRefused('Ida', ownersNew, thief)).toEqual(locked)
    await owner.logIn('Ida', ownersNew)
  })

  it("ends the thief's client and linking (F21, E21)", async () => {
    const { thief, email } = await theft('Jana')
    const site = new TestSite(app)
    const signedIn = await site.signIn(thief)
    const answer = await steamAnswer(thief, newSteamId())
    const { Refresh } = await thief.readToken()
    await recover(email)
    await expectTokensOver(site, signedIn)
    await expectOut(thief, Refresh)
    await thief.logIn('Jana', ownersNew)
    expect((await thief.refused('steamCallback', { body: { ...answer } })).items).toEqual([
      'This request is not authorized.@',
    ])
  })
})

it("an operator's end-sessions ends whatever was begun, and leaves the password (E20)", async () => {
  const stolen = await theft('Kira')
  const { thief, email } = stolen
  const site = new TestSite(app)
  const signedIn = await site.signIn(thief)
  const { Refresh } = await thief.readToken()
  const { confirm } = await askForChange(stolen)
  await freshVisitor().call('recoverPassword', { body: { email } })
  const Token = await linkToken(app, email)
  const done = await gatehouse(app, 'players end-sessions Kira --deployment local --why "ticket 4"')
  expect(done.exitCode).toBe(0)
  await expectOut(thief, Refresh)
  await expectTokensOver(site, signedIn)
  expect(await confirmRefused(confirm)).toEqual(invalid)
  const body = { Token, Password: thiefsNew, Confirm: thiefsNew }
  const refused = await freshVisitor().refused('validatePasswordRecovery', { body })
  expect(refused.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
  await stolen.owner.logIn('Kira', samplePassword)
})

/** Nothing was done where the answer is 503, as in a run with trouble: its player tries again. */
async function untilTaken(act: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 503 || tries === 3) throw error
    }
  }
}

describe('at one moment', () => {
  const orders = ['thief first', 'owner first'] as const
  const inOrder = async (
    order: (typeof orders)[number],
    ofThief: () => Promise<unknown>,
    ofOwner: () => Promise<unknown>,
  ) => {
    const thief = () => untilTaken(ofThief)
    const owner = () => untilTaken(ofOwner)
    const runs = order === 'thief first' ? [thief(), owner()] : [owner(), thief()].toReversed()
    const [thiefs, owners] = await Promise.allSettled(runs)
    return { thief: thiefs?.status === 'fulfilled', owner: owners?.status === 'fulfilled' }
  }

  it.each(orders)(
    "a thief's confirmation and the owner's new password happen one after the other, %s (E22)",
    async (order) => {
      for (const Username of ['Lea', 'Lia', 'Lou', 'Liv'].map((name) => `${name}${order[0]}`)) {
        const stolen = await theft(Username)
        const { confirm } = await askForChange(stolen)
        const query = { uid: confirm }
        const done = await inOrder(
          order,
          () => freshVisitor().call('confirmEmailUpdate', { query }),
          () => change(stolen.owner),
        )
        expect(done.owner).toBe(true)
        const kept = await stolen.owner.call('readProfile', {
          path: { userId: stolen.userId },
          query: {},
        })
        expect(kept.Email).toBe(done.thief ? stolen.thiefs : stolen.email)
        await freshVisitor().logIn(Username, ownersNew)
        expect(await logInRefused(Username, samplePassword)).toEqual(incorrect)
      }
    },
  )

  it.each(orders)(
    "a thief's new password and the owner's recovery leave one password, %s (E23)",
    async (order) => {
      for (const Username of ['Mia', 'Mea', 'Moa', 'Mya'].map((name) => `${name}${order[0]}`)) {
        const { thief, email } = await theft(Username)
        await freshVisitor().call('recoverPassword', { body: { email } })
        const Token = await linkToken(app, email)
        const body = { Token, Password: ownersNew, Confirm: ownersNew }
        const done = await inOrder(
          order,
          () => change(thief, thiefsNew),
          () => freshVisitor().call('validatePasswordRecovery', { body }),
        )
        expect(done.thief).not.toBe(done.owner)
        await freshVisitor().logIn(Username, done.owner ? ownersNew : thiefsNew)
        const other = done.owner ? thiefsNew : ownersNew
        expect(await logInRefused(Username, other)).toEqual(incorrect)
      }
    },
  )

  it.each(orders)(
    "a thief's request for another address and the owner's new password leave no link that works, %s (E23)",
    async (order) => {
      for (const Username of ['Nia', 'Noa', 'Nea', 'Nya'].map((name) => `${name}${order[0]}`)) {
        const stolen = await theft(Username)
        const done = await inOrder(
          order,
          () => askForChange(stolen),
          () => change(stolen.owner),
        )
        expect(done.owner).toBe(true)
        const uid = await linkToken(app, stolen.thiefs).catch(() => 'none was sent')
        expect(await confirmRefused(uid)).toEqual(invalid)
        expect((await stolen.thief.refused('listConnections', {})).status).toBe(401)
      }
    },
  )

  it.each(orders)(
    "a thief's log-in and the owner's new password leave the thief no session, %s (F22)",
    async (order) => {
      for (const Username of ['Ola', 'Ona', 'Ora', 'Ova'].map((name) => `${name}${order[0]}`)) {
        const { owner } = await theft(Username)
        const late = freshVisitor()
        const done = await inOrder(
          order,
          () => late.logIn(Username, samplePassword),
          () => change(owner),
        )
        expect(done.owner).toBe(true)
        expect((await late.refused('listConnections', {})).status).toBe(401)
        await owner.call('listConnections', {})
      }
    },
  )
})

describe('a deployment that asks for a fresh proof', () => {
  it('renames and unlinks after the password alone, once 15 minutes have passed (E24)', async () => {
    const { owner, userId } = await theft('Pia', 'prod')
    await linkSteam(owner, newSteamId())
    app.clock.advance(quarterOfAnHour + 1)
    const path = { userId }
    const rename = { path, body: { Username: 'Piaf' } }
    const connects = await owner.call('listConnections', {})
    const SteamId = connects.find(({ CanonicalName }) => CanonicalName === 'steam')?.Id_Account
    const unlink = { body: { SteamId: SteamId ?? '' } }
    expect(await owner.refused('updateUsername', rename)).toEqual(notRecent)
    expect(await owner.refused('steamUnlink', unlink)).toEqual(notRecent)
    await owner.call('validatePassword', { path, body: { Password: samplePassword } })
    await owner.call('updateUsername', rename)
    await owner.call('steamUnlink', unlink)
  })

  it("takes a partner's log-in of the last 15 minutes for a player without a password (E24)", async () => {
    const pat = await partnerPlayer(app, 'relic', 'Patient')
    expect(await pat.call('twitchUnlink', { body: {} })).toEqual({})
    app.clock.advance(quarterOfAnHour + 1)
    expect(await pat.refused('twitchUnlink', { body: {} })).toEqual(notRecent)
  })

  it('is none of the eleven, which rename and unlink at any time (E24)', async () => {
    const { owner, userId } = await theft('Quinn')
    app.clock.advance(day)
    await owner.readToken()
    const rename = { path: { userId }, body: { Username: 'Quincy' } }
    expect(await owner.call('updateUsername', rename)).toEqual({})
    expect(await owner.call('twitchUnlink', { body: {} })).toEqual({})
  })
})

const lines = () =>
  app.logged
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ event }) => event === 'session.secret_missing')

describe('the id of a session without its secret', () => {
  it('opens nothing and leaves a line in the security log, in a path and in a header (F23)', async () => {
    const { owner, userId } = await theft('Rosa')
    const before = lines().length
    const thief = app.visitor('local', '198.51.100.240')
    const path = { identity: owner.identity }
    expect((await thief.refused('readToken', { path })).status).toBe(404)
    thief.bearer = owner.identity
    expect((await thief.refused('listConnections', {})).status).toBe(401)
    expect(lines().slice(before)).toMatchObject([
      { call: 'readToken', playerId: userId, ip: '198.51.100.240', security: true },
      { call: 'listConnections', playerId: userId, ip: '198.51.100.240', security: true },
    ])
    expect(JSON.stringify(lines())).not.toContain(owner.identity)
  })

  it('leaves no line for a value that names no living session (F23)', async () => {
    const { owner, userId } = await theft('Sina')
    await owner.call('logOut', { path: { userId }, body: {} })
    const before = lines().length
    const thief = app.visitor('local', '198.51.100.241')
    for (const identity of [owner.identity, 'A'.repeat(43)]) {
      expect((await thief.refused('readToken', { path: { identity } })).status).toBe(404)
    }
    thief.bearer = 'A'.repeat(43)
    expect((await thief.refused('listConnections', {})).status).toBe(401)
    expect(lines()).toHaveLength(before)
  })
})

it('a confirmation of another address says whose it is, masked (E22)', async () => {
  await confirmedPlayer(app, registerForm({ Username: 'Tina' }))
  const tina = freshVisitor()
  const { Id_User: userId } = await tina.logIn('Tina', samplePassword)
  const body = { Email: 'tina2@site.test', ConfirmEmail: 'tina2@site.test' }
  await tina.call('updateEmail', { path: { userId }, body })
  const query = { uid: await linkToken(app, 'tina2@site.test') }
  const said = await freshVisitor().call('confirmEmailUpdate', { query })
  expect(said).toEqual({ Email: 't.....2@site.test', Username: 'Tina' })
  expect(await freshVisitor().call('confirmEmailUpdate', { query })).toEqual(said)
})
