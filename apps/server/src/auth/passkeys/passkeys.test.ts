import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addPasskey,
  logInWithPasskey,
  refusedPasskey,
  softPasskey,
  strong,
} from '../../../test/fixtures/passkeys/passkeySteps.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../../../test/fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import { logInForm } from '../../../test/fixtures/testVisitor.ts'

let app: TestApp
const quarterOfAnHour = 15 * 60

beforeAll(async () => {
  app = await startApp({ deployments: { local: strong, 'two-point-studios': strong } })
})
afterAll(() => app.close())

const player = (Username: string) => signedInPlayer(app, registerForm({ Username }))
const subjects = async (name: string) =>
  (await app.mails(`${name.toLowerCase()}@site.test`)).map(({ subject }) => subject)
const byPassword = (UsernameOrEmail: string, Password = samplePassword) => ({
  body: logInForm({ UsernameOrEmail, Password }),
})

describe('a passkey', () => {
  it.each(['ES256', 'EdDSA'] as const)(
    'of %s is added, named in a mail, and logs its player in with both factors (AT-STR-03, AT-STR-05)',
    async (algorithm) => {
      const name = `Ada${algorithm}`
      const visitor = await player(name)
      const passkey = softPasskey(app, { algorithm })
      const added = await addPasskey(visitor, passkey, 'My “laptop”')
      expect(added.Passkey).toMatchObject({
        Name: 'My “laptop”',
        LastUsedAt: null,
        IsSynced: false,
      })
      expect(added.Signal).toMatchObject({
        RpId: 'localhost',
        AcceptedIds: [passkey.id],
        Name: name,
      })
      const mail = (await app.mails(`${name.toLowerCase()}@site.test`)).at(-1)
      expect(mail?.subject).toMatch(/^A passkey was added to your .* account$/)
      expect(mail?.text).toContain('My “laptop”')

      const elsewhere = app.visitor()
      const { Signal } = await logInWithPasskey(elsewhere, passkey)
      expect(Signal.AcceptedIds).toEqual([passkey.id])
      const { Passkeys, HasPassword } = await elsewhere.call('readSecurity', {})
      expect(Passkeys.map(({ LastUsedAt }) => LastUsedAt)).toEqual([app.clock.now().toISOString()])
      expect(HasPassword).toBe(true)
      // The log-in itself is the proof that the next change asks for.
      await elsewhere.call('removePasskey', { body: { Id: Passkeys[0]?.Id ?? 0 } })
      expect((await subjects(name)).at(-1)).toMatch(/^A passkey was removed from your/)
    },
  )

  it('is known as synced by its last use (AT-STR-11)', async () => {
    const visitor = await player('Bea')
    const synced = softPasskey(app, { flags: { backupEligible: true } })
    const bound = softPasskey(app)
    await addPasskey(visitor, synced)
    await addPasskey(visitor, bound)
    const isSynced = async () =>
      (await visitor.call('readSecurity', {})).Passkeys.map((each) => each.IsSynced)
    expect(await isSynced()).toEqual([false, false])
    await logInWithPasskey(app.visitor(), synced, { backupEligible: true, backedUp: true })
    expect(await isSynced()).toEqual([true, false])
  })

  it('that counts must count on: the same number again is refused, with a mail (AT-STR-12)', async () => {
    const visitor = await player('Cleo')
    const passkey = softPasskey(app, { counter: 5 })
    await addPasskey(visitor, passkey)
    await logInWithPasskey(app.visitor(), passkey, { counter: 6 })
    expect(await refusedPasskey(app.visitor(), passkey, { counter: 6 })).toEqual([
      'ERROR_PASSKEY_REFUSED@',
    ])
    expect((await subjects('Cleo')).at(-1)).toMatch(/may have been copied$/)
    expect(app.logged.join('')).toContain('"event":"passkey.counter_regressed"')
    // It stays until its player removes it.
    await logInWithPasskey(app.visitor(), passkey, { counter: 7 })

    const still = softPasskey(app)
    await addPasskey(visitor, still)
    await logInWithPasskey(app.visitor(), still)
    await logInWithPasskey(app.visitor(), still)
  })

  it('has a name of 1 to 40 characters, which its player changes (AT-STR-09)', async () => {
    const visitor = await player('Dora')
    const { Passkey } = await addPasskey(visitor, softPasskey(app))
    const { Id } = Passkey
    for (const Name of ['', ' ', 'x'.repeat(41), '\u202e', 'a\0b']) {
      expect((await visitor.refused('renamePasskey', { body: { Id, Name } })).items).toEqual([
        'ERROR_PASSKEY_NAME@Name',
      ])
    }
    for (const Name of ['Ünï 漢字', '<script>', '😀'.repeat(40)]) {
      await visitor.call('renamePasskey', { body: { Id, Name } })
      const { Passkeys } = await visitor.call('readSecurity', {})
      expect(Passkeys.map((each) => each.Name)).toEqual([Name])
    }
  })

  it('is unknown once it is removed, and the device may forget it (AT-STR-10, S62)', async () => {
    const visitor = await player('Elsa')
    const passkey = softPasskey(app)
    const { Passkey } = await addPasskey(visitor, passkey)
    const { Signal } = await visitor.call('removePasskey', { body: { Id: Passkey.Id } })
    expect(Signal.AcceptedIds).toEqual([])
    const newcomer = app.visitor()
    expect(await refusedPasskey(newcomer, passkey)).toEqual(['ERROR_PASSKEY_UNKNOWN@'])
    expect(newcomer.last?.json()).toMatchObject({ ErrorMessages: [{ Forget: true }] })
    expect((await visitor.call('readSecurity', {})).Passkeys).toEqual([])
  })

  it('is added and removed within 15 minutes of a proof (S60)', async () => {
    const visitor = await player('Fay')
    const { Passkey } = await addPasskey(visitor, softPasskey(app))
    app.clock.advance(quarterOfAnHour + 1)
    const asked = ['ERROR_REAUTHENTICATION_REQUIRED@']
    expect((await visitor.refused('passkeyOptions', { body: {} })).items).toEqual(asked)
    const { Id } = Passkey
    expect((await visitor.refused('removePasskey', { body: { Id } })).items).toEqual(asked)
    expect((await visitor.refused('removePassword', { body: {} })).items).toEqual(asked)
    // Its name is nothing to protect.
    await visitor.call('renamePasskey', { body: { Id, Name: 'Phone' } })
  })

  it('is the eleventh that is refused (SX-29)', async () => {
    const visitor = await player('Gwen')
    for (let count = 0; count < 10; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await addPasskey(visitor, softPasskey(app), `Key ${count}`)
    }
    expect((await visitor.refused('passkeyOptions', { body: {} })).items).toEqual([
      'ERROR_PASSKEY_LIMIT@',
    ])
  })
})

