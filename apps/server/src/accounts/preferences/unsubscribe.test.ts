import { lifetimes } from '@gatehouse/contract/limits'
import { oneClickBody, unsubscribeUrl } from '@gatehouse/contract/unsubscribe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gatehouse } from '../../../test/fixtures/processes/runGatehouse.ts'
import { samplePassword } from '../../../test/fixtures/samples/samplePlayers.ts'
import { subscriber } from '../../../test/fixtures/samples/subscriber.ts'
import { startApp, type TestApp } from '../../../test/fixtures/startApp.ts'
import type { TestVisitor } from '../../../test/fixtures/testVisitor.ts'
import { unsubscribeTokenOf } from './unsubscribe.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const subject = 'What is new'
const send = ({ deployment = 'local', list = 1 } = {}) =>
  gatehouse(
    app,
    `newsletters mailing ${list} --deployment ${deployment} --subject "${subject}" --text - --why news`,
    { input: 'Much.\n\nAnd\nmore.' },
  )
const isOptedIn = async (visitor: TestVisitor) =>
  (await visitor.call('listNewsletters', {})).OptInList[0]?.IsOptIn

/** A subscriber who has received a mailing, with its one-click address. */
async function reached(Username: string) {
  const visitor = await subscriber(app, Username)
  await send()
  const mail = (await app.mails(`${Username.toLowerCase()}@site.test`)).at(-1)
  return { visitor, address: mail?.subscription?.unsubscribeUrl ?? '' }
}

/** Posts like a mail provider: no key, no cookie, no bearer. */
function post(address: string, type = 'application/x-www-form-urlencoded', payload = oneClickBody) {
  const { host, pathname, search } = new URL(address)
  return app.app.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: { host, 'content-type': type },
    payload,
  })
}

const refused = (code: string) => ({ ErrorMessages: [{ Property: '', ErrorMessage: code }] })

describe('a one-click unsubscription', () => {
  it.each([
    ['application/x-www-form-urlencoded', oneClickBody],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
    ['application/json', '{}'],
  ])('accepts %s without key or cookie, repeatedly (AT-NEWS-05, R-1.3-20)', async (type, body) => {
    const { visitor, address } = await reached(`Kind${body.length}`)
    expect(await isOptedIn(visitor)).toBe(true)
    for (const time of ['first', 'second']) {
      const response = await post(address, type, body)
      expect({ time, status: response.statusCode, body: response.body }).toEqual({
        time,
        status: 200,
        body: '{}',
      })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expect(await isOptedIn(visitor)).toBe(false)
    const journal = app.services.database.kysely.selectFrom('consents').selectAll()
    const { Id_User } = await visitor.readToken()
    const ended = await journal
      .where('player_id', '=', Id_User)
      .where('subject', '=', 'newsletter 1')
      .where('accepted', '=', false)
      .execute()
    expect(ended).toHaveLength(1)
  })

  it('ends only the named subscription', async () => {
    const other = await subscriber(app, 'Cleo')
    const { visitor, address } = await reached('Dora')
    await visitor.call('optInUser', { body: { ListId: 2, IsOptIn: true, IsG2GOptIn: false } })
    await post(address)
    const { OptInList } = await visitor.call('listNewsletters', {})
    expect(OptInList.map((list) => list.IsOptIn)).toEqual([false, true])
    expect(await isOptedIn(other)).toBe(true)
  })

  it('changes nothing on GET or HEAD, which redirect to the page (D12)', async () => {
    const { visitor, address } = await reached('Emil')
    const { host, pathname, search } = new URL(address)
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.app.inject({
        method,
        url: `${pathname}${search}`,
        headers: { host },
      })
      expect(response.statusCode).toBe(302)
      expect(response.headers.location).toBe(`http://localhost:4000/unsubscribe${search}`)
    }
    expect(await isOptedIn(visitor)).toBe(true)
  })

  it('refuses a token with a foreign signature or after its year', async () => {
    const { visitor, address } = await reached('Fred')
    const { Id_User: playerId } = await visitor.readToken()
    const forged = [
      address.slice(0, -1),
      address.replace(/t=./, 't=A'),
      address.replace(/t=.*/, 't='),
      unsubscribeUrl(
        visitor.deployment.configuration.AccountApiUrl,
        unsubscribeTokenOf(
          [Buffer.alloc(32, 'foreign')],
          { deployment: 'local', playerId, listId: 1 },
          app.clock.now(),
        ),
      ),
    ]
    for (const one of forged) {
      const response = await post(one)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toEqual(refused('ERROR_EMAIL_RECOVERY_NOTEXISTS'))
    }
    app.clock.advance(lifetimes.unsubscribeLink - 1)
    app.clock.advance(1)
    expect((await post(address)).json()).toEqual(refused('ERROR_EMAIL_RECOVERY_EXPIRED'))
    await visitor.logIn('Fred', samplePassword)
    expect(await isOptedIn(visitor)).toBe(true)
  })

  it('works on the last day of its year, and long after the player’s deletion', async () => {
    const { visitor, address } = await reached('Gone')
    const { Id_User: userId } = await visitor.readToken()
    await visitor.call('deleteUser', {
      path: { userId },
      body: {
        Password: samplePassword,
        Email: 'gone@site.test',
        Id_DeletionType: null,
        DeletionReason: '',
      },
    })
    app.clock.advance(lifetimes.unsubscribeLink - 1)
    expect((await post(address)).statusCode).toBe(200)
    const rows = await app.services.database.kysely
      .selectFrom('newsletter_opt_ins')
      .selectAll()
      .where('player_id', '=', userId)
      .execute()
    expect(rows).toEqual([])
  })
})
