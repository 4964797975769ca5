import type { InputOf } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leavesNoTrace } from '../fixtures/crashes/leavesNoTrace.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Attacks on changing and deleting an account. */

const quarterOfAnHour = 15 * 60
const notAllowed = ['ERROR_NOT_ALLOWED@']
const notRecent = ['ERROR_REAUTHENTICATION_REQUIRED@']
const newPassword = 'Another9Battery'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ settings: { LIMITS: 'off' } })
})
afterAll(() => app.close())

const player = (Username: string, deployment?: DeploymentName) =>
  signedInPlayer(app, registerForm({ Username }), deployment)
const idOf = async (visitor: TestVisitor) => (await visitor.readToken()).Id_User
const passwordForm = (OldPassword?: string | null) =>
  ({
    Password: newPassword,
    ConfirmPassword: newPassword,
    ...(OldPassword === undefined ? {} : { OldPassword }),
  }) as InputOf<'resetPassword'>['body']
const deletion = (Email: string, Password = '', given: object = {}) => ({
  Password,
  Email,
  Id_DeletionType: null,
  DeletionReason: '',
  ...given,
})

/** A thief with nothing but a stolen bearer, on their own device. */
async function stolenFrom(visitor: TestVisitor, name?: DeploymentName): Promise<TestVisitor> {
  const thief = app.visitor(name, '198.51.100.66')
  thief.bearer = (await visitor.readToken()).Value
  return thief
}

describe('a stolen bearer without a recent re-authentication', () => {
  it('changes neither address nor password and deletes nothing (E01)', async () => {
    const ada = await player('Ada')
    const userId = await idOf(ada)
    const pat = await partnerPlayer(app, 'relic', 'Pat')
    const patId = await idOf(pat)
    app.clock.advance(quarterOfAnHour + 1)
    const thief = await stolenFrom(ada)
    const patsThief = await stolenFrom(pat, 'relic')
    await leavesNoTrace(app, 4, async () => {
      const email = { Email: 'thief@evil.test', ConfirmEmail: 'thief@evil.test' }
      const change = { path: { userId }, body: email }
      expect((await thief.refused('updateEmail', change)).items).toEqual(notRecent)
      const reset = { body: passwordForm() }
      expect((await thief.refused('resetPassword', reset)).items).toEqual(notRecent)
      const leaving = { path: { userId }, body: deletion('ada@site.test', 'wrong-1') }
      expect((await thief.refused('deleteUser', leaving)).items).toEqual([
        'ERROR_USERNAME_PASSWORD_INCORRECT@Password',
      ])
      const path = { userId: patId }
      const left = { path, body: deletion('pat@relic.test') }
      expect((await patsThief.refused('deletePartnerUser', left)).items).toEqual(notRecent)
    })
    // The password re-authenticates the session in which it was given; unlinking needs none.
    const reauthentication = { path: { userId }, body: { Password: samplePassword } }
    await ada.call('validatePassword', reauthentication)
    await ada.call('resetPassword', { body: passwordForm() })
    expect(await ada.call('twitchUnlink', { body: {} })).toEqual({})
  })

  it('changes no password, whatever stands for the old one (E07)', async () => {
    const bea = await player('Bea')
    app.clock.advance(quarterOfAnHour + 1)
    const thief = await stolenFrom(bea)
    await leavesNoTrace(app, 3, async () => {
      for (const old of [undefined, '', 'wrong-1']) {
        const refused = await thief.refused('resetPassword', { body: passwordForm(old) })
        expect([old, refused.items]).toEqual([old, notRecent])
      }
      const none = await thief.refused('resetPassword', { body: passwordForm(null) })
      expect(none).toEqual({ status: 400, items: ['INVALID_REQUEST@OldPassword'] })
    })
    const partnered = await partnerPlayer(app, 'local', 'Partnered')
    const set = await partnered.refused('resetPassword', { body: passwordForm() })
    expect(set.items).toEqual(notAllowed)
  })

  it.each(['relic', 'creative-assembly', 'focus'] as const)(
    'deletes no account where the dialog asks for no password: %s (E11)',
    async (deployment) => {
      const visitor = await partnerPlayer(app, deployment, `Late${deployment.slice(0, 5)}`)
      const { Id_User: userId } = await visitor.readToken()
      const email = `late${deployment.slice(0, 5)}@relic.test`
      app.clock.advance(quarterOfAnHour + 1)
      const thief = await stolenFrom(visitor, deployment)
      await leavesNoTrace(app, 2, async () => {
        for (const Password of ['', 'wrong-1']) {
          const body = deletion(email, Password)
          const refused = await thief.refused('deletePartnerUser', { path: { userId }, body })
          expect(refused.items).toEqual(notRecent)
        }
      })
    },
  )
})

