import { identityProviderNames } from '@gatehouse/contract/identityProviderNames'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasAnotherWayIn } from '../../src/auth/password/requireWayIn.ts'
import { findById } from '../../src/database/accounts/players.ts'
import { moveDueLinks } from '../../src/federation/sign-in/movableLinks.ts'
import { after } from '../../src/platform/clock.ts'
import { enrol, firstStep, logInTwice, stepBody } from '../fixtures/enrolled.ts'
import { startLinkingApp } from '../fixtures/partners/startLinkingApp.ts'
import { type StandIns, startStandIns } from '../fixtures/processes/standIns.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import {
  arrival,
  arrive,
  comeBack,
  newAccountId,
  registered,
  serviceDeployment,
  serviceForm,
  startAt,
} from '../fixtures/services.ts'
import { signInAt } from '../fixtures/signInAt.ts'
import type { TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

/* Attacks on log-ins with a service: login CSRF, mix-up, replay, foreign links, pre-hijacking. */

let standIns: StandIns
let app: TestApp

beforeAll(async () => {
  standIns = await startStandIns()
  app = await startLinkingApp(standIns, {
    settings: { LIMITS: 'off' },
    deployments: {
      local: serviceDeployment,
      prod: { ...serviceDeployment, enumerationProtection: 'strict' },
    },
  })
})
afterAll(async () => {
  await app.close()
  await standIns.stop()
})

/* Not Steam: its answers are dated by the stand-in, and this clock goes ahead. */
const twitch = 'twitch'
const expired = ['ERROR_SERVICE_EXPIRED@']
const anew = ['ERROR_REAUTHENTICATION_REQUIRED@']

/** Links an account of a service to a player who is signed in, and makes it a way in. */
async function joined(visitor: TestVisitor, name: string, id: string): Promise<void> {
  const { Ticket } = await arrival(visitor, twitch, id)
  app.clock.advance(1)
  await visitor.logIn(name, samplePassword)
  await visitor.call('joinService', { body: { Ticket } })
}

async function playerWithTwitch(name: string) {
  const id = newAccountId(twitch)
  const visitor = await signedInPlayer(app, registerForm({ Username: name }))
  await joined(visitor, name, id)
  return { id, visitor }
}

async function idOf(visitor: TestVisitor): Promise<number> {
  return (await visitor.readToken()).Id_User
}

async function lastSubject(email: string) {
  return (await app.mails(email)).at(-1)?.subject
}

async function servicesOf(visitor: TestVisitor) {
  return (await visitor.call('readSecurity', {})).Services
}

/** An intruder with an own account of a service and the address of another person. */
async function prepared(Username: string) {
  const id = newAccountId(twitch)
  const intruder = app.visitor()
  await registered(intruder, await arrival(intruder, twitch, id), Username)
  return { id, intruder, email: `${Username.toLowerCase()}@site.test` }
}

async function recover(email: string, Password = 'Owners7Password') {
  const owner = app.visitor()
  await owner.call('recoverPassword', { body: { email } })
  const Token = await linkToken(app, email)
  await owner.call('validatePasswordRecovery', { body: { Token, Password, Confirm: Password } })
  return owner
}

interface Move {
  readonly Ticket: string
  readonly Username: string | null
  readonly Waits: boolean
  readonly Ends: boolean
}

/** Logs in as another player after an arrival with the account, and asks to join it. */
async function askMove(name: string, id: string) {
  const visitor = await signedInPlayer(app, registerForm({ Username: name }))
  return { visitor, move: await moveAsked(visitor, name, id) }
}

async function moveAsked(visitor: TestVisitor, name: string, id: string): Promise<Move | null> {
  await visitor.call('logOut', { path: { userId: await idOf(visitor) }, body: {} })
  const query = await signInAt(await startAt(visitor, twitch), id)
  const answer = await visitor
    .call('serviceLogIn', { path: { service: twitch }, body: query })
    .catch(() => null)
  const Ticket = answer?.Arrival?.Ticket ?? ''
  app.clock.advance(1)
  await visitor.logIn(name, samplePassword)
  await visitor.refused('joinService', { body: { Ticket } })
  return JSON.parse(visitor.last?.body ?? '{}').ErrorMessages[0].Move ?? null
}

/** The same by linking, where the account is a way in of the other player. */
async function moveByLinking(visitor: TestVisitor, id: string): Promise<Move | null> {
  const CallbackPath = '/twitch/callback'
  const address = await visitor.call('twitchAuth', { query: { callbackPath: CallbackPath } })
  const { code: Code = '', state: State } = await signInAt(address, id)
  const body = { Code, State, CallbackPath }
  const { items } = await visitor.refused('twitchCallback', { body })
  expect(items).toEqual(['ERROR_USER_STEAM_EXIST@'])
  return JSON.parse(visitor.last?.body ?? '{}').ErrorMessages[0].Move ?? null
}

async function withLinkAlone(name: string) {
  const player = await playerWithTwitch(name)
  const body = { CanonicalName: twitch, IsOn: false } as const
  await player.visitor.call('setServiceSignIn', { body })
  return player
}

async function moveOfTwitch(visitor: TestVisitor) {
  const connects = await visitor.call('listConnections', {})
  return connects.find(({ CanonicalName }) => CanonicalName === twitch)
}

describe('the way back', () => {
  it.each(identityProviderNames)(
    'of %s is refused in another browser and without the cookie: a log-in that is forced on a visitor (login CSRF) (H15)',
    async (service) => {
      const attacker = app.visitor()
      const query = await signInAt(await startAt(attacker, service), newAccountId(service))
      expect((await comeBack(app.visitor(), service, query)).items).toEqual(expired)
      const victim = app.visitor()
      await startAt(victim, service)
      expect((await comeBack(victim, service, query)).items).toEqual(expired)
      // It was not used up by them.
      expect(await attacker.call('serviceLogIn', { path: { service }, body: query })).toMatchObject(
        {
          Created: null,
        },
      )
    },
  )

  it.each(identityProviderNames)(
    'of %s serves no other service (mix-up) (H15)',
    async (service) => {
      const visitor = app.visitor()
      const query = await signInAt(await startAt(visitor, service), newAccountId(service))
      for (const other of identityProviderNames.filter((each) => each !== service)) {
        // oxlint-disable-next-line no-await-in-loop -- one browser comes back once at a time
        expect((await comeBack(visitor, other, query)).items).toEqual(expired)
      }
    },
  )

  it('of a log-in links nothing, and that of a linking logs nobody in (SX-36, H15)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Mixer' }))
    const id = newAccountId('twitch')
    const login = await signInAt(await startAt(visitor, 'twitch'), id)
    const linking = await visitor.refused('twitchCallback', {
      body: { Code: login['code'] ?? '', State: login['state'], CallbackPath: '/twitch/callback' },
    })
    expect(linking.items).toEqual(['This request is not authorized.@'])
    const address = await visitor.call('twitchAuth', {
      query: { callbackPath: '/twitch/callback' },
    })
    const linked = await signInAt(address, id)
    expect((await comeBack(visitor, 'twitch', linked)).items).toEqual(expired)
    const proof = await visitor.refused('proveByService', {
      path: { service: 'twitch' },
      body: linked,
    })
    expect(proof.items).toEqual(['ERROR_NOT_ALLOWED@'])
  })

  it('leads to no address that the deployment does not allow (open redirect) (H15)', async () => {
    for (const evil of ['https://evil.test/', '//evil.test', 'javascript:alert(1)']) {
      const visitor = app.visitor()
      // oxlint-disable-next-line no-await-in-loop -- each is its own log-in
      const address = await startAt(visitor, twitch, evil)
      expect(decodeURIComponent(address)).not.toContain('evil')
      // oxlint-disable-next-line no-await-in-loop -- the same
      const body = await signInAt(address, newAccountId(twitch))
      // oxlint-disable-next-line no-await-in-loop -- the same
      const answer = await visitor.call('serviceLogIn', { path: { service: twitch }, body })
      expect(answer.RedirectUrl).toBeNull()
    }
  })

  it('after the ten minutes is refused', async () => {
    const visitor = app.visitor()
    const query = await signInAt(await startAt(visitor, twitch), newAccountId(twitch))
    app.clock.advance(601)
    expect((await comeBack(visitor, twitch, query)).items).toEqual(expired)
    app.clock.catchUp()
  })
})

