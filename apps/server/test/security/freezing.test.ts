import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/database/transactions/inTransaction.ts'
import { partnerPlayer } from '../fixtures/partners/partnerPlayer.ts'
import { gatehouse } from '../fixtures/processes/runGatehouse.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import { TestSite } from '../fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/*
 * An account is frozen. A person opens it again who reads its mailbox and has the number or a known
 * browser.
 */

let app: TestApp
const newPassword = 'Another9Battery'

beforeAll(async () => {
  app = await startApp({
    deployments: {
      local: { EnableSecuritySection: true, newBrowserMails: 'always' },
      relic: { EnableSecuritySection: true },
    },
  })
})
afterAll(() => app.close())

interface SafetyMail {
  readonly link: string
  readonly number: string
  readonly subject: string
}

const safetyMails = async (email: string): Promise<SafetyMail[]> =>
  (await app.mails(email)).flatMap(({ text, subject }) => {
    const link = /\/account-safety\?link=([\w-]+)/.exec(text)?.[1]
    const number = /number: (\d{6})/.exec(text)?.[1]
    return link === undefined || number === undefined ? [] : [{ link, number, subject }]
  })

async function newestMail(email: string): Promise<SafetyMail> {
  const mail = (await safetyMails(email)).at(-1)
  if (!mail) throw new Error(`No safety link was mailed to ${email}.`)
  return mail
}

const wrongNumberOf = ({ number }: SafetyMail) =>
  String((Number(number) + 1) % 1_000_000).padStart(6, '0')

interface Frozen {
  readonly id: number
  readonly email: string
  readonly visitor: TestVisitor
  readonly mail: SafetyMail
}

/** A player who has frozen the account in a session. */
async function frozenPlayer(Username: string): Promise<Frozen> {
  const visitor = await signedInPlayer(app, registerForm({ Username }))
  const { Id_User: id } = await visitor.readToken()
  await visitor.call('freeze', { body: {} })
  const email = `${Username.toLowerCase()}@site.test`
  return { id, email, visitor, mail: await newestMail(email) }
}

interface Given {
  readonly Number?: string
  readonly Password?: string
  readonly Confirm?: string
}

const act = (Link: string, Act: 'freeze' | 'unfreeze', given: Given = {}) => {
  const { Number: number = '', Password: password = newPassword } = given
  const passwords =
    Act === 'freeze'
      ? { Password: '', Confirm: '' }
      : { Password: password, Confirm: given.Confirm ?? password }
  return { body: { Link, Act, Number: number, ...passwords } }
}

const logIn = (UsernameOrEmail: string, Password: string) => ({
  body: logInForm({ UsernameOrEmail, Password }),
})

const logInRefusal = async (name: string, password: string) =>
  (await app.visitor().refused('logIn', logIn(name, password))).items

async function countsOf(id: number) {
  const { rows } = await sql<Record<string, number>>`select
    (select count(*)::int from account_ledger where player_id = ${id} and act = 'frozen') as entries,
    (select count(*)::int from safety_links where player_id = ${id}) as links`.execute(
    app.services.database.kysely,
  )
  return rows[0]
}

