import { rm, writeFile } from 'node:fs/promises'
import type { ActName } from '@gatehouse/contract/acts/everyAct'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerForm, registerPlayer } from '../fixtures/samples/samplePlayers.ts'
import type { TokenBend } from '../fixtures/staff/staffProvider.ts'
import {
  consoleUrl,
  groups,
  people,
  publishedAnswers,
  startConsole,
  type StaffAnswer,
  type TestConsole,
} from '../fixtures/staff/startConsole.ts'

let test: TestConsole
const local = { deployment: 'local' }

beforeAll(async () => {
  test = await startConsole({ settings: { LIMITS: 'off' } })
  await registerPlayer(test.app, registerForm({ Username: 'PlayerOne' }))
})
afterAll(() => test.close())

const tokenOf = (name: string) =>
  test.provider.serviceToken(consoleUrl, { claims: { sub: name, client_id: name } })

/** A call as a program makes it: without a cookie, and without the headers of the console's pages. */
async function call(token: string, url: string, body: object = {}, headers = {}) {
  const answer = await test.console.inject({
    method: 'POST',
    url,
    headers: { host: 'console.test', authorization: `Bearer ${token}`, ...headers },
    payload: body,
  })
  // A file is a table.
  const isTable = answer.headers['content-type']?.startsWith('text/csv') === true
  const read = isTable ? { data: answer.payload } : answer.json<StaffAnswer['body']>()
  publishedAnswers.check(url, answer.statusCode, read)
  return { status: answer.statusCode, body: read }
}

const order = (token: string, act: ActName, given: object = local, headers = {}) =>
  call(token, `/api/v1/${act.replaceAll(' ', '/')}`, { order: given, why: 'wave one' }, headers)

const lastEntry = async () => {
  const { kysely } = test.app.services.database
  const entries = await kysely.selectFrom('audit_log').selectAll().orderBy('id').execute()
  return entries.at(-1)
}

describe('a service with a token of the identity provider', () => {
  it('makes access keys without the proof of a person, and takes the file once (AT-CON2-59)', async () => {
    const token = await tokenOf('launch-bot')
    const { status, body } = await order(token, 'access-keys create', { ...local, count: '10' })
    expect(status).toBe(200)
    expect(await lastEntry()).toMatchObject({
      command: 'access-keys create',
      who: 'launch-bot',
      via: 'api',
      session_id: null,
    })
    const { file } = body.data as { file: { ticket: string } }
    expect((await call(await tokenOf('ban-bot'), `/downloads/${file.ticket}`)).status).toBe(410)
    const taken = await call(token, `/downloads/${file.ticket}`)
    expect(taken.body.data).toMatch(/^\uFEFFid,key\r\n(?:[0-9a-f]{32},[0-9a-f]{32}\r\n){10}$/)
    expect((await call(token, `/downloads/${file.ticket}`)).status).toBe(410)
  })

  it.each(['players show', 'keys rotate'] as const)(
    'does not order %s, which its role does not (AT-CON2-59)',
    async (act) => {
      const { status, body } = await order(await tokenOf('launch-bot'), act)
      expect([status, body.error]).toEqual([403, 'NOT_ALLOWED'])
    },
  )

  it('learns of no deployment in which it has no role', async () => {
    const { status } = await order(await tokenOf('launch-bot'), 'badges list', {
      deployment: 'relic',
    })
    expect(status).toBe(404)
  })

  it('is asked for a proof by an act that its row does not list', async () => {
    const unlink = { ...local, player: 'PlayerOne', service: 'steam' }
    const { status, body } = await order(await tokenOf('ban-bot'), 'players unlink', unlink)
    expect([status, body.error]).toEqual([401, 'PROOF_REQUIRED'])
  })

  it('bans like a person, and its way is the API (AT-CON2-18)', async () => {
    const until = new Date(test.app.clock.now().getTime() + 60_000).toISOString()
    const ban = { ...local, player: 'PlayerOne', until }
    const { body } = await order(await tokenOf('ban-bot'), 'players ban', ban)
    expect(body.error).toBeUndefined()
    expect(await lastEntry()).toMatchObject({
      command: 'players ban',
      who: 'ban-bot',
      why: 'wave one',
      via: 'api',
      alone: false,
    })
  })

  it('asks for what needs a second person, and approves nothing, whatever its row says (AX-CON2-05)', async () => {
    await registerPlayer(test.app, registerForm({ Username: 'Leaver', Email: 'leaver@site.test' }))
    const row = { role: 'privacy', deployments: ['local'] }
    const acts = ['players erase', 'approvals approve', 'approvals refuse']
    const services = { 'erase-bot': [{ ...row, acts }], other: [{ ...row, acts }] }
    await writeFile(test.staffFile, JSON.stringify({ groups, services }))
    await test.app.services.staffRoles.refresh()
    const asked = await order(await tokenOf('erase-bot'), 'players erase', {
      ...local,
      player: 'Leaver',
    })
    expect(asked.status).toBe(202)
    const id = asked.body.approval?.id ?? ''
    const paul = await test.signedIn(people.paul)
    const shown = (await paul.order('approvals show', { ...local, id })).body.data as {
      digest: string
    }
    for (const name of ['erase-bot', 'other']) {
      const token = await tokenOf(name)
      const approve = { ...local, id, digest: shown.digest }
      const { body } = await order(token, 'approvals approve', approve)
      expect(body.error).toBe('UNKNOWN_ACT')
      const refused = await order(token, 'approvals refuse', { ...local, id })
      expect(refused.body.error).toBe('UNKNOWN_ACT')
    }
    const { body } = await paul.order('approvals approve', { ...local, id, digest: shown.digest })
    expect(body.error).toBeUndefined()
    expect(await lastEntry()).toMatchObject({
      command: 'players erase',
      who: 'erase-bot',
      via: 'api',
      approved_by: 'Paul Privacy',
    })
  })

  it('has no log-in, and none of the calls for people', async () => {
    const answer = await test.console.inject({
      url: '/api/v1/me',
      headers: { host: 'console.test', authorization: `Bearer ${await tokenOf('ban-bot')}` },
    })
    expect(answer.statusCode).toBe(403)
  })

  it('is refused beside the cookie of a person (AT-CON2-59)', async () => {
    const ada = await test.signedIn(people.ada)
    const authorization = `Bearer ${await tokenOf('launch-bot')}`
    const { status } = await ada.order('badges list', local, { headers: { authorization } })
    expect(status).toBe(400)
  })
})

