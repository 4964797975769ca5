import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'
import { comeBack, visitPartner } from '../fixtures/partners/throughPartner.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  samplePassword,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Several calls in a row must not show, together, who has an account. SANDBOX is strict. */

let app: PartnerApp
let count = 0
const at = 'sandbox'
/** The owner of an address does not share a password with the visitor who types it. */
const ofOwner = 'Harbour8Lights'

beforeAll(async () => {
  app = await startPartnerApp({ deployments: { [at]: { enumerationProtection: 'strict' } } })
  await confirmedPlayer(app, registerForm({ Username: 'Olga', Password: ofOwner }), at)
  await partnerPlayer(app, at, 'Pat')
})
afterAll(() => app.close())

/** A visitor from an address that nothing has been counted for. */
function newVisitor(): TestVisitor {
  count += 1
  return app.visitor(at, `198.18.${count >> 8}.${count & 255}`)
}

async function answerOf(visitor: TestVisitor, url: string, payload: object) {
  const { statusCode, headers, body } = await visitor.send({ method: 'POST', url, payload })
  return { statusCode, body, retryAfter: headers['retry-after'] }
}
const logIn = (visitor: TestVisitor, UsernameOrEmail: string, Password = samplePassword) =>
  answerOf(visitor, '/api/log/log-in', logInForm({ UsernameOrEmail, Password }))

it('a registration of a taken address is like one of a free address in every later call (A13)', async () => {
  const play = async (Username: string, Email: string) => {
    const visitor = newVisitor()
    const form = registerForm({ Username, Email })
    return {
      register: await answerOf(visitor, '/api/register/new-user', form),
      again: await answerOf(visitor, '/api/register/new-user', form),
      nameTaken: await answerOf(
        visitor,
        '/api/register/new-user',
        registerForm({ Username, Email: `other.${Email}` }),
      ),
      byName: await logIn(visitor, Username),
      byNameWrong: await logIn(visitor, Username, 'wrong-1'),
      byAddress: await logIn(visitor, Email),
      byAddressWrong: await logIn(visitor, Email, 'wrong-1'),
      sendAgain: await answerOf(visitor, '/api/email/send-confirmation-email', { Email }),
      recover: await answerOf(visitor, '/api/password/password-recovery', { email: Email }),
      byNameAfterwards: await logIn(visitor, Username),
    }
  }
  const free = await play('Newcomer', 'newcomer@site.test')
  const taken = await play('Intruder', 'olga@site.test')
  expect(taken).toEqual(free)
  expect(free.byName.body).toContain('ERROR_USER_CONFIRMED')
  const mails = await app.mails('olga@site.test')
  expect(mails.filter(({ subject }) => subject.startsWith('You already have'))).not.toEqual([])
  // The owner's account is the owner's, and no link of it confirms the other row.
  const Token = await linkToken(app, 'olga@site.test')
  const Password = 'Another9Battery'
  await newVisitor().call('validatePasswordRecovery', {
    body: { Token, Password, Confirm: Password },
  })
  await newVisitor().logIn('olga@site.test', Password)
  expect((await logIn(newVisitor(), 'Intruder')).body).toContain('ERROR_USER_CONFIRMED')
})

it('a change to a taken address is like one to a free address, in answers and in the own mailbox (A14)', async () => {
  await confirmedPlayer(app, registerForm({ Username: 'Holder', Password: ofOwner }), at)
  const play = async (Username: string, Email: string) => {
    const visitor = await signedInPlayer(app, registerForm({ Username }), at)
    const { Id_User: userId } = await visitor.readToken()
    const own = `${Username.toLowerCase()}@site.test`
    const change = { path: { userId }, body: { Email, ConfirmEmail: Email } }
    await visitor.call('updateEmail', change)
    await visitor.call('updateEmail', change)
    const { Email: shown } = await visitor.call('readProfile', { path: { userId }, query: {} })
    expect(shown).toBe(own)
    const mails = (await app.mails(own)).map(({ subject }) => subject)
    await app.visitor(at).call('recoverEmailUpdate', {
      query: { uid: await linkToken(app, own) },
    })
    const afterUndo = (await app.mails(own)).map(({ subject }) => subject)
    return { mails, afterUndo, byAddress: await logIn(newVisitor(), Email) }
  }
  const free = await play('Fred', 'nobody@site.test')
  expect(await play('Tina', 'holder@site.test')).toEqual(free)
  const subjects = (await app.mails('holder@site.test')).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.startsWith('You already have'))).not.toEqual([])
  expect(subjects.filter((subject) => subject.startsWith('Confirm your new'))).toEqual([])
})

const guessesAt = async (one: string, other: string, userId: number) => {
  const answers = []
  for (let tries = 0; tries < 8; tries += 1) {
    const { body, ...rest } = await logIn(newVisitor(), one, 'wrong-1')
    // Every challenge is another one.
    answers.push({ ...rest, body: body.replace(/"Challenge".*/, '"Challenge"') })
  }
  answers.push(await logIn(newVisitor(), other, 'wrong-1'))
  const byId = { Password: 'wrong-1' }
  answers.push(await answerOf(newVisitor(), `/api/log/user/${userId}/log-in`, byId))
  return answers
}

describe('guesses', () => {
  it('at a name show nothing at its address, at its id or at a name without a player (A15)', async () => {
    await confirmedPlayer(app, registerForm({ Username: 'Guessed' }), at)
    const { kysely } = app.services.database
    const { id } = await kysely
      .selectFrom('players')
      .select('id')
      .where('username', '=', 'Guessed')
      .executeTakeFirstOrThrow()
    const known = await guessesAt('Guessed', 'guessed@site.test', id)
    const unknown = await guessesAt('Missing', 'missing@site.test', 9_999_999)
    expect(known).toEqual(unknown)
    expect(known[5]?.body).toContain('ERROR_USERNAME_PASSWORD_INCORRECT')
    expect(known[6]?.body).toContain('Challenge')
    expect(known[8]?.body).toContain('ERROR_USERNAME_PASSWORD_INCORRECT')
  })
})

const identify = (visitor: TestVisitor, UsernameOrEmail: string) =>
  visitor.call('identify', {
    body: { UsernameOrEmail, ClientId: '', RedirectUrl: '', Token: '' },
  })

describe('a player of a partner', () => {
  it('is identified like every other and like an unknown name, by name and by address (A16)', async () => {
    const names = ['Pat', 'Olga', 'Missing']
    for (const typed of [names, names.map((name) => `${name.toLowerCase()}@relic.test`)]) {
      const answers = []
      for (const name of typed) {
        const { Id_User, Username, Email, ...rest } = await identify(newVisitor(), name)
        expect(Id_User).toBeGreaterThan(0)
        expect(Username + Email).not.toBe('')
        answers.push(JSON.stringify(rest))
      }
      expect(new Set(answers).size).toBe(1)
    }
  })

  it('is led to the partner by the answer that everybody gets, and logs in there (A16)', async () => {
    const visitor = newVisitor()
    const { Id_User, AuthPartner, Username, Email } = await identify(visitor, 'Pat')
    const start = (id: number) => ({
      query: { redirectUrl: '', clientId: '' },
      body: { Id_User: id, AuthPartner: AuthPartner ?? '', Username, Email },
    })
    const url = await visitor.call('partnerStepLoginUrl', start(Id_User))
    const { Created } = await comeBack(visitor, await visitPartner(url, '2001'))
    expect(Created).toMatch(/^[\w-]{67}$/)
    // A visitor without an account at a partner learns nothing from its address either.
    await newVisitor().call('partnerStepLoginUrl', start(1))
  })
})