describe('freezing', () => {
  it('logs out everywhere, and each log-in then refuses a right proof alone (AT-SEC-10, G14)', async () => {
    const here = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const there = app.visitor()
    await there.logIn('Ada', samplePassword)
    const site = new TestSite(app)
    const tokens = await site.signIn(there)
    await here.call('freeze', { body: {} })
    expect(here.jar.has('sso_session')).toBe(false)
    for (const visitor of [here, there]) {
      expect((await visitor.refused('readLastLogIn', {})).status).toBe(401)
    }
    await expect(site.userInfo(tokens.accessToken)).rejects.toThrow(/./)
    expect(await logInRefusal('Ada', samplePassword)).toEqual(['ERROR_ACCOUNT_FROZEN@'])
    expect(await logInRefusal('Ada', 'Wrong7Password')).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    const mails = await app.mails('ada@site.test')
    expect(mails.at(-1)?.subject).toMatch(/account is frozen$/)
  })

  it('ends a confirmation of a new address, a recovery and a linking that were under way (G14)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Bea' }))
    const { Id_User: userId } = await visitor.readToken()
    const Email = 'bea2@site.test'
    await visitor.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
    const uid = /uid=([\w-]+)/.exec((await app.mails(Email)).at(-1)?.text ?? '')?.[1] ?? ''
    await app.visitor().call('recoverPassword', { body: { email: 'bea@site.test' } })
    const recovery = (await app.mails('bea@site.test')).at(-1)?.text ?? ''
    const Token = /token=([\w-]+)/.exec(recovery)?.[1] ?? ''
    await visitor.call('freeze', { body: {} })
    const confirmed = await app.visitor().refused('confirmEmailUpdate', { query: { uid } })
    expect(confirmed.items).toEqual(['ERROR_EMAIL_RECOVERY_NOTEXISTS@'])
    const body = { Token, Password: newPassword, Confirm: newPassword }
    const recovered = await app.visitor().refused('validatePasswordRecovery', { body })
    expect(recovered.items).toEqual(['ERROR_PASSWORD_RECOVERY_NOTEXISTS@'])
  })

  it('twenty times at once is one freeze, one entry and one mail (AT-SEC-14, G15)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Cleo' }))
    const { Id_User: id } = await visitor.readToken()
    const attempts = Array.from({ length: 20 }, () => visitor.call('freeze', { body: {} }))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await countsOf(id)).toEqual({ entries: 1, links: 1 })
    const mails = await app.mails('cleo@site.test')
    expect(mails.filter(({ subject }) => /frozen/.test(subject))).toHaveLength(1)
  })

  it('that fails halfway leaves neither entry nor mail (AT-SEC-09)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Dora' }))
    const { Id_User: id } = await visitor.readToken()
    const { freezeAccount } = await import('../../src/auth/account-protection/freezeAccount.ts')
    const failing = inTransaction(app.services.database.kysely, async (transaction) => {
      const { services } = app
      const context = { deployment: app.deployment('local'), services, clientContext: null }
      await freezeAccount(context, transaction, { id }, {})
      throw new Error('The process died.')
    })
    await expect(failing).rejects.toThrow('The process died.')
    expect(await countsOf(id)).toEqual({ entries: 0, links: 0 })
    expect(await safetyMails('dora@site.test')).toEqual([])
    await visitor.call('readLastLogIn', {})
  })

  it('of a partner’s player: the partner proves in vain, and the link alone opens the account again (AT-SEC-10)', async () => {
    const visitor = await partnerPlayer(app, 'relic', 'Petra')
    await visitor.call('freeze', { body: {} })
    const { link, number } = await newestMail('petra@relic.test')
    const visitorElsewhere = app.visitor('relic')
    const read = await visitorElsewhere.call('readSafetyLink', { body: { Link: link } })
    expect(read).toMatchObject({ Kind: 'unfreeze', NeedsPassword: false, NeedsNumber: true })
    const body = { Link: link, Act: 'unfreeze' as const, Number: number, Password: '', Confirm: '' }
    expect(await visitorElsewhere.call('actOnSafetyLink', { body })).toMatchObject({
      Outcome: 'done',
    })
    const { kysely } = app.services.database
    const row = kysely.selectFrom('players').select('frozen_at').where('username', '=', 'Petra')
    expect(await row.executeTakeFirst()).toEqual({ frozen_at: null })
  })
})

