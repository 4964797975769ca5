import { CallError } from '@gatehouse/client/client'
import type { AnswerOf, CallName, InputOf } from '@gatehouse/contract/calls'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readPlayerRecord } from '../../src/database/accounts/playerRecord.ts'
import { serverKeyOf } from '../../src/platform/crypto/serverKey.ts'
import {
  confirmedPlayer,
  linkToken,
  registerForm,
  signedInPlayer,
} from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp, type TestOptions } from '../fixtures/startApp.ts'
import { withoutBinding } from '../fixtures/testClient.ts'
import { logInForm, type TestVisitor } from '../fixtures/testVisitor.ts'

/* Secrets that carry their player's id, masked. */

const deployments: NonNullable<TestOptions['deployments']> = { sandbox: withoutBinding }
const newPassword = 'Another9Battery'
/** The characters before a secret. */
const prefix = 24

let app: TestApp
let visitors = 0
const servers: TestApp[] = []

beforeAll(async () => {
  app = await startApp({ deployments })
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await app.close()
})

async function serverWith(options: TestOptions): Promise<TestApp> {
  const server = await startApp({ deployments, ...options, beside: app })
  servers.push(server)
  return server
}

/** A visitor from their own address, so that no limit of another try counts. */
function newVisitor(server = app): TestVisitor {
  visitors += 1
  return server.visitor('local', `198.51.100.${visitors}`)
}

/** The same browser, in front of another server. */
function at(server: TestApp, visitor: TestVisitor): TestVisitor {
  const copy = server.visitor(visitor.deployment.name as 'local' | 'sandbox')
  for (const [cookie, value] of visitor.jar) copy.jar.set(cookie, value)
  copy.identity = visitor.identity
  copy.bearer = visitor.bearer
  return copy
}

/** True when a call succeeds, false when it is refused. Throws any other failure. */
async function isAnswered<N extends CallName>(visitor: TestVisitor, name: N, input: InputOf<N>) {
  return visitor.call(name, input).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError && error.status < 500) return false
      throw error
    },
  )
}

const isAlive = async (visitor: TestVisitor) =>
  (await visitor.send({ method: 'GET', url: '/api/profile/connects' })).statusCode === 200

const isKnownAtClients = async (visitor: TestVisitor) =>
  (await visitor.send({ method: 'GET', url: '/oidc/sites' })).statusCode === 200

const recovery = (Token: string) => ({
  body: { Token, Password: newPassword, Confirm: newPassword },
})

async function refreshOf(visitor: TestVisitor) {
  const { Value, Refresh } = await visitor.readToken()
  return { query: { access_token: Value, refresh_token: Refresh, client_id: '' } }
}

/** Asks for another address, at the server of the visitor; the secrets of both mails. */
async function emailChange(visitor: TestVisitor, name: string) {
  const { Id_User: userId } = await visitor.readToken()
  const Email = `${name.toLowerCase()}.new@site.test`
  await visitor.call('updateEmail', { path: { userId }, body: { Email, ConfirmEmail: Email } })
  return {
    'email confirmation': await linkToken(app, Email),
    'email undo': await linkToken(app, `${name.toLowerCase()}@site.test`),
  }
}

/** The secrets of mail links of two more players, asked for at a server. */
async function mailLinks(server: TestApp, name: string) {
  const [waiting, lost] = [`${name}Waits`, `${name}Lost`].map((Username) =>
    registerForm({ Username }),
  ) as [ReturnType<typeof registerForm>, ReturnType<typeof registerForm>]
  await newVisitor(server).call('registerNewUser', { body: waiting })
  const confirmation = await linkToken(app, waiting.Email)
  await confirmedPlayer(app, lost)
  await newVisitor(server).call('recoverPassword', { body: { email: lost.Email } })
  return { confirmation, recovery: await linkToken(app, lost.Email) }
}

/** Everything that a player holds, as a new server issues it. */
async function secretsOf(name: string) {
  const visitor = await signedInPlayer(app, registerForm({ Username: name }))
  const { Value, Refresh } = await visitor.readToken()
  return {
    visitor,
    values: {
      'session id': visitor.identity,
      'access token': Value,
      'refresh token': Refresh,
      'browser at clients': visitor.jar.get('sso_sites') ?? '',
      ...(await mailLinks(app, name)),
      ...(await emailChange(visitor, name)),
    },
  }
}

