import { calls } from '@gatehouse/contract/calls'
import { lifetimes } from '@gatehouse/contract/limits'
import { paths } from '@gatehouse/contract/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHeaders } from '../../src/pages/pageHeaders.ts'
import { type Enrolled, enrolledPlayer, logInTwice, strong } from '../fixtures/enrolled.ts'
import { addPasskey, softPasskey } from '../fixtures/passkeys/passkeySteps.ts'
import { registerForm, samplePassword, signedInPlayer } from '../fixtures/samples/samplePlayers.ts'
import { startApp, type TestApp } from '../fixtures/startApp.ts'
import type { TestVisitor } from '../fixtures/testVisitor.ts'
import { codeAt } from '../fixtures/totp.ts'

/* A thief with a living session, or with a page that the player's browser visits. */

let app: TestApp
let count = 0

beforeAll(async () => {
  app = await startApp({ nodes: 2, deployments: { local: strong } })
})
afterAll(() => app.close())

const asksProof = ['ERROR_REAUTHENTICATION_REQUIRED@']
const notAllowed = ['ERROR_NOT_ALLOWED@']
const now = (secret: string) => codeAt(secret, app.clock.now())
const password = { Way: 'password' as const, Password: samplePassword, Code: '' }
const code = (Code: string) => ({ Way: 'totp' as const, Password: '', Code })

function newVisitor(): TestVisitor {
  count += 1
  return app.visitor('local', `198.18.7.${count}`)
}

interface Guarded extends Enrolled {
  readonly id: number
  readonly passkeyId: number
}

/** A player with an app, codes and a passkey. */
async function guardedPlayer(name: string): Promise<Guarded> {
  const enrolled = await enrolledPlayer(app, name)
  const { visitor } = enrolled
  const { Passkey } = await addPasskey(visitor, softPasskey(app))
  const { Id_User: id } = await visitor.readToken()
  return { ...enrolled, id, passkeyId: Passkey.Id }
}

async function factorsOf(id: number): Promise<unknown> {
  const { rows } = await sql`select p.factors, p.password_hash, p.security_changed_at,
    (select jsonb_agg(a order by a.id) from authenticator_apps a where a.player_id = p.id) as apps,
    (select jsonb_agg(k order by k.id) from passkeys k where k.player_id = p.id) as passkeys,
    (select jsonb_agg(c order by c.code_hash) from recovery_codes c where c.player_id = p.id) as codes
    from players p where p.id = ${id}`.execute(app.services.database.kysely)
  return rows[0]
}

/** Every call that adds, removes or switches a factor, and what each answers. */
async function tryEverything(visitor: TestVisitor, { appId, passkeyId }: Guarded) {
  const nothing = { body: {} }
  const id = 'A'.repeat(22)
  const response = { clientDataJSON: 'e30', attestationObject: 'oA' }
  const Credential = { id, rawId: id, type: 'public-key' as const, response }
  const refusals = {
    startAuthenticator: await visitor.refused('startAuthenticator', nothing),
    confirmAuthenticator: await visitor.refused('confirmAuthenticator', {
      body: { Id: appId, Code: '000000', Name: 'Mine' },
    }),
    removeAuthenticator: await visitor.refused('removeAuthenticator', { body: { Id: appId } }),
    makeRecoveryCodes: await visitor.refused('makeRecoveryCodes', nothing),
    setTwoStep: await visitor.refused('setTwoStep', { body: { IsOn: false } }),
    passkeyOptions: await visitor.refused('passkeyOptions', nothing),
    addPasskey: await visitor.refused('addPasskey', { body: { Credential, Name: 'Mine' } }),
    removePasskey: await visitor.refused('removePasskey', { body: { Id: passkeyId } }),
    removePassword: await visitor.refused('removePassword', nothing),
  }
  return Object.entries(refusals).map(([name, { items }]) => [name, items])
}

/** The calls of the section and of the second step. */
const section = Object.values(calls).filter(
  ({ path }) =>
    path.startsWith('security') ||
    path.startsWith('safety/') ||
    path.startsWith('proof') ||
    path.startsWith('log/passkey') ||
    path.startsWith('log/second-step'),
)

const everyCall = [
  'startAuthenticator',
  'confirmAuthenticator',
  'removeAuthenticator',
  'makeRecoveryCodes',
  'setTwoStep',
  'passkeyOptions',
  'addPasskey',
  'removePasskey',
  'removePassword',
]
const allAskProof = everyCall.map((name) => [name, asksProof])