describe('the way back', () => {
  it('is a new password in a browser that is known, which signs in (AT-SEC-11, G20)', async () => {
    const { visitor, mail, email } = await frozenPlayer('Emma')
    const read = await visitor.call('readSafetyLink', { body: { Link: mail.link } })
    expect(read).toMatchObject({
      Kind: 'unfreeze',
      IsFrozen: true,
      Entries: [],
      Username: 'Emma',
      NeedsNumber: false,
      NeedsPassword: true,
      Ways: [],
    })
    const weak = { Password: 'short', Confirm: 'other' }
    const refused = await visitor.refused('actOnSafetyLink', act(mail.link, 'unfreeze', weak))
    expect(refused.items).toEqual([
      'ERROR_PASSWORD_LENGTH@Password',
      'ERROR_CONFIRM_PASSWORD_INVALID@ConfirmPassword',
    ])
    const { Created, ...done } = await visitor.call('actOnSafetyLink', act(mail.link, 'unfreeze'))
    expect(done).toEqual({ Outcome: 'done', Email: 'e.....a@site.test' })
    visitor.identity = Created ?? ''
    await visitor.readToken()
    expect(await logInRefusal('Emma', samplePassword)).toEqual([
      'ERROR_USERNAME_PASSWORD_INCORRECT@',
    ])
    await visitor.logIn('Emma', newPassword)
    const { Entries } = await visitor.call('listActivity', { query: { kind: 'changes' } })
    expect(Entries.map(({ Act, Actor }) => [Act, Actor])).toEqual([
      ['unfrozen', 'mail'],
      ['frozen', 'player'],
    ])
    expect((await app.mails(email)).at(-1)?.subject).toMatch(/account is open again$/)
    // Again: the same answer, and nothing is done.
    const other = act(mail.link, 'unfreeze', { Password: 'Thieves4Password' })
    expect(await app.visitor().call('actOnSafetyLink', other)).toEqual(done)
    await app.visitor().logIn('Emma', newPassword)
    const again = { body: { Link: mail.link } }
    const { Done } = await app.visitor().call('readSafetyLink', again)
    expect(Done).toEqual({ Act: 'unfreeze', ...done })
    await visitor.call('freeze', { body: {} })
    // It is so no more.
    const { items } = await app.visitor().refused('readSafetyLink', again)
    expect(items).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
  })

  it('takes the number of the mail in every other browser, and five wrong ones end the link (AT-SEC-11, G18)', async () => {
    const { mail, email } = await frozenPlayer('Fay')
    const visitorElsewhere = app.visitor('local', '198.51.100.7')
    const tryNumber = (Number: string) =>
      visitorElsewhere.refused('actOnSafetyLink', act(mail.link, 'unfreeze', { Number }))
    expect((await tryNumber('')).items).toEqual(['ERROR_NUMBER_INVALID@Number'])
    const wrong = wrongNumberOf(mail)
    const guesses = await Promise.all(Array.from({ length: 8 }, () => tryNumber(wrong)))
    expect(guesses.map(({ items }) => items.join('')).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => 'ERROR_NUMBER_INVALID@Number'),
      ...Array.from({ length: 3 }, () => 'ERROR_SAFETY_LINK_EXPIRED@'),
    ])
    const late = await tryNumber(mail.number)
    expect(late.items).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
    // The owner hears of it, once, and gets another link with another number.
    const next = await newestMail(email)
    expect(next.subject).toMatch(/^Wrong numbers were tried/)
    expect(
      (await safetyMails(email)).filter(({ subject }) => subject === next.subject).length,
    ).toBe(1)
    expect(next.link).not.toBe(mail.link)
    const spaced = `${next.number.slice(0, 3)} ${next.number.slice(3)}`
    const right = act(next.link, 'unfreeze', { Number: spaced })
    const done = await visitorElsewhere.call('actOnSafetyLink', right)
    expect(done).toEqual({ Outcome: 'done', Email: 'f.....y@site.test' })
    expect(visitorElsewhere.jar.has('sso_session')).toBe(false)
    const back = app.visitor()
    await back.logIn('Fay', newPassword)
    const { Entries } = await back.call('listActivity', { query: { kind: 'sign-ins' } })
    const guessed = Entries.filter(({ Act }) => Act === 'numbers-guessed')
    expect(guessed).toMatchObject([{ Actor: 'mail' }])
  })

  it('is mailed again after its numbers were guessed, for an account that is not frozen too (AT-SEC-11, G18)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Vic' }))
    const body = {
      OldPassword: samplePassword,
      Password: newPassword,
      ConfirmPassword: newPassword,
    }
    await visitor.call('resetPassword', { body })
    // The mail about the new password brings a link that freezes.
    const mail = await newestMail('vic@site.test')
    expect(mail.subject).toMatch(/password was changed$/)
    const visitorElsewhere = app.visitor('local', '198.51.100.9')
    const wrong = act(mail.link, 'freeze', { Number: wrongNumberOf(mail) })
    for (let tries = 0; tries < 5; tries += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one guess after the other
      await visitorElsewhere.refused('actOnSafetyLink', wrong)
    }
    const next = await newestMail('vic@site.test')
    expect(next.subject).toMatch(/^Wrong numbers were tried/)
    const { Entries } = await visitor.call('listActivity', { query: {} })
    expect(Entries[0]).toMatchObject({ Act: 'numbers-guessed' })
    const right = act(next.link, 'freeze', { Number: next.number })
    expect(await visitorElsewhere.call('actOnSafetyLink', right)).toMatchObject({ Outcome: 'done' })
    expect((await visitor.refused('listActivity', { query: {} })).status).toBe(401)
    const opening = await newestMail('vic@site.test')
    await visitor.call('actOnSafetyLink', act(opening.link, 'unfreeze'))
    // The same link freezes what is open again.
    expect(await visitorElsewhere.call('actOnSafetyLink', right)).toMatchObject({ Outcome: 'done' })
    expect(await logInRefusal('Vic', newPassword)).toEqual(['ERROR_ACCOUNT_FROZEN@'])
  })

  it('has one limit over all links of a player (G18)', async () => {
    const { mail } = await frozenPlayer('Gwen')
    const visitorElsewhere = app.visitor('local', '198.51.100.8')
    const guess = (link: SafetyMail) =>
      visitorElsewhere.refused(
        'actOnSafetyLink',
        act(link.link, 'unfreeze', { Number: wrongNumberOf(link) }),
      )
    for (let count = 0; count < 5; count += 1) await guess(mail)
    await visitorElsewhere.call('askSafetyLink', { body: { UsernameOrEmail: 'gwen@site.test' } })
    const second = await newestMail('gwen@site.test')
    for (let count = 0; count < 5; count += 1) await guess(second)
    await visitorElsewhere.call('askSafetyLink', { body: { UsernameOrEmail: 'gwen@site.test' } })
    const third = await newestMail('gwen@site.test')
    expect((await guess(third)).items).toEqual(['ERROR_TOO_MANY_ATTEMPTS@'])
    app.clock.advance(16 * 60)
    const right = act(third.link, 'unfreeze', { Number: third.number })
    expect(await visitorElsewhere.call('actOnSafetyLink', right)).toMatchObject({ Outcome: 'done' })
  })

  it('changes nothing by being read a hundred times, for whatever it is (AT-SEC-17, G17)', async () => {
    const { id, mail, visitor } = await frozenPlayer('Hal')
    const dump = async () => {
      const { kysely } = app.services.database
      const { rows } = await sql`select to_jsonb(l) as link, to_jsonb(p) as player,
        (select count(*) from account_ledger a where a.player_id = p.id) as entries
        from players p join safety_links l on l.player_id = p.id where p.id = ${id}
        order by l.created_at, l.token_hash`.execute(kysely)
      return [rows, (await app.mails()).length]
    }
    const before = await dump()
    for (let count = 0; count < 100; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one reader after the other
      await visitor.call('readSafetyLink', { body: { Link: mail.link } })
    }
    expect(await dump()).toEqual(before)
  })

  it('is for its own purpose and player, and not for an address that was replaced (G19, G24)', async () => {
    const { id, mail, visitor } = await frozenPlayer('Iris')
    const asFreeze = await visitor.refused('actOnSafetyLink', act(mail.link, 'freeze'))
    expect(asFreeze.items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
    const altered = `${mail.link.slice(0, -1)}${mail.link.endsWith('A') ? 'B' : 'A'}`
    for (const Link of [altered, '', 'x', mail.link.slice(24)]) {
      const refused = await visitor.refused('readSafetyLink', { body: { Link } })
      expect(refused.items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
    }
    const elsewhere = await app.visitor('relic').refused('readSafetyLink', {
      body: { Link: mail.link },
    })
    expect(elsewhere.items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
    const { kysely } = app.services.database
    await kysely
      .updateTable('players')
      .set({ email: 'thief@site.test', email_key: 'thief@site.test' })
      .where('id', '=', id)
      .execute()
    const replaced = await visitor.refused('actOnSafetyLink', act(mail.link, 'unfreeze'))
    expect(replaced.items).toEqual(['ERROR_SAFETY_LINK_NOTEXISTS@'])
  })

  it('ends after thirty days, and a newer mail ends it at once (G19)', async () => {
    const { mail, visitor, email } = await frozenPlayer('Jo')
    await app.visitor().call('recoverPassword', { body: { email } })
    const refusal = async (link: string) =>
      (await visitor.refused('readSafetyLink', { body: { Link: link } })).items
    expect(await refusal(mail.link)).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
    const { link, subject } = await newestMail(email)
    expect(subject).toMatch(/account is frozen$/)
    app.clock.advance(30 * 24 * 3600 - 1)
    await visitor.call('readSafetyLink', { body: { Link: link } })
    app.clock.advance(2)
    expect(await refusal(link)).toEqual(['ERROR_SAFETY_LINK_EXPIRED@'])
  })

  it('is mailed in place of a recovery, and asking answers alike for every name (G21)', async () => {
    const { email } = await frozenPlayer('Kim')
    await signedInPlayer(app, registerForm({ Username: 'Leo' }))
    const before = (await app.mails()).length
    await app.visitor().call('recoverPassword', { body: { email } })
    const mails = await app.mails(email)
    expect(mails.at(-1)?.text).not.toContain('/password-recovery/reset')
    for (const UsernameOrEmail of ['Leo', 'leo@site.test', 'nobody', 'nobody@site.test']) {
      const answer = await app.visitor().call('askSafetyLink', { body: { UsernameOrEmail } })
      expect(answer).toEqual({})
    }
    expect((await app.mails()).length).toBe(before + 1)
    const empty = await app.visitor().refused('askSafetyLink', { body: { UsernameOrEmail: '' } })
    expect(empty.items).toEqual(['ERROR_USERNAME_EMPTY@UsernameOrEmail'])
  })

  it('has its secret and its number in no log and no table (G25)', async () => {
    const { mail } = await frozenPlayer('Mia')
    const { kysely } = app.services.database
    const { rows } = await sql<{ text: string }>`select to_jsonb(l)::text as text
      from safety_links l`.execute(kysely)
    const kept = [...app.logged, ...rows.map(({ text }) => text)].join('\n')
    expect(kept).not.toContain(mail.link)
    expect(kept).not.toContain(mail.link.slice(24))
    expect(rows.map(({ text }) => text).join('\n')).not.toContain(mail.number)
  })
})

describe('a log-in from a browser that is not known', () => {
  it('is mailed with a link that freezes, but not the first one (AT-STR-46, AT-SEC-15, G23)', async () => {
    const owner = await signedInPlayer(app, registerForm({ Username: 'Nora' }))
    expect(await safetyMails('nora@site.test')).toEqual([])
    await owner.logIn('Nora', samplePassword)
    expect(await safetyMails('nora@site.test')).toEqual([])
    const thief = app.visitor('local', '198.51.100.9')
    await thief.logIn('Nora', samplePassword)
    const { link, subject } = await newestMail('nora@site.test')
    expect(subject).toMatch(/^New log-in/)
    expect(await owner.call('readSafetyLink', { body: { Link: link } })).toMatchObject({
      Kind: 'freeze',
      Username: 'Nora',
      NeedsNumber: false,
      NeedsPassword: false,
      Ways: [],
    })
    expect(await owner.call('actOnSafetyLink', act(link, 'freeze'))).toMatchObject({
      Outcome: 'done',
    })
    expect((await thief.refused('readLastLogIn', {})).status).toBe(401)
    expect(await logInRefusal('Nora', samplePassword)).toEqual(['ERROR_ACCOUNT_FROZEN@'])
  })

  it('freezes from a strange browser by the number alone (AT-SEC-16)', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Olga' }))
    const other = app.visitor()
    await other.logIn('Olga', samplePassword)
    const { link, number } = await newestMail('olga@site.test')
    const visitorElsewhere = app.visitor('local', '198.51.100.10')
    const without = await visitorElsewhere.refused('actOnSafetyLink', act(link, 'freeze'))
    expect(without.items).toEqual(['ERROR_NUMBER_INVALID@Number'])
    await other.call('readLastLogIn', {})
    const withNumber = act(link, 'freeze', { Number: number })
    expect(await visitorElsewhere.call('actOnSafetyLink', withNumber)).toMatchObject({
      Outcome: 'done',
    })
    expect((await other.refused('readLastLogIn', {})).status).toBe(401)
  })
})