type Values = Awaited<ReturnType<typeof secretsOf>>['values']

/** Tries a value of a kind in the browser of its player: true when it opens anything. */
function tryOf(browser: TestVisitor, values: Values) {
  const here = () => at(app, browser)
  const tries: Record<keyof Values, (value: string) => Promise<boolean>> = {
    'session id': async (identity) => isAnswered(here(), 'readToken', { path: { identity } }),
    'access token': async (value) => {
      const [caller, refresher] = [here(), here()]
      caller.bearer = value
      const request = { access_token: value, refresh_token: values['refresh token'], client_id: '' }
      if (value === values['access token']) return isAlive(caller)
      return (await isAlive(caller)) || isAnswered(refresher, 'refreshToken', { query: request })
    },
    'refresh token': async (refresh_token) => {
      const query = { access_token: values['access token'], refresh_token, client_id: '' }
      return isAnswered(here(), 'refreshToken', { query })
    },
    'browser at clients': async (value) => {
      const visitor = here()
      visitor.jar.set('sso_sites', value)
      return isKnownAtClients(visitor)
    },
    confirmation: async (Uid) => isAnswered(newVisitor(), 'confirmEmail', { body: { Uid } }),
    recovery: async (value) =>
      isAnswered(newVisitor(), 'validatePasswordRecovery', recovery(value)),
    'email confirmation': async (uid) =>
      isAnswered(newVisitor(), 'confirmEmailUpdate', { query: { uid } }),
    'email undo': async (uid) => isAnswered(newVisitor(), 'recoverEmailUpdate', { query: { uid } }),
  }
  return tries
}

/** A value of one player with the id of another one, as its owner can make it without the key. */
function withId(value: string, own: number, other: number): string {
  const masked = BigInt(`0x${value.slice(8, prefix)}`) ^ BigInt(own) ^ BigInt(other)
  return value.slice(0, 8) + masked.toString(16).padStart(16, '0') + value.slice(prefix)
}

describe('a secret that carries its player', () => {
  it('opens nothing when the player in it is altered, cut off or of another secret (F26)', async () => {
    const { visitor, values } = await secretsOf('Ada')
    const { values: bobs } = await secretsOf('Bob')
    const kinds = Object.keys(values) as (keyof Values)[]
    const tries = tryOf(visitor, values)
    for (const kind of kinds) {
      const own = values[kind]
      const secret = own.slice(prefix)
      const others = kinds.filter((other) => other !== kind).map((other) => values[other])
      const wrong = [
        `${own.startsWith('A') ? 'B' : 'A'}${own.slice(1)}`,
        secret,
        ...[bobs[kind], ...others].map((other) => other.slice(0, prefix) + secret),
        // The whole value in the place of another kind.
        ...others,
      ]
      for (const value of wrong) {
        expect([kind, value, await tries[kind](value)]).toEqual([kind, value, false])
      }
    }
    // A refused refresh has not ended the session, and no link was used up.
    for (const kind of kinds) expect([kind, await tries[kind](values[kind])]).toEqual([kind, true])
  })

  it('counts, locks and logs nothing for another player whose id is put into it (F26)', async () => {
    const { visitor, values } = await secretsOf('Eve')
    const named = await signedInPlayer(app, registerForm({ Username: 'Named' }))
    const { Id_User: eve } = await visitor.readToken()
    const { Id_User: id } = await named.readToken()
    const tries = tryOf(visitor, values)
    const { kysely } = app.services.database
    const counted = await kysely.selectFrom('attempts').selectAll().execute()
    const before = await readPlayerRecord(kysely, 'local', id)
    const lines = app.logged.length
    const tryAll = async () => {
      for (const kind of Object.keys(values) as (keyof Values)[]) {
        const forged = withId(values[kind], eve, id)
        expect([kind, await tries[kind](forged)]).toEqual([kind, false])
      }
    }
    // On PostgreSQL the rows of that player are locked meanwhile: a call that wanted them would
    // wait.
    await (inject('template').kind === 'pglite'
      ? tryAll()
      : kysely.transaction().execute(async (transaction) => {
          const rows = transaction.selectFrom('players').select('id').where('id', '=', id)
          await rows.forUpdate().execute()
          const sessions = transaction.selectFrom('sessions').select('id')
          await sessions.where('player_id', '=', id).forUpdate().execute()
          await tryAll()
        }))
    expect(await readPlayerRecord(kysely, 'local', id)).toEqual(before)
    const known = new Set(
      counted.map(({ subject_hash }) => Buffer.from(subject_hash).toString('hex')),
    )
    const more = (await kysely.selectFrom('attempts').selectAll().execute())
      .filter(({ subject_hash }) => !known.has(Buffer.from(subject_hash).toString('hex')))
      .map(({ kind }) => kind)
    expect(more.filter((kind) => !/address|requests|unknownLinks/i.test(kind))).toEqual([])
    const said = app.logged.slice(lines).filter((line) => line.includes(`"player":${id}`))
    expect(said).toEqual([])
  })

  it('shows nothing of the player: no two values hide the same id alike (F26)', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'Same' }))
    const begins: string[] = []
    for (let times = 0; times < 5; times += 1) {
      const visitor = newVisitor()
      const token = await visitor.logIn('Same', form.Password)
      const sites = visitor.jar.get('sso_sites') ?? ''
      begins.push(visitor.identity, token.Value, token.Refresh, sites)
      app.clock.advance(3600)
    }
    // Behind the mark of the key: eight of its characters are alike once in four thousand million
    // times.
    expect(new Set(begins.map((value) => value.slice(8, 16))).size).toBe(begins.length)
  })
})

