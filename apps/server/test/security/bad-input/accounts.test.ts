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

/** Asks for another address and returns the tokens of the mails to the new and to the old one. */
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
  it('a deployment that offers no list answers an empty one (P39)', async () => {
    const { visitor } = await newPlayer('Sandy', 'sandbox')
    const lists = app.services.database.kysely.updateTable('newsletter_lists')
    await lists.set({ is_active: false }).where('deployment', '=', 'sandbox').execute()
    expect(await visitor.call('listNewsletters', {})).toEqual({ OptInList: [] })
    const body = { ListId: 1, IsOptIn: true, IsG2GOptIn: true }
    expect((await visitor.refused('optInUser', { body })).items).toEqual([
      'ERROR_OPTIN_NOT_EXISTS@',
    ])
  })

  it('a newsletter choice needs an offered list and a boolean (P40)', async () => {
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
  it('a deployment without the section refuses deletion and lists no reasons (P41)', async () => {
    const { visitor, userId } = await newPlayer('Dan', 'sandbox')
    expect(await answerTo(visitor, 'listDeletionTypes')).toBe(notAllowed)
    expect(await answerTo(visitor, 'deleteUser', { userId })).toBe(notAllowed)
  })

  const invalid = [
    [{ Email: 'other@site.test' }, 'ERROR_EMAIL_UNKNOWN@Email'],
    [{ Email: '' }, 'ERROR_EMAIL_UNKNOWN@Email'],
    [{ Id_DeletionType: 77 }, 'INVALID_REQUEST@Id_DeletionType'],
    [{ Id_DeletionType: '1' }, 'INVALID_REQUEST@Id_DeletionType'],
    [{ Id_DeletionType: 4 }, 'INVALID_REQUEST@DeletionReason'],
    [{ Id_DeletionType: 4, DeletionReason: '  ' }, 'INVALID_REQUEST@DeletionReason'],
  ] as const

  it('an account is deleted only with its own password and address (P42)', async () => {
    const { visitor, userId } = await newPlayer('Bea')
    const own = { Password: samplePassword, Email: 'bea@site.test' }
    const leave = (body: object) => answerTo(visitor, 'deleteUser', { userId, body: { ...body } })
    const before = await whatIsLeft(app)
    for (const Password of ['', 'wrong-1', `${samplePassword} `, undefined]) {
      expect(await leave({ ...own, Password })).toBe(
        '400 ERROR_USERNAME_PASSWORD_INCORRECT@Password',
      )
    }
    for (const [given, item] of invalid)
      expect(await leave({ ...own, ...given })).toBe(`400 ${item}`)
    expect(await whatIsLeft(app)).toBe(before)
    // Only some types ask for a reason; with the others it is dropped.
    expect(await leave({ ...own, Id_DeletionType: 1, DeletionReason: 'Because' })).toBe('200')
    expect((await reasonsKept()).at(-1)).toBeNull()
  })

  it('the account of a partner’s player is deleted only with its own address (P43)', async () => {
    const pat = await partnerPlayer(app, 'relic', 'Pat')
    const userId = (await pat.readToken()).Id_User
    const own = { Password: '', Email: 'pat@relic.test' }
    const leave = (body: object) =>
      answerTo(pat, 'deletePartnerUser', { userId, body: { ...own, ...body } })
    const before = await whatIsLeft(app)
    for (const [given, item] of invalid) expect(await leave(given)).toBe(`400 ${item}`)
    expect(await whatIsLeft(app)).toBe(before)
    expect(await leave({ Id_DeletionType: 1, DeletionReason: 'Because' })).toBe('200')
    expect((await reasonsKept()).at(-1)).toBeNull()
  })
})

describe('bad input: mail links', () => {
  it('a new address is confirmed only by the link of its own mail (P44)', async () => {
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

  it('a change of address is undone only by the link of the old address’s mail (P45)', async () => {
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

  it('an account is confirmed only by the link of its own mail (P46)', async () => {
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

  it('another confirmation mail needs a valid address and is sent a few times only (P47)', async () => {
    const limited = await startApp({ beside: app })
    await registerPlayer(app, registerForm({ Username: 'Hal' }))
    const ask = (Email: unknown, ip: string) =>
      answerTo(limited.visitor('local', ip), 'sendConfirmationEmail', { body: { Email } })
    for (const Email of ['no-at', 'x', `${'x'.repeat(290)}@site.test`, ['a@b.test'], null]) {
      expect(await ask(Email, '198.51.100.1')).toBe('400 ERROR_EMAIL_INCORRECT_FORMAT@Email')
    }
    expect(await ask('', '198.51.100.1')).toBe('400 ERROR_EMAIL_EMPTY@Email')
    const before = (await limited.mails('hal@site.test')).length
    for (let round = 1; round <= 20; round += 1) {
      expect(await ask('hal@site.test', `198.51.100.${round}`)).toBe('200')
    }
    const sent = (await limited.mails('hal@site.test')).length - before
    expect(sent).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(5)
    await limited.close()
  })
})
