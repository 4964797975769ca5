import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerTo } from '../../fixtures/answerTo.ts'
import { partnerPlayer } from '../../fixtures/partners/partnerPlayer.ts'
import {
  linkToken,
  registerForm,
  registerPlayer,
  samplePassword,
  signedInPlayer,
} from '../../fixtures/samples/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../fixtures/startApp.ts'
import type { TestVisitor } from '../../fixtures/testVisitor.ts'
import { whatIsLeft } from '../../fixtures/whatIsLeft.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({
    settings: { LIMITS: 'off' },
    deployments: { sandbox: { EnableConnectionsSection: false, EnableDeletionSection: false } },
  })
})
afterAll(() => app.close())

const notAllowed = '400 ERROR_NOT_ALLOWED@'
const unknownLink = '400 ERROR_EMAIL_RECOVERY_NOTEXISTS@'
const expiredLink = '400 ERROR_EMAIL_RECOVERY_EXPIRED@'
const day = 86_400

async function newPlayer(Username: string, deployment: DeploymentName = 'local') {
  const visitor = await signedInPlayer(app, registerForm({ Username }), deployment)
  return { visitor, userId: (await visitor.readToken()).Id_User }
}

/** Asks for another address, and answers the tokens of the mails to the new and to the old one. */
async function changeEmail(visitor: TestVisitor, userId: number, to: string, from: string) {
  const body = { Email: to, ConfirmEmail: to }
  await visitor.call('updateEmail', { path: { userId }, body })
  return { confirm: await linkToken(app, to), undo: await linkToken(app, from) }
}

const reasonsKept = async () =>
  (await app.services.database.kysely.selectFrom('deletions').selectAll().execute()).map(
    ({ reason }) => reason,
  )

describe('bad input: newsletters', () => {
  it('P39 there are none where their section is off', async () => {
    const { visitor } = await newPlayer('Sandy', 'sandbox')
    expect(await answerTo(visitor, 'listNewsletters')).toBe(notAllowed)
  })

  it('P40 a choice is of a list that is offered, and yes or no', async () => {
    const { visitor } = await newPlayer('Ada')
    const opt = (body: object) => answerTo(visitor, 'optInUser', { body: { ...body } })
    const before = await whatIsLeft(app)
    const yes = { IsOptIn: true, IsG2GOptIn: false }
    for (const ListId of [0, -1, 77, 2 ** 31, 2 ** 53 - 1]) {
      expect(await opt({ ...yes, ListId })).toBe('400 ERROR_OPTIN_NOT_EXISTS@')
    }
    expect(await opt({ ...yes, ListId: '1' })).toBe('400 ERROR_OPTIN_NOT_EXISTS@ListId')
    for (const IsOptIn of ['1', 'true', 1, null]) {
      expect(await opt({ ...yes, ListId: 1, IsOptIn })).toBe('400 INVALID_REQUEST@IsOptIn')
    }
    expect(await whatIsLeft(app)).toBe(before)
    expect(await opt({ ...yes, ListId: 1 })).toBe('200')
  })
})

describe('bad input: deletion', () => {
  it('P41 there are no reasons where the section is off', async () => {
    const { visitor, userId } = await newPlayer('Dan', 'sandbox')
    expect(await answerTo(visitor, 'listDeletionTypes')).toBe(notAllowed)
    expect(await answerTo(visitor, 'deleteUser', { userId })).toBe(notAllowed)
  })

  const faulty = [
    [{ Email: 'other@site.test' }, 'ERROR_EMAIL_UNKNOWN@Email'],
    [{ Email: '' }, 'ERROR_EMAIL_UNKNOWN@Email'],
    [{ Id_DeletionType: 77 }, 'INVALID_REQUEST@Id_DeletionType'],
    [{ Id_DeletionType: '1' }, 'INVALID_REQUEST@Id_DeletionType'],
    [{ Id_DeletionType: 4 }, 'INVALID_REQUEST@DeletionReason'],
    [{ Id_DeletionType: 4, DeletionReason: '  ' }, 'INVALID_REQUEST@DeletionReason'],
  ] as const

  it('P42 an account is deleted by its own password and address', async () => {
    const { visitor, userId } = await newPlayer('Bea')
    const own = { Password: samplePassword, Email: 'bea@site.test' }
    const leave = (body: object) => answerTo(visitor, 'deleteUser', { userId, body: { ...body } })
    const before = await whatIsLeft(app)
    for (const Password of ['', 'wrong-1', `${samplePassword} `, undefined]) {
      expect(await leave({ ...own, Password })).toBe(
        '400 ERROR_USERNAME_PASSWORD_INCORRECT@Password',
      )
    }
    for (const [given, item] of faulty)
      expect(await leave({ ...own, ...given })).toBe(`400 ${item}`)
    expect(await whatIsLeft(app)).toBe(before)
    // A reason belongs to the type that asks for one: any other is dropped.
    expect(await leave({ ...own, Id_DeletionType: 1, DeletionReason: 'Because' })).toBe('200')
    expect((await reasonsKept()).at(-1)).toBeNull()
  })

  it('P43 an account of a partner’s player is deleted by its own address', async () => {
    const pat = await partnerPlayer(app, 'relic', 'Pat')
    const userId = (await pat.readToken()).Id_User
    const own = { Password: '', Email: 'pat@relic.test' }
    const leave = (body: object) =>
      answerTo(pat, 'deletePartnerUser', { userId, body: { ...own, ...body } })
    const before = await whatIsLeft(app)
    for (const [given, item] of faulty) expect(await leave(given)).toBe(`400 ${item}`)
    expect(await whatIsLeft(app)).toBe(before)
    expect(await leave({ Id_DeletionType: 1, DeletionReason: 'Because' })).toBe('200')
    expect((await reasonsKept()).at(-1)).toBeNull()
  })
})