describe('an account without a password', () => {
  it('needs two passkeys, or a synced one with recovery codes (AT-STR-31)', async () => {
    const visitor = await player('Hedy')
    const lastWay = ['ERROR_LAST_WAY_IN@']
    const removal = async () => (await visitor.refused('removePassword', { body: {} })).items
    expect(await removal()).toEqual(lastWay)
    const first = await addPasskey(visitor, softPasskey(app))
    expect(await removal()).toEqual(lastWay)
    const second = await addPasskey(visitor, softPasskey(app))
    await visitor.call('removePassword', { body: {} })
    await visitor.call('removePasskey', { body: { Id: first.Passkey.Id } })
    const refused = await visitor.refused('removePasskey', { body: { Id: second.Passkey.Id } })
    expect(refused.items).toEqual(lastWay)
  })

  it('refuses every password like a wrong one, and is deleted after a passkey (AT-STR-30)', async () => {
    const visitor = await player('Ida')
    const passkey = softPasskey(app)
    await addPasskey(visitor, passkey)
    await addPasskey(visitor, softPasskey(app))
    const elsewhere = app.visitor()
    await elsewhere.logIn('Ida', samplePassword)
    await visitor.call('removePassword', { body: {} })
    expect((await subjects('Ida')).at(-1)).toMatch(/has no password any more$/)
    expect((await elsewhere.refused('listConnections', {})).status).toBe(401)
    await visitor.call('listConnections', {})
    expect((await app.visitor().refused('logIn', byPassword('Ida'))).items).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    expect((await visitor.call('readSecurity', {})).HasPassword).toBe(false)

    const again = app.visitor()
    await logInWithPasskey(again, passkey)
    const { Id_User } = await again.readToken()
    app.clock.advance(quarterOfAnHour + 1)
    const deletion = {
      path: { userId: Id_User },
      body: { Password: '', Email: 'ida@site.test', Id_DeletionType: null, DeletionReason: '' },
    }
    expect((await again.refused('deleteUser', deletion)).items).toEqual([
      'ERROR_REAUTHENTICATION_REQUIRED@',
    ])
    await logInWithPasskey(again, passkey)
    await again.call('deleteUser', deletion)
    expect(await refusedPasskey(app.visitor(), passkey)).toEqual(['ERROR_PASSKEY_UNKNOWN@'])
  })

  it('gets a password again by mail, with a second step (AT-STR-32)', async () => {
    const visitor = await player('June')
    await addPasskey(visitor, softPasskey(app))
    await addPasskey(visitor, softPasskey(app))
    await visitor.call('removePassword', { body: {} })
    await app.visitor().call('recoverPassword', { body: { email: 'june@site.test' } })
    const Token = await linkToken(app, 'june@site.test')
    const Password = 'Another9Battery'
    const body = { Token, Password, Confirm: Password }
    await app.visitor().call('validatePasswordRecovery', { body })
    const { kysely } = app.fresh.database
    const row = await kysely
      .selectFrom('players')
      .select('factors')
      .where('deployment', '=', 'local')
      .where('username', '=', 'June')
      .executeTakeFirstOrThrow()
    // A passkey, and a second step after the password.
    expect(row.factors).toBe(2 | 8)
  })

  it('sets one again without the old one, where that is asked otherwise (AT-STR-33)', async () => {
    const deployment = 'two-point-studios'
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Kay' }), deployment)
    await addPasskey(visitor, softPasskey(app, {}, deployment))
    await addPasskey(visitor, softPasskey(app, {}, deployment))
    await visitor.call('removePassword', { body: {} })
    const Password = 'Another9Battery'
    const body = { Password, ConfirmPassword: Password }
    await visitor.call('resetPassword', { body })
    await app.visitor(deployment).logIn('Kay', Password)
    const refused = await visitor.refused('resetPassword', { body })
    expect(refused.items).toEqual(['ERROR_PASSWORD_EMPTY@OldPassword'])
  })
})

