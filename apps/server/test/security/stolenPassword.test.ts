import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../fixtures/crashes/statementsOf.ts'
import { enrolledPlayer, firstStep, logInTwice, stepBody, strong } from '../fixtures/enrolled.ts'
import { addPasskey, logInWithPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import {
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { doDueRewinds } from '../../src/auth/account-protection/rewindByLink.ts'
import { restoreByMail } from '../fixtures/safetyMails.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

/* A thief who knows the password, and perhaps reads the mailbox, of a player with a second step. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({ nodes: 2, withoutTrouble: true, deployments: { local: strong } })
})
afterAll(() => app.close())

const expired = ['ERROR_SECOND_FACTOR_EXPIRED@']
const spent = ['ERROR_SECOND_FACTOR_TRIES@']
const invalid = ['ERROR_CODE_INVALID@Code']
const now = (secret: string, steps = 0) => codeAt(secret, app.clock.now(), steps)

/** From its own address. */
function newVisitor(): TestVisitor {
  count += 1
  return app.visitor('local', `198.18.${count >> 8}.${count & 255}`)
}

/** The same browser, for requests at one moment. */
function sameBrowser({ jar }: TestVisitor): TestVisitor {
  const visitor = newVisitor()
  for (const [name, value] of jar) visitor.jar.set(name, value)
  return visitor
}

async function idOf(name: string): Promise<number> {
  const { id } = await app.services.database.kysely
    .selectFrom('players')
    .select('id')
    .where('username', '=', name)
    .executeTakeFirstOrThrow()
  return id
}

/** Everything that a thief would like to change or to have. */
async function belongingsOf(id: number): Promise<unknown> {
  const { rows } = await sql`select
    (select to_jsonb(p) from players p where id = ${id}) as player,
    (select count(*)::int from sessions where player_id = ${id}) as sessions,
    (select count(*)::int from passkeys where player_id = ${id}) as passkeys,
    (select count(*)::int from trusted_browsers where player_id = ${id}) as trusted,
    (select jsonb_agg(a) from authenticator_apps a where player_id = ${id}) as apps,
    (select jsonb_agg(c order by c.code_hash) from recovery_codes c where player_id = ${id}) as codes
  `.execute(app.services.database.kysely)
  return rows[0]
}

function requestOf(name: CallName, id: number) {
  const { method, path } = calls[name]
  const url = `/api/${path.replace('{userId}', String(id)).replace(/\{\w+\}/g, 'steam')}`
  return { method, url, ...(method === 'POST' ? { payload: {} } : {}) }
}

const prove = (Code: string) => ({ body: { Way: 'totp' as const, Password: '', Code } })
const wrongCode = (visitor: TestVisitor, Handle: string) =>
  visitor.refused('secondStep', stepBody({ Handle }, { Code: '000000' }))

/**
 * The answer to a wrong password, or to a name alone, without the parts that differ from player to
 * player.
 */
async function answerOf(call: 'logIn' | 'identify', name: string) {
  const visitor = newVisitor()
  const body = logInForm({ UsernameOrEmail: name, Password: 'Wrong7Password' })
  const statements = await statementsOf(() => visitor.call(call, { body }).catch(() => undefined))
  if (visitor.last === null) throw new Error('Nothing was answered.')
  const { statusCode, body: said, headers } = visitor.last
  return {
    statements: statements.length,
    statusCode,
    said: said
      .replaceAll(name, '(name)')
      .replaceAll(/"Id_User":\d+/g, '(id)')
      .replaceAll(/"[fg]\.{5}[sy]@/g, '(address)'),
    headers: Object.keys(headers).toSorted(),
  }
}

describe('the password alone', () => {
  it('adds no factor and opens no call by anything that the log-in gave (SX-01, SX-05, G90)', async () => {
    const { name } = await enrolledPlayer(app, 'Ada')
    const id = await idOf(name)
    const thief = newVisitor()
    const step = await firstStep(thief, name)
    const before = await belongingsOf(id)
    const ofPlayers = callNames.filter((each) => calls[each].caller === 'player')
    expect(ofPlayers).toEqual(
      expect.arrayContaining(['startAuthenticator', 'passkeyOptions', 'addPasskey', 'setTwoStep']),
    )
    const gifts = [step.Handle, thief.jar.get('sso_step') ?? '']
    for (const gift of gifts) {
      const cookie = ['session', 'step', 'browser', 'trust', 'sites']
        .map((each) => `sso_${each}=${gift}`)
        .join('; ')
      thief.bearer = gift
      for (const each of ofPlayers) {
        const { statusCode, body } = await thief.send({
          ...requestOf(each, id),
          headers: { cookie },
        })
        expect([each, statusCode, body]).toEqual([each, 401, '{}'])
      }
      thief.bearer = null
      const asIdentity = await thief.refused('readToken', { path: { identity: gift } })
      expect(asIdentity.status).toBeGreaterThanOrEqual(400)
    }
    expect(await belongingsOf(id)).toEqual(before)
  })

  it('guesses with texts that are no code, and none of them is a try; one of digits in any script is (SX-03, G91)', async () => {
    const { name, secret } = await enrolledPlayer(app, 'Bea')
    const thief = newVisitor()
    const { Handle } = await firstStep(thief, name)
    const send = (payload: string) =>
      thief.send({
        method: 'POST',
        url: '/api/log/second-step',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    const twice = await send(`{"Handle":"${Handle}","Way":"recovery-code","Way":"totp","Code":""}`)
    expect(twice.body).toContain('INVALID_REQUEST')
    const shapes = [
      'null',
      '[]',
      '{}',
      '"733 22"',
      '"7332266"',
      '"７３３２２"',
      '"\u200b"',
      '[["000000"]]',
    ]
    for (const shape of shapes) {
      const body = `{"Handle":"${Handle}","Way":"totp","Code":${shape}}`
      const { statusCode, body: answer } = await send(body)
      expect([shape, statusCode, answer]).toEqual([
        shape,
        400,
        expect.stringContaining('ERROR_CODE_INVALID'),
      ])
    }
    for (const Code of ['000 000', '００００００', '٠٠٠٠٠٠', '000-000', '\u200B000000']) {
      expect((await thief.refused('secondStep', stepBody({ Handle }, { Code }))).items).toEqual(
        invalid,
      )
    }
    const right = stepBody({ Handle }, { Code: now(secret) })
    expect((await thief.refused('secondStep', right)).items).toEqual(spent)
    const { body } = await send(`{"Handle":"${Handle}","Way":"totp","Code":""}`)
    expect(body).toContain('ERROR_SECOND_FACTOR_TRIES')
  })

  it('gets five tries of fifty at once, and the right one among them one session at most (SX-06, G91)', async () => {
    const { name, secret } = await enrolledPlayer(app, 'Cleo')
    const id = await idOf(name)
    const thief = newVisitor()
    const step = await firstStep(thief, name)
    const right = now(secret)
    const wrong = right === '000000' ? '000001' : '000000'
    const codes = Array.from({ length: 50 }, (_, each) => (each === 25 ? right : wrong))
    const { sessions } = (await belongingsOf(id)) as { sessions: number }
    const answers = await Promise.all(
      codes.map(async (Code) => {
        const visitor = sameBrowser(thief)
        const answer = await visitor.call('secondStep', stepBody(step, { Code })).then(
          () => 'in',
          () => visitor.last?.body ?? '',
        )
        return answer
      }),
    )
    const looked = answers.filter((each) => each === 'in' || each.includes('CODE_INVALID'))
    expect(looked.length).toBeLessThanOrEqual(5)
    const opened = answers.filter((each) => each === 'in').length
    expect(opened).toBeLessThanOrEqual(1)
    expect(await belongingsOf(id)).toMatchObject({ sessions: sessions + opened })
  })

  it('with one code at two servers at one moment opens one session (SX-10, G91)', async () => {
    const { name, secret } = await enrolledPlayer(app, 'Dora')
    const begun: { readonly visitor: TestVisitor; readonly step: { Handle: string } }[] = []
    for (const visitor of [newVisitor(), newVisitor()]) {
      begun.push({ visitor, step: await firstStep(visitor, name) })
    }
    const Code = now(secret)
    const answers = await Promise.all(
      begun.map(({ visitor, step }) =>
        visitor.call('secondStep', stepBody(step, { Code })).then(
          () => 'in',
          () => visitor.last?.body ?? '',
        ),
      ),
    )
    expect(answers.filter((each) => each === 'in')).toHaveLength(1)
    expect(answers.filter((each) => each.includes('ERROR_CODE_USED'))).toHaveLength(1)
  })

  it('with a code that was seen somewhere else opens nothing: each code is one act’s (SX-09, G91)', async () => {
    const { name, secret, visitor } = await enrolledPlayer(app, 'Max')
    const used = ['ERROR_CODE_USED@Code']
    const signIn = async (Code: string) => {
      const thief = newVisitor()
      const step = await firstStep(thief, name)
      return (await thief.refused('secondStep', stepBody(step, { Code }))).items
    }
    // The app was added by the code of the half minute before.
    const ofEnrolment = now(secret, -1)
    expect(await signIn(ofEnrolment)).toEqual(used)
    expect((await visitor.refused('prove', prove(ofEnrolment))).items).toEqual(used)
    const ofProof = now(secret)
    await visitor.call('prove', prove(ofProof))
    expect(await signIn(ofProof)).toEqual(used)
    app.clock.advance(30)
    const ofLogIn = now(secret)
    const owner = newVisitor()
    const step = await firstStep(owner, name)
    await owner.call('secondStep', stepBody(step, { Code: ofLogIn }))
    expect((await visitor.refused('prove', prove(ofLogIn))).items).toEqual(used)
    expect(await signIn(ofLogIn)).toEqual(used)
    const { Id } = await visitor.call('startAuthenticator', { body: {} })
    const body = { Id, Code: now(secret, 1), Name: 'Mine' }
    expect((await visitor.refused('confirmAuthenticator', { body })).items).toEqual(invalid)
  })

  it('and one recovery code open one session, at two servers at one moment (SX-10, G91)', async () => {
    const { name, codes } = await enrolledPlayer(app, 'Nina')
    const begun: { readonly visitor: TestVisitor; readonly step: { Handle: string } }[] = []
    for (let each = 0; each < 4; each += 1) {
      const visitor = newVisitor()
      begun.push({ visitor, step: await firstStep(visitor, name) })
    }
    const given = { Way: 'recovery-code', Code: codes[0] ?? '' } as const
    const answers = await Promise.allSettled(
      begun.map(({ visitor, step }) => visitor.call('secondStep', stepBody(step, given))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await belongingsOf(await idOf(name))).toMatchObject({ sessions: 2 })
  })

  it('waits in vain at the second step while the account is frozen, banned, or logged out everywhere (SX-30, G36)', async () => {
    for (const [name, line, refusal] of [
      ['Otto', 'players freeze Otto', expired],
      // The words of the ban come with the next log-in.
      ['Pete', 'players ban Pete', expired],
      ['Quentin', 'players end-sessions Quentin', expired],
    ] as const) {
      const { secret } = await enrolledPlayer(app, name)
      const thief = newVisitor()
      const step = await firstStep(thief, name)
      const { exitCode } = await gatehouse(app, `${line} --deployment local --why test`)
      expect(exitCode).toBe(0)
      const right = stepBody(step, { Code: now(secret) })
      expect([name, (await thief.refused('secondStep', right)).items]).toEqual([name, refusal])
      expect(thief.jar.has('sso_session')).toBe(false)
    }
  })

  it('and a code that was seen over a shoulder get in, and the owner hears of it: by a passkey too (AT-STR-46, G23)', async () => {
    const { name, secret, visitor } = await enrolledPlayer(app, 'Rita')
    const passkey = softPasskey(app)
    await addPasskey(visitor, passkey)
    const mailed = async () =>
      (await app.mails('rita@site.test')).filter(({ subject }) => subject.startsWith('New log-in'))
    expect(await mailed()).toHaveLength(0)
    const thief = newVisitor()
    await logInTwice(app, thief, { name, secret })
    expect(await mailed()).toHaveLength(1)
    await logInTwice(app, thief, { name, secret })
    expect(await mailed()).toHaveLength(1)
    await logInWithPasskey(newVisitor(), passkey)
    expect(await mailed()).toHaveLength(2)
  })

  it('guesses in vain over a day of log-ins, and the owner’s own browser goes on (SX-07, G92)', async () => {
    const { name, secret, visitor: owner } = await enrolledPlayer(app, 'Eva')
    for (let quarter = 0; quarter < 10; quarter += 1) {
      for (let tries = 0; tries < 10; tries += 4) {
        const thief = newVisitor()
        const { Handle } = await firstStep(thief, name)
        for (let each = 0; each < Math.min(4, 10 - tries); each += 1) {
          expect((await wrongCode(thief, Handle)).items).toEqual(invalid)
        }
      }
      app.clock.advance(901)
    }
    // A hundred in a row: waiting helps no more, and a right guess neither.
    app.clock.advance(24 * 3600)
    const lucky = newVisitor()
    const step = await firstStep(lucky, name)
    const refused = await lucky.refused('secondStep', stepBody(step, { Code: now(secret) }))
    expect(refused.items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    const home = newVisitor()
    home.jar.set('sso_browser', owner.jar.get('sso_browser') ?? '')
    await logInTwice(app, home, { name, secret })
  })

  it('gets the same bytes by the same statements where it is wrong, with a second step and without (SX-18, SX-19, G93)', async () => {
    await enrolledPlayer(app, 'Fay')
    await signedInPlayer(app, registerForm({ Username: 'Gus' }))
    for (const call of ['logIn', 'identify'] as const) {
      expect(await answerOf(call, 'Fay')).toEqual(await answerOf(call, 'Gus'))
    }
  })
})

describe('the mailbox too', () => {
  it('sets a password and opens no session: not by its answer, its link again, or a log-in by id (SX-11, G94)', async () => {
    const { name, secret } = await enrolledPlayer(app, 'Hana')
    const id = await idOf(name)
    const thief = newVisitor()
    await thief.call('recoverPassword', { body: { email: 'hana@site.test' } })
    const Token = await linkToken(app, 'hana@site.test')
    const Password = 'Another9Battery'
    const recover = { body: { Token, Password, Confirm: Password } }
    expect(await thief.call('validatePasswordRecovery', recover)).toEqual({})
    expect(thief.jar.has('sso_session')).toBe(false)
    await thief.call('validatePasswordRecovery', recover).catch(() => undefined)
    expect(thief.jar.has('sso_session')).toBe(false)
    const byId = await thief.refused('logInUser', { path: { userId: id }, body: { Password } })
    expect(byId.items).toEqual(['ERROR_SECOND_FACTOR_REQUIRED@'])
    expect(thief.jar.has('sso_session')).toBe(false)
    // The owner's app was not removed by the mailbox.
    const owner = newVisitor()
    const step = await firstStep(owner, name, Password)
    await owner.call('secondStep', stepBody(step, { Code: now(secret) }))
  })

  it('recovers with no value but the link of a recovery (SX-12, G94)', async () => {
    const { name, visitor } = await enrolledPlayer(app, 'Ivy')
    const id = await idOf(name)
    const Email = 'ivy2@site.test'
    await visitor.call('updateEmail', {
      path: { userId: id },
      body: { Email, ConfirmEmail: Email },
    })
    const ofAddress = await linkToken(app, Email)
    const thief = newVisitor()
    const { Handle } = await firstStep(thief, name)
    const before = await belongingsOf(id)
    const foreign = [ofAddress, Handle, thief.jar.get('sso_step') ?? '', String(id), 'x', '']
    const Password = 'Another9Battery'
    for (const Token of foreign) {
      const body = { Token, Password, Confirm: Password }
      const { items } = await thief.refused('validatePasswordRecovery', { body })
      expect(items[0]).toMatch(/^ERROR_PASSWORD_RECOVERY_(NOTEXISTS|EMPTY)@|^ERROR_TOKEN/)
    }
    expect(await belongingsOf(id)).toEqual(before)
  })

  it('confirms and takes back addresses without being let in (SX-13, G94)', async () => {
    const { name, visitor, secret } = await enrolledPlayer(app, 'Joan')
    const id = await idOf(name)
    const Email = 'joan2@site.test'
    await visitor.call('updateEmail', {
      path: { userId: id },
      body: { Email, ConfirmEmail: Email },
    })
    const thief = newVisitor()
    await thief.call('confirmEmailUpdate', { query: { uid: await linkToken(app, Email) } })
    expect([...thief.jar.keys()]).not.toContain('sso_session')
    await firstStep(thief, name)
    const undone = { address: 'joan@site.test', act: 'email-changed' } as const
    expect(await restoreByMail(app, thief, undone)).toMatchObject({ Outcome: 'waits' })
    expect([...thief.jar.keys()]).not.toContain('sso_session')
    app.clock.advance(24 * 3600)
    await doDueRewinds(app.services)
    const Token = await linkToken(app, 'joan@site.test')
    const Password = 'Another9Battery'
    const body = { Token, Password, Confirm: Password }
    await thief.call('validatePasswordRecovery', { body })
    const step = await firstStep(thief, name, Password)
    await thief.call('secondStep', stepBody(step, { Code: now(secret) }))
  })
})

describe('a cookie of trust', () => {
  it('that was moved, altered, put together from two, or is from before a new password is none (SX-14, G95)', async () => {
    const thief = newVisitor()
    const mine = await enrolledPlayer(app, 'Kate')
    const theirs = await enrolledPlayer(app, 'Lou')
    await logInTwice(app, thief, mine, true)
    const owner = newVisitor()
    await logInTwice(app, owner, theirs, true)
    const own = thief.jar.get('sso_trust') ?? ''
    const foreign = owner.jar.get('sso_trust') ?? ''
    // 32 characters name the player, and the secret follows.
    const made = [
      own,
      `${own.slice(0, 24)}${foreign.slice(24)}`,
      `${foreign.slice(0, 24)}${own.slice(24)}`,
      `${foreign.slice(0, -1)}${foreign.endsWith('A') ? 'B' : 'A'}`,
      `${own}~${own}`,
      foreign.toUpperCase(),
      `${foreign}x`,
    ]
    for (const cookie of made) {
      const visitor = newVisitor()
      visitor.jar.set('sso_trust', cookie)
      await firstStep(visitor, 'Lou')
    }
    await owner.logIn('Lou', samplePassword)
    const { Id_User: userId } = await theirs.visitor.readToken()
    await theirs.visitor.call('prove', prove(now(theirs.secret)))
    const Password = 'Another9Battery'
    await theirs.visitor.call('resetPassword', { body: { Password, ConfirmPassword: Password } })
    expect(userId).toBe(await idOf('Lou'))
    await firstStep(owner, 'Lou', Password)
  })
})