describe('a repeated refresh', () => {
  it('finds one successor across a change of the key (F28)', async () => {
    const [oldRoot, newRoot] = [Buffer.alloc(32, 'test'), Buffer.alloc(32, 'another')]
    const keys = [serverKeyOf(oldRoot, newRoot), serverKeyOf(newRoot, oldRoot)]
    const all: TestApp[] = []
    for (const key of keys) all.push(await serverWith({ key }))
    let number = 0
    for (const deployment of ['local', 'sandbox'] as const) {
      for (const first of all) {
        number += 1
        const form = registerForm({ Username: `Again${number}` })
        const browser = await signedInPlayer(app, form, deployment)
        const request = await refreshOf(browser)
        const here = at(first, browser)
        const answer: AnswerOf<'refreshToken'> = await here.call('refreshToken', request)
        expect(answer.AccessToken).toHaveLength(browser.identity.length)
        app.clock.advance(10)
        for (const other of all) {
          const repeated = await at(other, browser).call('refreshToken', request)
          expect([number, repeated]).toEqual([number, answer])
        }
        here.identity = answer.AccessToken
        expect(await here.readToken()).toMatchObject({ Validated: true })
        for (const other of all) expect(await isAlive(at(other, here))).toBe(true)
      }
    }
  })
})

describe('the first read of a session', () => {
  it('makes one access token, which works at once, however many ask (F29)', async () => {
    const form = await confirmedPlayer(app, registerForm({ Username: 'First' }))
    const browser = app.visitor()
    const beside = await serverWith({})
    const body = logInForm({ UsernameOrEmail: 'First', Password: form.Password })
    browser.identity = (await browser.call('logIn', { body })).Created
    const tabs = Array.from({ length: 6 }, (_, tab) => at(tab % 2 === 0 ? app : beside, browser))
    const isGood = await Promise.all(
      tabs.map(async (tab) => {
        await tab.readToken()
        return isAlive(tab)
      }),
    )
    expect(isGood).toEqual(tabs.map(() => true))
    expect(new Set(tabs.map(({ bearer }) => bearer)).size).toBe(1)
    const { Id_User } = await browser.readToken()
    const tokens = await app.services.database.kysely
      .selectFrom('access_tokens')
      .select('player_id')
      .where('player_id', '=', Id_User)
      .execute()
    expect(tokens).toHaveLength(1)
  })
})