describe('where strong sign-in is off', () => {
  it('every call refuses, and writes nothing (AT-STR-02)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Lia' }), 'prod')
    const notAllowed = { status: 400, items: ['ERROR_NOT_ALLOWED@'] }
    const Credential = softPasskey(app).create({ challenge: 'x', user: { id: 'x' } })
    const signed = softPasskey(app).get({ challenge: 'x' })
    const log = { Credential: signed, ClientId: '', RedirectUrl: '', StudioName: '' }
    const answers = [
      await visitor.refused('passkeyLogInOptions', { body: { ClientId: '' } }),
      await visitor.refused('passkeyLogIn', { body: log }),
      await visitor.refused('passkeyOptions', { body: {} }),
      await visitor.refused('addPasskey', { body: { Credential, Name: 'x' } }),
      await visitor.refused('readSecurity', {}),
      await visitor.refused('renamePasskey', { body: { Id: 1, Name: 'x' } }),
      await visitor.refused('removePasskey', { body: { Id: 1 } }),
      await visitor.refused('removePassword', { body: {} }),
    ]
    expect(answers).toEqual(answers.map(() => notAllowed))
    const users = await app.fresh.database.kysely
      .selectFrom('passkey_users')
      .select('player_id')
      .where('deployment', '=', 'prod')
      .execute()
    expect(users).toEqual([])
  })
})