describe('a session whose proof is old', () => {
  it('changes no factor and reads no secret, key or code, with half a proof neither (SX-33, G96)', async () => {
    const player = await guardedPlayer('Ada')
    const { visitor, secret, codes, id } = player
    const { rows } = await sql<{ secrets: string[] }>`select array_agg(secret) as secrets from (
      select encode(public_key, 'base64') as secret from passkeys where player_id = ${id}
      union all select encode(code_hash, 'hex') from recovery_codes where player_id = ${id}
    ) s`.execute(app.services.database.kysely)
    app.clock.advance(lifetimes.reauthentication + 1)
    const before = await factorsOf(id)
    expect(await tryEverything(visitor, player)).toEqual(allAskProof)
    const said: string[] = [JSON.stringify(await visitor.call('proofOptions', { body: {} }))]
    for (const { path } of section.filter(({ method }) => method === 'GET')) {
      said.push((await visitor.send({ method: 'GET', url: `/api/${path}` })).body)
    }
    const secrets = [secret, ...codes, ...(rows[0]?.secrets ?? [])]
    expect(secrets.length).toBeGreaterThan(20)
    for (const each of secrets) expect(said.join(' ')).not.toContain(each)
    for (const each of codes) expect(said.join(' ')).not.toContain(each.replaceAll('-', ''))
    await visitor.call('prove', { body: password })
    expect(await tryEverything(visitor, player)).toEqual(allAskProof)
    app.clock.advance(lifetimes.reauthentication + 1)
    await visitor.call('prove', { body: code(now(secret)) })
    expect(await tryEverything(visitor, player)).toEqual(allAskProof)
    const after = (await factorsOf(id)) as { apps: Record<string, unknown>[] }
    // The code of the proof is used up, and nothing else is different.
    for (const each of [before as typeof after, after]) {
      for (const used of each.apps) Object.assign(used, { last_step: null, last_used_at: null })
    }
    expect(after).toEqual(before)
  })

  it('gains nothing by a proof of another session or another player (SX-34, G97)', async () => {
    const player = await guardedPlayer('Bea')
    const { visitor: thief, secret, name } = player
    const owner = newVisitor()
    await logInTwice(app, owner, { name, secret })
    app.clock.advance(lifetimes.reauthentication + 1)
    await owner.call('prove', { body: password })
    await owner.call('prove', { body: code(now(secret)) })
    expect((await owner.call('proofOptions', { body: {} })).Ways).toEqual([])
    expect(await tryEverything(thief, player)).toEqual(allAskProof)
    // The thief's own fresh session in the same browser is for the thief's account alone.
    const other = await signedInPlayer(app, registerForm({ Username: 'Mallory' }))
    for (const [key, value] of thief.jar) other.jar.set(key, value)
    const Id = player.appId
    expect((await other.refused('removeAuthenticator', { body: { Id } })).items).toEqual(notAllowed)
    const wrong = await other.refused('prove', { body: code(now(secret)) })
    expect(wrong.items).toEqual(['ERROR_CODE_INVALID@Code'])
    const bearer = thief.bearer
    thief.bearer = other.bearer
    expect((await thief.refused('setTwoStep', { body: { IsOn: true } })).items).toEqual(notAllowed)
    thief.bearer = bearer
    expect(await tryEverything(thief, player)).toEqual(allAskProof)
  })

  it('reaches nothing of another player by its number (SX-51, G82, G83)', async () => {
    const player = await guardedPlayer('Cleo')
    const thief = await enrolledPlayer(app, 'Dan')
    const { visitor } = thief
    const trusting = newVisitor()
    await logInTwice(app, trusting, player, true)
    const ofTrust = app.services.database.kysely
      .selectFrom('trusted_browsers')
      .select('id')
      .where('player_id', '=', player.id)
      .where('revoked_at', 'is', null)
    const { id: Trusted } = await ofTrust.executeTakeFirstOrThrow()
    const { Devices } = await player.visitor.call('listDevices', {})
    const before = await factorsOf(player.id)
    const refusals = [
      visitor.refused('forgetBrowser', { body: { Id: Trusted } }),
      visitor.refused('removeAuthenticator', { body: { Id: player.appId } }),
      visitor.refused('renamePasskey', { body: { Id: player.passkeyId, Name: 'Mine' } }),
      visitor.refused('removePasskey', { body: { Id: player.passkeyId } }),
      ...Devices.map(({ Id }) => visitor.refused('endDevice', { body: { Id } })),
    ]
    for (const { items } of await Promise.all(refusals)) expect(items).toEqual(notAllowed)
    await visitor.call('forgetBrowser', { body: { Id: 'all' } })
    expect(await factorsOf(player.id)).toEqual(before)
    expect(await ofTrust.execute()).toEqual([{ id: Trusted }])
    expect((await player.visitor.call('listDevices', {})).Devices).toHaveLength(2)
  })

  it('reads its own activity alone, by any page and filter (SX-51, G83)', async () => {
    const player = await guardedPlayer('Eva')
    const { visitor: thief } = await enrolledPlayer(app, 'Fred')
    const own = new Set<number>()
    const theirs = await player.visitor.call('listActivity', { query: {} })
    for (const { Id } of (await thief.call('listActivity', { query: {} })).Entries) own.add(Id)
    const pages = [...theirs.Entries.map(({ Id }) => Id + 1), 1, 2 ** 31, 2 ** 49]
    for (const before of pages) {
      const { Entries } = await thief.call('listActivity', { query: { before } })
      expect(Entries.filter(({ Id }) => !own.has(Id))).toEqual([])
    }
    for (const query of [
      "kind=sign-ins' or 1=1--",
      "kind=sign-ins'; drop table account_ledger;--",
      'kind=sign-ins&kind=changes',
      'kind[]=sign-ins',
      'kind=__proto__',
      'kind=toString',
      'before=9223372036854775808',
      'before=1 or 1=1',
      'before=1&before=2',
      'before=%00',
    ]) {
      const sent = await thief.send({
        method: 'GET',
        url: `/api/security/activity?${encodeURI(query)}`,
      })
      const found = sent.statusCode === 200 ? sent.json<{ Entries: { Id: number }[] }>() : null
      expect([query, [200, 400].includes(sent.statusCode)]).toEqual([query, true])
      expect([query, (found?.Entries ?? []).filter(({ Id }) => !own.has(Id))]).toEqual([query, []])
    }
    // Ten thousand pages: as many as one has the patience for, and each of them is the last.
    for (let each = 0; each < 200; each += 1) {
      const { Next } = await thief.call('listActivity', { query: { before: 10_000 + each } })
      expect(Next).toBeNull()
    }
  })
})