describe('a ticket', () => {
  it('serves its own browser alone, once, and for fifteen minutes (H16)', async () => {
    const visitor = app.visitor()
    const Arrival = await arrival(visitor, twitch, newAccountId(twitch))
    const thief = app.visitor()
    await startAt(thief, twitch)
    const stolen = { body: serviceForm(Arrival, 'TicketThief') }
    expect((await thief.refused('registerWithService', stolen)).items).toEqual(expired)
    await registered(visitor, Arrival, 'TicketOwner')
    const again = { body: serviceForm(Arrival, 'TicketAgain') }
    expect((await visitor.refused('registerWithService', again)).items).toEqual(expired)
    const late = await arrival(visitor, twitch, newAccountId(twitch))
    app.clock.advance(15 * 60 + 1)
    const body = serviceForm(late, 'TicketLate')
    expect((await visitor.refused('registerWithService', { body })).items).toEqual(expired)
  })

  it('of one account makes one account, of several at one moment', async () => {
    const id = newAccountId(twitch)
    const visitors = [app.visitor(), app.visitor(), app.visitor()]
    const arrivals = await Promise.all(visitors.map((visitor) => arrival(visitor, twitch, id)))
    const done = await Promise.all(
      visitors.map((visitor, index) =>
        registered(visitor, arrivals[index] ?? { Ticket: '' }, `Twin${index}`).then(
          () => true,
          () => false,
        ),
      ),
    )
    expect(done.filter(Boolean)).toHaveLength(1)
  })

  it('refuses a form with every error at once, keeps the ticket, and lets no robot in', async () => {
    const visitor = app.visitor()
    const Arrival = await arrival(visitor, twitch, newAccountId(twitch))
    await confirmedPlayer(app, registerForm({ Username: 'TakenName' }))
    const form = serviceForm(Arrival, 'TakenName')
    const wrong = { ...form, Email: 'nothing', ApproveEULA: false }
    const { items } = await visitor.refused('registerWithService', { body: wrong })
    expect(items).toEqual([
      'ERROR_USERNAME_EXIST@Username',
      'ERROR_EMAIL_INCORRECT_FORMAT@Email',
      'ERROR_APPROVE_EULA@ApproveEULA',
    ])
    const robot = await visitor.call('registerWithService', { body: { ...form, Additional: true } })
    const trapped = app.visitor()
    trapped.identity = robot.Created
    await expect(trapped.readToken()).rejects.toThrow('404')
    await registered(visitor, Arrival, 'TicketKept')
  })
})