it('a recovery knows only the old address until the new one is confirmed, and only the new one afterwards (E02)', async () => {
  const cleo = await player('Cleo')
  const userId = await idOf(cleo)
  const body = { Email: 'cleo2@site.test', ConfirmEmail: 'cleo2@site.test' }
  await cleo.call('updateEmail', { path: { userId }, body })
  const uid = await linkToken(app, 'cleo2@site.test')
  const recover = (email: string) => app.visitor().call('recoverPassword', { body: { email } })
  const isUnknown = async (email: string) => {
    const { items } = await app.visitor().refused('recoverPassword', { body: { email } })
    expect(items).toEqual(['ERROR_EMAIL_UNKNOWN@Email'])
  }
  const logIn = (name: string) => app.visitor().logIn(name, samplePassword)
  await recover('cleo@site.test')
  await isUnknown('cleo2@site.test')
  expect((await logIn('cleo@site.test')).Id_User).toBe(userId)
  await app.visitor().call('confirmEmailUpdate', { query: { uid } })
  await recover('cleo2@site.test')
  await isUnknown('cleo@site.test')
  expect((await logIn('cleo2@site.test')).Id_User).toBe(userId)
})

it.each(['a new password', 'a recovery'])(
  '%s ends the three other sessions at once and sends a notice (E08)',
  async (way) => {
    const name = way === 'a recovery' ? 'Dora' : 'Dana'
    const own = await player(name)
    const others = [app.visitor(), app.visitor(), app.visitor()]
    for (const other of others) await other.logIn(name, samplePassword)
    const email = `${name.toLowerCase()}@site.test`
    if (way === 'a recovery') {
      await app.visitor().call('recoverPassword', { body: { email } })
      const Token = await linkToken(app, email)
      const body = { Token, Password: newPassword, Confirm: newPassword }
      await app.visitor().call('validatePasswordRecovery', { body })
    } else {
      await own.call('resetPassword', { body: passwordForm() })
    }
    const { statusCode } = await own.send({ method: 'GET', url: '/api/profile/connects' })
    expect(statusCode).toBe(way === 'a recovery' ? 401 : 200)
    for (const other of others) {
      expect((await other.refused('listConnections', {})).status).toBe(401)
      const path = { identity: other.identity }
      expect(await other.call('readToken', { path })).toMatchObject({ Validated: false, Value: '' })
    }
    expect((await app.mails(email)).at(-1)?.subject).toMatch(/password was changed$/)
  },
)

it('a former username stays free of any player for thirty days (E09)', async () => {
  const eva = await player('Eva')
  const userId = await idOf(eva)
  const thief = await player('Thief')
  await eva.call('updateUsername', { path: { userId }, body: { Username: 'Evelyn' } })
  const taking = { path: { userId: await idOf(thief) }, body: { Username: 'Eva' } }
  const register = registerForm({ Username: 'EVA', Email: 'thief2@site.test' })
  const unknown = logInForm({ UsernameOrEmail: 'Eva', Password: samplePassword })
  const isReserved = async () => {
    const names = ['ERROR_USERNAME_EXIST@Username']
    expect((await thief.refused('updateUsername', taking)).items).toEqual(names)
    const newcomer = await app.visitor().refused('registerNewUser', { body: register })
    expect(newcomer.items).toEqual(names)
    expect((await app.visitor().refused('logIn', { body: unknown })).items).toEqual([
      'ERROR_USER_UNKNOWN@UsernameOrEmail',
    ])
    expect(
      (await app.visitor().refused('recoverPassword', { body: { email: 'Eva' } })).items,
    ).toEqual(['ERROR_EMAIL_INCORRECT_FORMAT@Email'])
  }
  await isReserved()
  app.clock.advance(30 * 24 * 3600 - 60)
  await thief.logIn('Thief', samplePassword)
  await isReserved()
})

describe('a call that its deployment has closed', () => {
  const email = { Email: 'new@site.test', ConfirmEmail: 'new@site.test' }
  const calls = {
    'update-email': (visitor: TestVisitor, userId: number) =>
      visitor.refused('updateEmail', { path: { userId }, body: email }),
    'update-username': (visitor: TestVisitor, userId: number) =>
      visitor.refused('updateUsername', { path: { userId }, body: { Username: 'Renamed' } }),
    'password-reset': (visitor: TestVisitor) =>
      visitor.refused('resetPassword', { body: passwordForm(samplePassword) }),
    'password-recovery': (visitor: TestVisitor) =>
      visitor.refused('recoverPassword', { body: { email: 'new@site.test' } }),
  } as const
  const closed = [
    ['relic', ['update-email', 'update-username', 'password-reset', 'password-recovery']],
    ['creative-assembly', Object.keys(calls)],
    ['focus', Object.keys(calls)],
  ] as const

  it.each(
    closed.flatMap(([deployment, names]) => names.map((name) => [deployment, name] as const)),
  )('is refused in %s: %s (E10)', async (deployment, name) => {
    const username = `P${deployment.slice(0, 4)}${name.slice(-8)}`.replace('-', '')
    const visitor = await partnerPlayer(app, deployment, username)
    const userId = await idOf(visitor)
    const refused = await leavesNoTrace(app, 1, () =>
      calls[name as keyof typeof calls](visitor, userId),
    )
    expect(refused).toEqual({ status: 400, items: notAllowed })
  })

  it('works in two-point-studios, where two sections are hidden and keep their routes (A-10, E10)', async () => {
    const visitor = await player('Tess', 'two-point-studios')
    const path = { userId: await idOf(visitor) }
    const renamed = await visitor.call('updateUsername', { path, body: { Username: 'Tessa' } })
    expect([renamed, await visitor.call('updateEmail', { path, body: email })]).toEqual([{}, {}])
  })
})