it('a device that is ended is refused by each server at its next call (AT-SEC-03, G81)', async () => {
  const { visitor, name, secret } = await guardedPlayer('Gwen')
  const thief = newVisitor()
  await logInTwice(app, thief, { name, secret })
  for (let each = 0; each < 4; each += 1) await thief.call('readLastLogIn', {})
  const { Devices } = await visitor.call('listDevices', {})
  const { Id } = Devices.find(({ IsThis }) => !IsThis) ?? { Id: '' }
  await visitor.call('endDevice', { body: { Id } })
  for (let each = 0; each < 4; each += 1) {
    expect((await thief.refused('readLastLogIn', {})).status).toBe(401)
  }
})

describe('a page of another site', () => {
  const forms = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
  ]
  it('reaches no call by a form, a frame or a script of the player’s browser (SX-35, G98)', async () => {
    const { visitor, id } = await guardedPlayer('Hana')
    const before = await factorsOf(id)
    const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const { host, origin, apiKey } = visitor.deployment
    const fromElsewhere = {
      host,
      cookie,
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    }
    expect(section.length).toBeGreaterThan(25)
    for (const { method, path } of section) {
      const url = `/api/${path}`
      const frame = await app.app.inject({ method: 'GET', url, headers: fromElsewhere })
      expect([path, [401, 404, 405].includes(frame.statusCode)]).toEqual([path, true])
      for (const type of method === 'POST' ? forms : []) {
        const headers = { ...fromElsewhere, 'content-type': type }
        const payload = `IsOn=false&Id=1&X-Api-Key=${apiKey}&api_key=${apiKey}`
        const form = await app.app.inject({ method, url, headers, payload })
        expect([path, type, form.statusCode]).toEqual([path, type, 401])
      }
      for (const from of ['https://evil.test', 'null', `${origin}.evil.test`]) {
        const preflight = await app.app.inject({
          method: 'OPTIONS',
          url,
          headers: {
            host,
            origin: from,
            'access-control-request-method': method,
            'access-control-request-headers': 'x-api-key,authorization,content-type',
          },
        })
        expect([path, from, preflight.statusCode]).toEqual([path, from, 403])
      }
    }
    expect(await factorsOf(id)).toEqual(before)
    await visitor.call('readLastLogIn', {})
  })

  it('frames none of the pages where factors are changed or used (SX-35, G98)', () => {
    const deployment = app.deployment('local')
    for (const path of [
      '/login',
      '/login/second-step',
      '/account/security',
      '/account/security/activity',
      '/account-safety',
    ]) {
      expect(Object.values(paths)).toContain(path)
      const headers = pageHeaders(deployment, path)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
    expect(pageHeaders(deployment, '/account-safety')['referrer-policy']).toBe('no-referrer')
  })
})