describe('bad input: links of mails', () => {
  it('P44 a new address is confirmed by the link of its own mail', async () => {
    const { visitor, userId } = await newPlayer('Cleo')
    const { confirm, undo } = await changeEmail(visitor, userId, 'c@new.test', 'cleo@site.test')
    const follow = (query: string) => answerTo(app.visitor(), 'confirmEmailUpdate', { query })
    const before = await whatIsLeft(app)
    for (const query of ['', 'uid=', 'uid=x', `uid=${undo}`, `UID=${confirm}`]) {
      expect([query, await follow(query)]).toEqual([query, unknownLink])
    }
    for (const query of [`uid=${confirm}&uid=${undo}`, `uid=${confirm}&uid=${confirm}`]) {
      expect(await follow(query)).toBe('400 INVALID_REQUEST@')
    }
    expect(await whatIsLeft(app)).toBe(before)
    expect(await follow(`uid=${confirm}`)).toBe('200')
    app.clock.advance(day + 1)
    expect(await follow(`uid=${confirm}`)).toBe(unknownLink)
    const late = await newPlayer('Dora')
    const links = await changeEmail(late.visitor, late.userId, 'd@new.test', 'dora@site.test')
    app.clock.advance(day + 1)
    expect(await follow(`uid=${links.confirm}`)).toBe(expiredLink)
  })

  it('P45 a change of address is undone by the link of the old one’s mail', async () => {
    const { visitor, userId } = await newPlayer('Elsa')
    const { confirm, undo } = await changeEmail(visitor, userId, 'e@new.test', 'elsa@site.test')
    const follow = (query: string) => answerTo(app.visitor(), 'recoverEmailUpdate', { query })
    const before = await whatIsLeft(app)
    for (const query of ['', 'uid=', 'uid=x', `uid=${confirm}`]) {
      expect([query, await follow(query)]).toEqual([query, unknownLink])
    }
    expect(await follow(`uid=${undo}&uid=${undo}`)).toBe('400 INVALID_REQUEST@')
    expect(await whatIsLeft(app)).toBe(before)
    const more = Array.from({ length: 50 }, (_, at) => `p${at}=userId%3D1`).join('&')
    expect(await follow(`uid=${undo}&${more}&Id_User=1&email=evil@site.test`)).toBe('200')
    const late = await newPlayer('Fay')
    const links = await changeEmail(late.visitor, late.userId, 'f@new.test', 'fay@site.test')
    app.clock.advance(7 * day + 1)
    expect(await follow(`uid=${links.undo}`)).toBe(expiredLink)
  })

  it('P46 an account is confirmed by the link of its own mail', async () => {
    const Uid = await registerPlayer(app, registerForm({ Username: 'Gil' }))
    const follow = (body: object, name: DeploymentName = 'local') =>
      answerTo(app.visitor(name), 'confirmEmail', { body: { ...body } })
    const before = await whatIsLeft(app)
    for (const body of [{}, { Uid: '' }, { Uid: 'x' }, { Uid: [Uid] }, { uid: Uid }]) {
      expect(await follow(body)).toBe(unknownLink)
    }
    expect(await follow({ Uid }, 'prod')).toBe(unknownLink)
    expect(await whatIsLeft(app)).toBe(before)
    for (const status of ['200', '200']) expect(await follow({ Uid })).toBe(status)
    app.clock.advance(day + 1)
    expect(await follow({ Uid })).toBe(unknownLink)
  })

  it('P47 another confirmation is asked for an address, and mailed a few times', async () => {
    const limited = await startApp({ beside: app })
    await registerPlayer(app, registerForm({ Username: 'Hal' }))
    const ask = (Email: unknown, ip: string) =>
      answerTo(limited.visitor('local', ip), 'sendConfirmationEmail', { body: { Email } })
    for (const Email of ['no-at', 'x', `${'x'.repeat(290)}@site.test`, ['a@b.test'], null]) {
      expect(await ask(Email, '198.51.100.1')).toBe('400 ERROR_EMAIL_INCORRECT_FORMAT@Email')
    }
    expect(await ask('', '198.51.100.1')).toBe('400 ERROR_EMAIL_EMPTY@Email')
    const before = (await limited.mails('hal@site.test')).length
    for (let turn = 1; turn <= 20; turn += 1) {
      expect(await ask('hal@site.test', `198.51.100.${turn}`)).toBe('200')
    }
    const sent = (await limited.mails('hal@site.test')).length - before
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(5)
    await limited.close()
  })
})