describe('joining an account', () => {
  it('never happens by an address (AT-STR-39, H17)', async () => {
    const owner = registerForm({ Username: 'AddressOwner' })
    await confirmedPlayer(app, owner)
    const visitor = app.visitor()
    const Arrival = await arrival(visitor, twitch, newAccountId(twitch))
    const body = { ...serviceForm(Arrival, 'NewComer'), Email: owner.Email }
    expect((await visitor.refused('registerWithService', { body })).items).toEqual([
      'ERROR_EMAIL_EXIST@Email',
    ])
    // The same ticket joins it, after the log-in of the owner.
    app.clock.advance(1)
    await visitor.logIn('AddressOwner', samplePassword)
    await visitor.call('joinService', { body: { Ticket: Arrival.Ticket } })
    expect(await servicesOf(visitor)).toMatchObject([{ CanonicalName: twitch, SignsIn: true }])
  })

  it('tells nobody under strict protection that an address is known, and mails its owner', async () => {
    const owner = registerForm({ Username: 'StrictOwner' })
    await confirmedPlayer(app, owner, 'prod')
    const mails = (await app.mails(owner.Email)).length
    const visitor = app.visitor('prod')
    const Arrival = await arrival(visitor, twitch, newAccountId(twitch))
    const body = { ...serviceForm(Arrival, 'StrictTwin'), Email: owner.Email }
    expect(await visitor.call('registerWithService', { body })).toMatchObject({
      Created: expect.any(String),
    })
    expect((await app.mails(owner.Email)).length).toBe(mails + 1)
  })

  it('needs a log-in after the arrival, in its browser', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'EarlyBird' }))
    app.clock.advance(1)
    const { Ticket } = await arrival(visitor, twitch, newAccountId(twitch))
    expect((await visitor.refused('joinService', { body: { Ticket } })).items).toEqual(anew)
    app.clock.advance(1)
    const elsewhere = app.visitor()
    await elsewhere.logIn('EarlyBird', samplePassword)
    expect((await elsewhere.refused('joinService', { body: { Ticket } })).items).toEqual(expired)
  })

  it('takes the second step of an account: a stolen mailbox joins nothing (H17)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'TwoStepper' }))
    const enrolled = await enrol(app, 'TwoStepper', visitor)
    const thief = app.visitor()
    const { Ticket } = await arrival(thief, twitch, newAccountId(twitch))
    app.clock.advance(1)
    await thief.call('recoverPassword', { body: { email: 'twostepper@site.test' } })
    const Token = await linkToken(app, 'twostepper@site.test')
    const Password = 'Stolen7Mailbox'
    await thief.call('validatePasswordRecovery', {
      body: { Token, Password, Confirm: Password },
    })
    expect((await firstStep(thief, 'TwoStepper', Password)).Ways).toContain('totp')
    expect((await thief.refused('joinService', { body: { Ticket } })).status).toBe(401)
    // The owner has the second step.
    const step = await firstStep(thief, 'TwoStepper', Password)
    const given = { Code: codeAt(enrolled.secret, app.clock.now()) }
    thief.identity = (await thief.call('secondStep', stepBody(step, given))).Created
    await thief.readToken()
    await thief.call('joinService', { body: { Ticket } })
  })

  it('refuses a second account of the service', async () => {
    const { visitor } = await playerWithTwitch('OneSteam')
    const { Ticket } = await arrival(visitor, twitch, newAccountId(twitch))
    app.clock.advance(1)
    await visitor.logIn('OneSteam', samplePassword)
    expect((await visitor.refused('joinService', { body: { Ticket } })).items).toEqual([
      'ERROR_SERVICE_OTHER@',
    ])
  })
})