const bends: readonly (readonly [what: string, bend: TokenBend])[] = [
  ['that is expired', { claims: { iat: 1_700_000_000, exp: 1_700_003_600 } }],
  ['that is good for two hours', { claims: { exp: Math.floor(Date.now() / 1000) + 7300 } }],
  ['that never ends', { claims: { exp: undefined } }],
  ['for another audience', { claims: { aud: 'https://other.studio.test' } }],
  ['of another issuer', { claims: { iss: 'https://else.test' } }],
  ['that is an ID token', { typ: 'JWT', claims: { aud: 'gatehouse-console' } }],
  ['of the type of an ID token', { typ: 'JWT' }],
  ['that is signed with the public key as a secret', { isHs256: true }],
  ['whose key is a path', { kid: '../../../../dev/null' }],
  ['of a service that the file does not name', { claims: { sub: 'x', client_id: 'x' } }],
  [
    'of a service by the name of a property',
    { claims: { sub: 'toString', client_id: 'toString' } },
  ],
  [
    'of a person',
    { claims: { sub: 'ada', client_id: 'gatehouse-console', groups: ['operators'] } },
  ],
  ['of a person at the client of a service', { claims: { sub: 'ada' } }],
  ['without a client', { claims: { client_id: undefined } }],
]

describe('a token', () => {
  it.each(bends)('%s opens nothing (AT-CON2-59, AX-CON2-31)', async (_, bend) => {
    const token = await test.provider.serviceToken(consoleUrl, bend)
    const { status, body } = await order(token, 'badges list')
    expect([status, body.error]).toEqual([401, 'NOT_SIGNED_IN'])
  })

  it.each(['', 'Basic bGF1bmNoLWJvdDp4', 'Bearer a b', 'Bearer a.b.c'])(
    'in the header "%s" is none',
    async (authorization) => {
      const { status } = await order('', 'badges list', local, { authorization })
      expect(status).toBe(401)
    },
  )
})

it('the calls of a service are limited by the minute, like those of a log-in', async () => {
  const strict = await startConsole()
  const token = await strict.provider.serviceToken(consoleUrl)
  const ask = async () => {
    const { statusCode } = await strict.console.inject({
      method: 'POST',
      url: '/api/v1/badges/list',
      headers: { host: 'console.test', authorization: `Bearer ${token}` },
      payload: { order: local },
    })
    return statusCode
  }
  const answers: number[] = []
  for (let count = 0; count < 601; count += 1) answers.push(await ask())
  expect(new Set(answers.slice(0, 600))).toEqual(new Set([200]))
  expect(answers.at(-1)).toBe(429)
  await strict.close()
})

it('a token that the provider cannot be asked about is answered as unavailable, and not as refused', async () => {
  const other = await startConsole()
  const token = await other.provider.serviceToken(consoleUrl)
  await other.provider.stop()
  const { statusCode } = await other.console.inject({
    method: 'POST',
    url: '/api/v1/badges/list',
    headers: { host: 'console.test', authorization: `Bearer ${token}` },
    payload: { order: local },
  })
  expect(statusCode).toBe(503)
  await other.close()
})

it('a service that the file names no more is refused at once', async () => {
  const other = await startConsole()
  const token = await other.provider.serviceToken(consoleUrl)
  await writeFile(other.staffFile, JSON.stringify({ groups: {} }))
  await other.app.services.staffRoles.refresh()
  const { statusCode } = await other.console.inject({
    method: 'POST',
    url: '/api/v1/badges/list',
    headers: { host: 'console.test', authorization: `Bearer ${token}` },
    payload: { order: local },
  })
  expect(statusCode).toBe(401)
  await rm(other.staffFile)
  await other.close()
})