describe('an operator', () => {
  it('freezes with a reason, the player sees it, and no command opens the account again (AT-SEC-40, G22)', async () => {
    const visitor = await signedInPlayer(app, registerForm({ Username: 'Pia' }))
    const done = await gatehouse(app, 'players freeze Pia --deployment local --why "ticket 9"')
    expect(done.output).toContain('Pia is frozen. The way back was mailed.')
    expect((await visitor.refused('readLastLogIn', {})).status).toBe(401)
    const again = await gatehouse(app, 'players freeze Pia --deployment local --why again')
    expect(again.errors).toContain('frozen already')
    const subjects = (await app.mails('pia@site.test')).map(({ subject }) => subject)
    const isOf = (words: string) => subjects.filter((each) => each.includes(words))
    expect(isOf('account is frozen')).toHaveLength(1)
    expect(isOf('Our support froze your')).toHaveLength(1)
    const { link } = await newestMail('pia@site.test')
    await visitor.call('actOnSafetyLink', act(link, 'unfreeze'))
    await visitor.logIn('Pia', newPassword)
    const { Entries } = await visitor.call('listActivity', { query: { kind: 'changes' } })
    expect(Entries.at(-1)).toMatchObject({ Act: 'frozen', Actor: 'operator', Browser: '' })
    const { output } = await gatehouse(app, '--help')
    expect(output).not.toMatch(/unfreeze|set-password|set-email/)
  })

  it('is refused where players have no way back (G22)', async () => {
    await signedInPlayer(app, registerForm({ Username: 'Rosa' }), 'sandbox')
    const { exitCode, errors } = await gatehouse(
      app,
      'players freeze Rosa --deployment sandbox --why "ticket 9"',
    )
    expect([exitCode, errors]).toEqual([1, expect.stringContaining('no security section')])
  })
})

it('without the section every call of it is refused and writes nothing (AT-STR-02, G13)', async () => {
  const visitor = await signedInPlayer(app, registerForm({ Username: 'Sam' }), 'sandbox')
  const refusals = await Promise.all([
    visitor.refused('readSecurity', {}),
    visitor.refused('listDevices', {}),
    visitor.refused('endDevice', { body: { Id: 'x' } }),
    visitor.refused('endOtherDevices', { body: {} }),
    visitor.refused('listActivity', { query: {} }),
    visitor.refused('freeze', { body: {} }),
    visitor.refused('askSafetyLink', { body: { UsernameOrEmail: 'Sam' } }),
    visitor.refused('readSafetyLink', { body: { Link: 'x' } }),
    visitor.refused('safetyProofOptions', { body: { Link: 'x' } }),
    visitor.refused('actOnSafetyLink', act('x', 'freeze')),
    visitor.refused('readLastLogIn', {}),
  ])
  expect(refusals.map(({ items }) => items)).toEqual(refusals.map(() => ['ERROR_NOT_ALLOWED@']))
  expect(await visitor.readToken()).toMatchObject({ Validated: true })
})