describe('a service as a way in', () => {
  it('is asked for the second step first (AT-STR-37, SX-13)', async () => {
    const { id, visitor } = await playerWithTwitch('SteamAndApp')
    const { secret } = await enrol(app, 'SteamAndApp', visitor)
    const later = app.visitor()
    const query = await signInAt(await startAt(later, twitch), id)
    expect((await comeBack(later, twitch, query)).items).toEqual(['ERROR_SECOND_FACTOR_REQUIRED@'])
    const { Step } = JSON.parse(later.last?.body ?? '{}').ErrorMessages[0]
    const given = { Code: codeAt(secret, app.clock.now()) }
    later.identity = (await later.call('secondStep', stepBody(Step, given))).Created
    await later.readToken()
    const { Devices } = await later.call('listDevices', {})
    expect(Devices.find(({ IsThis }) => IsThis)?.Methods).toEqual(['svc:twitch', 'otp'])
  })

  it.each([
    ['banned_at', 'ERROR_USER_BANNED@'],
    ['frozen_at', 'ERROR_ACCOUNT_FROZEN@'],
  ] as const)('opens no account whose %s is set', async (column, code) => {
    const name = `Barred${column.slice(0, 3)}`
    const { id, visitor } = await playerWithTwitch(name)
    const player = await idOf(visitor)
    await app.services.database.kysely
      .updateTable('players')
      .set({ [column]: app.clock.now() })
      .where('id', '=', player)
      .execute()
    const later = app.visitor()
    const query = await signInAt(await startAt(later, twitch), id)
    expect((await comeBack(later, twitch, query)).items).toEqual([code])
  })

  it('is switched on by a recent log-in alone, and off unless it is the last (H18)', async () => {
    const { visitor } = await playerWithTwitch('Switcher')
    app.clock.advance(16 * 60)
    const body = { CanonicalName: twitch, IsOn: false } as const
    expect((await visitor.refused('setServiceSignIn', { body })).items).toEqual(anew)
    expect((await visitor.refused('twitchUnlink', { body: {} })).items).not.toEqual([])
    await visitor.logIn('Switcher', samplePassword)
    await visitor.call('setServiceSignIn', { body })

    const newcomer = app.visitor()
    const id = newAccountId(twitch)
    await registered(newcomer, await arrival(newcomer, twitch, id), 'LastWay')
    const last = ['ERROR_LAST_WAY_IN@']
    expect((await newcomer.refused('setServiceSignIn', { body })).items).toEqual(last)
    const unlink = { body: {} }
    expect((await newcomer.refused('twitchUnlink', unlink)).items).toEqual(last)
  })

  it('ends with a freeze, and the mail opens the account with a new password', async () => {
    const { id, visitor } = await playerWithTwitch('Freezer')
    await visitor.call('freeze', { body: {} })
    const mail = (await app.mails('freezer@site.test')).at(-1)?.text ?? ''
    const Link = /link=([\w-]+)/.exec(mail)?.[1] ?? ''
    const opener = app.visitor()
    const read = await opener.call('readSafetyLink', { body: { Link } })
    expect(read).toMatchObject({ Kind: 'unfreeze', NeedsPassword: true, NeedsNumber: true })
    const Number = /number: (\d{6})/.exec(mail)?.[1] ?? ''
    const Password = 'Thawed7Again'
    await opener.call('actOnSafetyLink', {
      body: { Link, Act: 'unfreeze', Number, Password, Confirm: Password },
    })
    expect(await arrive(app.visitor(), twitch, id)).toMatchObject({ Created: null })
  })

  it('proves an account that has nothing else, in this session, and no other (step-up)', async () => {
    const id = newAccountId(twitch)
    const visitor = app.visitor()
    await registered(visitor, await arrival(visitor, twitch, id), 'Prover')
    app.clock.advance(16 * 60)
    const body = { body: {} }
    const switching = { body: { CanonicalName: twitch, IsOn: true } } as const
    expect((await visitor.refused('setServiceSignIn', switching)).items).toEqual(anew)
    expect(await visitor.call('proofOptions', body)).toMatchObject({ Ways: [], Services: [twitch] })
    const path = { service: twitch } as const
    const begin = () => visitor.call('serviceProofUrl', { path, body: {} })
    const foreign = await signInAt(await begin(), newAccountId(twitch))
    expect((await visitor.refused('proveByService', { path, body: foreign })).items).toEqual([
      'ERROR_SERVICE_DENIED@',
    ])
    const own = await signInAt(await begin(), id)
    // A proof is no log-in.
    expect((await comeBack(visitor, twitch, own)).items).toEqual(expired)
    await visitor.call('proveByService', { path, body: await signInAt(await begin(), id) })
    await visitor.call('setServiceSignIn', switching)

    const { visitor: other } = await playerWithTwitch('HasPassword')
    expect((await other.refused('serviceProofUrl', { path, body: {} })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
  })
})

describe('an account that another person has prepared (pre-hijacking)', () => {
  it('is the owner’s alone after a recovery: the service and the sessions end (trojan identifier, unexpired session) (H19)', async () => {
    const { id, intruder, email } = await prepared('Trojan')
    const owner = await recover(email)
    expect((await intruder.refused('readSecurity', {})).status).toBe(401)
    expect(await arrival(app.visitor(), twitch, id)).toMatchObject({ IsLinked: false })
    await owner.logIn('Trojan', 'Owners7Password')
    expect(await servicesOf(owner)).toEqual([])
  })

  it('is so too where the owner has followed the intruder’s confirmation first', async () => {
    const { id, email } = await prepared('Lured')
    app.clock.advance(1)
    await app.visitor().call('confirmEmail', { body: { Uid: await linkToken(app, email) } })
    expect(await arrive(app.visitor(), twitch, id)).toMatchObject({ Arrival: null })
    app.clock.advance(1)
    await recover(email)
    expect(await arrival(app.visitor(), twitch, id)).toMatchObject({ IsLinked: false })
  })

  it('keeps no change of address of the intruder (unexpired email change)', async () => {
    const { intruder, email } = await prepared('Changer')
    await intruder.call('updateEmail', {
      path: { userId: await idOf(intruder) },
      body: { Email: 'intruder@site.test', ConfirmEmail: 'intruder@site.test' },
    })
    const uid = await linkToken(app, 'intruder@site.test')
    await recover(email)
    const { items } = await app.visitor().refused('confirmEmailUpdate', { query: { uid } })
    expect(items).not.toEqual([])
  })

  it('with a password gets no service of the owner, who arrives with it (classic-federated merge)', async () => {
    const form = registerForm({ Username: 'Classic', Email: 'merge@site.test' })
    await app.visitor().call('registerNewUser', { body: form })
    const owner = app.visitor()
    const Arrival = await arrival(owner, twitch, newAccountId(twitch))
    const body = { ...serviceForm(Arrival, 'MergeOwner'), Email: form.Email }
    owner.identity = (await owner.call('registerWithService', { body })).Created
    const own = await idOf(owner)
    await owner.refused('logIn', {
      body: {
        UsernameOrEmail: 'Classic',
        Password: samplePassword,
        ClientId: '',
        RedirectUrl: '',
        StudioName: '',
        Token: '',
      },
    })
    expect(await findById(app.services.database.kysely, 'local', own)).toMatchObject({
      username: 'MergeOwner',
      confirmed_at: null,
    })
  })

  it('confirms no address by the word of a service (non-verifying provider)', async () => {
    const { intruder } = await prepared('NonVerifying')
    const player = await findById(app.services.database.kysely, 'local', await idOf(intruder))
    expect(player).toMatchObject({ confirmed_at: null, email_verified_by: null })
    const wrong = await intruder.refused('twitchAuth', {
      query: { callbackPath: '/twitch/callback' },
    })
    expect(wrong.items).toEqual(['ERROR_USER_CONFIRMED@'])
    // Nor does a passkey or an app of the intruder wait for the owner (SX-38).
    for (const call of ['passkeyOptions', 'startAuthenticator'] as const) {
      const { items } = await intruder.refused(call, { body: {} })
      expect([call, items]).toEqual([call, ['ERROR_USER_CONFIRMED@']])
    }
  })

  it('keeps a service that was linked to a confirmed address long ago, and not one that was linked lately', async () => {
    const { id, visitor } = await playerWithTwitch('LongAgo')
    const player = await idOf(visitor)
    await recover('longago@site.test')
    expect(await arrival(app.visitor(), twitch, id)).toMatchObject({ IsLinked: true })
    const month = new Date(app.clock.now().getTime() - 31 * 24 * 3600 * 1000)
    const { kysely } = app.services.database
    await kysely
      .updateTable('players')
      .set({ confirmed_at: new Date(month.getTime() - 1000) })
      .where('id', '=', player)
      .execute()
    await kysely
      .updateTable('connections')
      .set({ linked_at: month, signs_in: true })
      .where('player_id', '=', player)
      .execute()
    await recover('longago@site.test', 'Another7Password')
    expect(await arrive(app.visitor(), twitch, id)).toMatchObject({ Arrival: null })
  })
})

describe('a link that another account has', () => {
  it('moves at once, is mailed to both, and can be taken back for a week (H20)', async () => {
    const { id, visitor: first } = await withLinkAlone('FirstHolder')
    const { visitor: second, move } = await askMove('SecondHolder', id)
    // The name of an account that the service does not open is not said.
    expect(move).toMatchObject({ Username: null, Waits: false, Ends: false })
    const body = { Ticket: move?.Ticket ?? '' }
    expect(await second.call('moveLink', { body })).toMatchObject({ Outcome: 'moved' })
    expect((await second.refused('moveLink', { body })).items).toEqual(expired)
    expect(await moveOfTwitch(second)).toMatchObject({ IsLinked: true })
    expect((await moveOfTwitch(second))?.SignsIn).toBeUndefined()
    expect(await lastSubject('firstholder@site.test')).toContain('has left')
    expect(await lastSubject('secondholder@site.test')).toContain('was linked')
    const left = await moveOfTwitch(first)
    expect(left).toMatchObject({ IsLinked: false, Move: { Kind: 'left' } })
    const Id = left?.Move?.Id ?? 0
    expect((await second.refused('stopLinkMove', { body: { Id } })).items).toEqual([
      'ERROR_NOT_ALLOWED@',
    ])
    await first.call('stopLinkMove', { body: { Id } })
    expect(await moveOfTwitch(first)).toMatchObject({ IsLinked: true })
    expect(await moveOfTwitch(second)).toMatchObject({ IsLinked: false })
    // It stays there now.
    expect(await moveByLinking(second, id)).toBeNull()
  })

  it('waits three days where it is a way in, and either stops it', async () => {
    const { id, visitor: first } = await playerWithTwitch('WaitFirst')
    const second = await signedInPlayer(app, registerForm({ Username: 'WaitSecond' }))
    const move = await moveByLinking(second, id)
    expect(move).toMatchObject({ Username: 'WaitFirst', Waits: true, Ends: false })
    const body = { Ticket: move?.Ticket ?? '' }
    expect(await second.call('moveLink', { body })).toMatchObject({ Outcome: 'waits' })
    await moveDueLinks(app.services)
    expect(await moveOfTwitch(first)).toMatchObject({ IsLinked: true, Move: { Kind: 'leaves' } })
    const arrives = await moveOfTwitch(second)
    expect(arrives).toMatchObject({ IsLinked: false, Move: { Kind: 'arrives' } })
    await second.call('stopLinkMove', { body: { Id: arrives?.Move?.Id ?? 0 } })
    const again = await moveByLinking(second, id)
    await second.call('moveLink', { body: { Ticket: again?.Ticket ?? '' } })
    app.clock.advance(3 * 24 * 3600 + 1)
    await moveDueLinks(app.services)
    await second.logIn('WaitSecond', samplePassword)
    expect(await moveOfTwitch(second)).toMatchObject({ IsLinked: true })
    app.clock.catchUp()
  })

  it('ends a waiting move with a freeze of the account that has it', async () => {
    const { id, visitor: first } = await playerWithTwitch('FreezeFirst')
    const second = await signedInPlayer(app, registerForm({ Username: 'FreezeSecond' }))
    const move = await moveByLinking(second, id)
    await second.call('moveLink', { body: { Ticket: move?.Ticket ?? '' } })
    await first.call('freeze', { body: {} })
    app.clock.advance(3 * 24 * 3600 + 1)
    await moveDueLinks(app.services)
    await second.logIn('FreezeSecond', samplePassword)
    expect(await moveOfTwitch(second)).toMatchObject({ IsLinked: false })
    app.clock.catchUp()
  })

  it('never moves while changes of the account that has it are on hold (6.6)', async () => {
    const { id, visitor: first } = await playerWithTwitch('HeldFirst')
    const second = await signedInPlayer(app, registerForm({ Username: 'HeldSecond' }))
    const move = await moveByLinking(second, id)
    expect(move).toMatchObject({ Username: 'HeldFirst' })
    const held_until = after(app.clock.now(), 3600)
    await app.services.database.kysely
      .updateTable('players')
      .set({ held_until })
      .where('deployment', '=', 'local')
      .where('id', '=', await idOf(first))
      .execute()
    const body = { Ticket: move?.Ticket ?? '' }
    expect((await second.refused('moveLink', { body })).items).toEqual(['ERROR_NOT_ALLOWED@'])
    expect(await moveByLinking(second, id)).toBeNull()
    app.clock.advance(3601)
    await second.logIn('HeldSecond', samplePassword)
    expect(await moveByLinking(second, id)).toMatchObject({ Username: 'HeldFirst' })
    app.clock.catchUp()
  })

  it('never moves where it is the last way in of a confirmed account', async () => {
    const id = newAccountId(twitch)
    const newcomer = app.visitor()
    await registered(newcomer, await arrival(newcomer, twitch, id), 'OnlySteam')
    const Uid = await linkToken(app, 'onlysteam@site.test')
    await app.visitor().call('confirmEmail', { body: { Uid } })
    const { kysely } = app.services.database
    const player = await findById(kysely, 'local', await idOf(newcomer))
    expect(player && (await hasAnotherWayIn(kysely, player, twitch))).toBe(false)
    const second = await signedInPlayer(app, registerForm({ Username: 'WantsSteam' }))
    const move = await moveByLinking(second, id)
    const body = { Ticket: move?.Ticket ?? '' }
    expect((await second.refused('moveLink', { body })).items).toEqual(['ERROR_LAST_WAY_IN@'])
  })

  it('leaves a twin that nobody has confirmed, which ends', async () => {
    const id = newAccountId(twitch)
    const newcomer = app.visitor()
    await registered(newcomer, await arrival(newcomer, twitch, id), 'TwinAccount')
    const twin = await idOf(newcomer)
    const second = await signedInPlayer(app, registerForm({ Username: 'RealAccount' }))
    const move = await moveByLinking(second, id)
    expect(move).toMatchObject({ Username: 'TwinAccount', Ends: true })
    const body = { Ticket: move?.Ticket ?? '' }
    expect(await second.call('moveLink', { body })).toMatchObject({ Outcome: 'moved' })
    expect(await findById(app.services.database.kysely, 'local', twin)).toBeUndefined()
    expect(await moveOfTwitch(second)).toMatchObject({ IsLinked: true })
  })

  it('is moved by no session without a recent log-in', async () => {
    const { id } = await withLinkAlone('StaleFirst')
    const second = await signedInPlayer(app, registerForm({ Username: 'StaleSecond' }))
    app.clock.advance(16 * 60)
    const move = await moveByLinking(second, id)
    const body = { Ticket: move?.Ticket ?? '' }
    expect((await second.refused('moveLink', { body })).items).toEqual(anew)
  })
})

it('an account with two steps joins by both, in one flow', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'BothSteps' }))
  const enrolled = await enrol(app, 'BothSteps', visitor)
  const again = app.visitor()
  const { Ticket } = await arrival(again, twitch, newAccountId(twitch))
  app.clock.advance(1)
  await logInTwice(app, again, enrolled)
  await again.call('joinService', { body: { Ticket } })
  expect(await servicesOf(again)).toMatchObject([{ CanonicalName: twitch, SignsIn: true }])
})