describe('the reason of a deletion', () => {
  it('is refused as 10 kB of HTML and is kept as text of at most 1,000 characters (E13)', async () => {
    const kim = await player('Kim')
    const path = { userId: await idOf(kim) }
    const html = '<img src=x onerror="alert(1)">'
    const sent = (DeletionReason: string) => ({
      path,
      body: deletion('kim@site.test', samplePassword, { Id_DeletionType: 4, DeletionReason }),
    })
    const tooLong = html.repeat(350)
    expect(tooLong.length).toBeGreaterThan(10_000)
    expect((await kim.refused('deleteUser', sent(tooLong))).items).toEqual([
      'INVALID_REQUEST@DeletionReason',
    ])
    await kim.call('deleteUser', sent(html.repeat(33)))
    const kept = await app.services.database.kysely
      .selectFrom('deletions')
      .select('reason')
      .execute()
    expect(kept.at(-1)).toEqual({ reason: html.repeat(33) })
  })
})

it('a foreign id re-authenticates no session and counts no attempt against its player (E15)', async () => {
  const [mal, vic] = [await player('Mal'), await player('Vic')]
  const path = { userId: await idOf(vic) }
  const counted = () =>
    app.services.database.kysely
      .selectFrom('attempts')
      .selectAll()
      .orderBy('kind')
      .orderBy('subject_hash')
      .execute()
  const before = await counted()
  await leavesNoTrace(app, 2, async () => {
    for (const Password of ['wrong-1', samplePassword]) {
      const refused = await mal.refused('validatePassword', { path, body: { Password } })
      expect(refused).toEqual({ status: 400, items: notAllowed })
    }
  })
  expect(await counted()).toEqual(before)
})

it('a deleted account leaves no working credential and no data to the next owner of its address (E16)', async () => {
  const lea = await player('Lea')
  const userId = await idOf(lea)
  const other = app.visitor()
  await other.logIn('Lea', samplePassword)
  const { Value, Refresh } = await other.readToken()
  const eve = await player('Eve')
  await app.services.database.kysely
    .insertInto('blocks')
    .values({
      deployment: 'local',
      player_id: userId,
      blocked_id: await idOf(eve),
      created_at: app.clock.now(),
    })
    .execute()
  await lea.call('optInUser', { body: { ListId: 1, IsOptIn: true, IsG2GOptIn: true } })
  await app.services.database.kysely
    .updateTable('players')
    .set({ titles: 'Founder' })
    .where('id', '=', userId)
    .execute()
  await app.visitor().call('recoverPassword', { body: { email: 'lea@site.test' } })
  const Token = await linkToken(app, 'lea@site.test')
  const email = { Email: 'lea2@site.test', ConfirmEmail: 'lea2@site.test' }
  await lea.call('updateEmail', { path: { userId }, body: email })
  const confirm = await linkToken(app, 'lea2@site.test')
  const undo = await linkToken(app, 'lea@site.test')
  const leaving = { path: { userId }, body: deletion('lea@site.test', samplePassword) }
  await lea.call('deleteUser', leaving)

  for (const visitor of [lea, other]) {
    expect((await visitor.refused('listConnections', {})).status).toBe(401)
    const path = { identity: visitor.identity }
    expect((await visitor.refused('readToken', { path })).status).toBe(404)
  }
  const query = { access_token: Value, refresh_token: Refresh, client_id: '' }
  expect((await other.refused('refreshToken', { query })).items).toEqual([
    'ERROR_TOKEN_INVALID_REFRESH@',
  ])
  const verified = await app.visitor().refused('verifyToken', { query })
  expect(verified.items).toEqual(['ERROR_TOKEN_INVALID@'])
  const recovery = { Token, Password: newPassword, Confirm: newPassword }
  const recovered = await app.visitor().refused('validatePasswordRecovery', { body: recovery })
  expect(recovered.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
  for (const uid of [confirm, undo]) {
    for (const name of ['confirmEmailUpdate', 'recoverEmailUpdate'] as const) {
      expect((await app.visitor().refused(name, { query: { uid } })).items).toEqual([
        'ERROR_EMAIL_RECOVERY_NOTEXISTS@',
      ])
    }
  }

  const heir = await player('Lea')
  const path = { userId: await idOf(heir) }
  expect(path.userId).not.toBe(userId)
  expect(await heir.call('readProfile', { path, query: { include: 'Block' } })).toMatchObject({
    Titles: '',
    SteamCheck: false,
    Blocks: [],
  })
  const { OptInList } = await heir.call('listNewsletters', {})
  expect(OptInList.filter(({ IsOptIn }) => IsOptIn)).toEqual([])
  const connects = await heir.call('listConnections', {})
  expect(connects.filter(({ IsLinked }) => IsLinked)).toEqual([])
})
