import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../../test/fixtures/startApp.ts'
import { type AuthorizationRequest, NotVerifiedError } from '../connectionProvider.ts'

const ownerId = '76561198000000666'
const signed = 'signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle'

/** The key of a signer that signs all fields in OpenID's own form, and remembers no nonces. */
const secret = randomBytes(20)
/** The signer's answer about every assertion; null for the true one. */
let saysAlways: boolean | null = null
let questions: URLSearchParams[] = []

let signer: Server
let origin: string
let app: TestApp
let authorization: AuthorizationRequest

beforeAll(async () => {
  signer = createServer((request, response) => void answerTo(request, response))
  signer.listen(0, '127.0.0.1')
  await once(signer, 'listening')
  origin = `http://127.0.0.1:${(signer.address() as AddressInfo).port}`
  app = await startApp({
    settings: { STEAM_OPENID_ENDPOINT: `${origin}/openid/login`, STEAM_API_BASE: origin },
  })
  const deployment = app.deployment('local')
  authorization = { deployment, state: 'S', returnTo: `${deployment.origin}/steam/callback` }
})
afterAll(async () => {
  await app.close()
  signer.close()
})
beforeEach(() => {
  saysAlways = null
  questions = []
})

async function answerTo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', origin)
  if (pathname.includes('/GetPlayerSummaries/')) {
    const steamid = searchParams.get('steamids')
    const players = [{ steamid, personaname: 'Victor', avatarfull: '' }]
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ response: { players } }))
    return
  }
  const given = new URLSearchParams(await text(request))
  questions.push(given)
  const isValid = saysAlways ?? given.get('openid.sig') === signatureOf(given)
  response.end(`ns:http://specs.openid.net/auth/2.0\nis_valid:${isValid}\n`)
}

function signatureOf(given: URLSearchParams): string {
  const names = (given.get('openid.signed') ?? '').split(',')
  const lines = names.map((name) => `${name}:${given.get(`openid.${name}`) ?? ''}\n`)
  return createHmac('sha1', secret).update(lines.join('')).digest('base64')
}

type Assertion = Record<string, string>

/** A fresh and properly signed assertion; its signature covers the changes. */
function assertion(change: Readonly<Record<string, string>> = {}): Assertion {
  const identity = `${origin}/openid/id/${ownerId}`
  const time = app.clock.now().toISOString().slice(0, 19)
  const fields = new URLSearchParams({
    'openid.ns': 'http://specs.openid.net/auth/2.0',
    'openid.mode': 'id_res',
    'openid.op_endpoint': `${origin}/openid/login`,
    'openid.claimed_id': identity,
    'openid.identity': identity,
    'openid.return_to': `${authorization.returnTo}?state=S`,
    'openid.response_nonce': `${time}Z${randomBytes(12).toString('base64')}`,
    'openid.assoc_handle': '1234567890',
    'openid.signed': signed,
    ...change,
  })
  fields.set('openid.sig', signatureOf(fields))
  return Object.fromEntries(fields)
}

/** A nonce with a time of so many seconds from now. */
function at(seconds: number): string {
  const moment = new Date(app.clock.now().getTime() + seconds * 1000)
  return `${moment.toISOString().slice(0, 19)}Zabc`
}

function complete(answer: Assertion, on: AuthorizationRequest = authorization) {
  return app.services.connections.providers.steam.complete(on, answer)
}

/** The reason of a refusal, which has to come before Steam is asked: its answer is not enough. */
async function refusedAtOnce(answer: Assertion): Promise<string> {
  saysAlways = true
  const error: unknown = await complete(answer).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NotVerifiedError)
  expect(questions).toEqual([])
  return (error as NotVerifiedError).message
}

describe('an assertion of Steam', () => {
  it('is requested with every parameter that Steam requires', async () => {
    const url = new URL(
      await app.services.connections.providers.steam.authorizationUrl(authorization),
    )
    expect(`${url.origin}${url.pathname}`).toBe(`${origin}/openid/login`)
    const select = 'http://specs.openid.net/auth/2.0/identifier_select'
    expect(Object.fromEntries(url.searchParams)).toEqual({
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'checkid_setup',
      'openid.claimed_id': select,
      'openid.identity': select,
      'openid.return_to': `${authorization.returnTo}?state=S`,
      'openid.realm': authorization.deployment.origin,
    })
  })

  it('verifies the account when Steam confirms the very same fields', async () => {
    const answer = assertion()
    expect(await complete(answer)).toEqual({ accountId: ownerId, name: 'Victor', avatar: '' })
    expect(questions.map((question) => Object.fromEntries(question))).toEqual([
      { ...answer, 'openid.mode': 'check_authentication' },
    ])
  })

  it('is refused when Steam denies its forged identity', async () => {
    const forged = `${origin}/openid/id/76561198000000667`
    const answer = { ...assertion(), 'openid.claimed_id': forged, 'openid.identity': forged }
    await expect(complete(answer)).rejects.toThrow('not confirmed by Steam')
    expect(questions).toHaveLength(1)
  })

  it('is accepted once, even if Steam confirms it twice', async () => {
    saysAlways = true
    const answer = assertion()
    await complete(answer)
    await expect(complete(answer)).rejects.toThrow('a nonce that was used before')
  })

  it('is accepted once when two servers receive it at the same moment', async () => {
    saysAlways = true
    const answer = assertion()
    const outcomes = await Promise.allSettled([complete(answer), complete(answer)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it.each(['sig', 'assoc_handle', 'response_nonce', 'op_endpoint', 'ns', 'signed'])(
    'is refused without a required parameter: %s',
    async (name) => {
      const { [`openid.${name}`]: _, ...rest } = assertion()
      expect(await refusedAtOnce(rest)).toBe('a missing parameter')
    },
  )

  it.each(['openid.invalidate_handle', 'openid.ext1.value', 'openid.user_setup_url'])(
    'is refused with an unknown parameter: %s',
    async (name) => {
      expect(await refusedAtOnce({ ...assertion(), [name]: 'x' })).toBe('an unknown parameter')
    },
  )

  it.each(['\n', '\r', '\0'])('is refused with a control character: %j', async (character) => {
    const handle = `1234567890${character}x`
    expect(await refusedAtOnce(assertion({ 'openid.assoc_handle': handle }))).toBe(
      'a control character',
    )
  })

  it('is refused when its signed fields can be read as other fields', async () => {
    // One signed field with line breaks can be read as several, with another player's identity.
    const identity = `${origin}/openid/id/${ownerId}`
    const smuggled = `${origin}/openid/login\nclaimed_id:${identity}\nidentity:${identity}`
    const answer = assertion({ 'openid.op_endpoint': smuggled })
    expect(await refusedAtOnce(answer)).toBe('a control character')
    const parted = assertion({
      'openid.op_endpoint': smuggled.replaceAll('\n', ' '),
    })
    expect(await refusedAtOnce(parted)).toBe('the endpoint')
  })

  it.each(['cancel', 'error', 'setup_needed', 'check_authentication'])(
    'is refused in a mode that is not positive: %s',
    async (mode) => {
      expect(await refusedAtOnce(assertion({ 'openid.mode': mode }))).toBe('the mode')
    },
  )

  it('is refused in another version than OpenID 2.0', async () => {
    const ns = 'http://openid.net/signon/1.1'
    expect(await refusedAtOnce(assertion({ 'openid.ns': ns }))).toBe('the namespace')
  })

  it('is refused from another endpoint, which is never asked', async () => {
    for (const endpoint of [
      'https://evil.test/openid/login',
      `${origin}/openid/login?x`,
      `${origin}/openid/login/`,
      `${origin}/openid/LOGIN`,
    ]) {
      const answer = assertion({ 'openid.op_endpoint': endpoint })
      expect(await refusedAtOnce(answer)).toBe('the endpoint')
    }
  })

  it('is refused when one of its fields is not signed', async () => {
    for (const names of [
      'op_endpoint,claimed_id',
      signed.replace('claimed_id,', ''),
      signed.replace('return_to,', ''),
      `${signed},sig`,
      signed.replace('claimed_id,identity', 'identity,claimed_id'),
    ]) {
      const answer = assertion({ 'openid.signed': names })
      expect(await refusedAtOnce(answer)).toBe('the list of signed fields')
    }
  })

  it('is refused when it was made for another callback', async () => {
    for (const address of [
      `${authorization.returnTo}?state=other`,
      authorization.returnTo,
      `${authorization.returnTo}?state=S&x=1`,
      `${authorization.returnTo}/?state=S`,
      'https://another-site.test/steam/callback?state=S',
      `http://localhost:9999/steam/callback?state=S`,
    ]) {
      const answer = assertion({ 'openid.return_to': address })
      expect(await refusedAtOnce(answer)).toBe('the address of the return')
    }
    const elsewhere = { ...authorization, state: 'T' }
    await expect(complete(assertion(), elsewhere)).rejects.toThrow('the address of the return')
  })

  it('is refused with two different identities', async () => {
    const answer = assertion({ 'openid.identity': `${origin}/openid/id/76561198000000667` })
    expect(await refusedAtOnce(answer)).toBe('two identities')
  })

  it('is refused with an identity that is not exactly one of Steam’s', async () => {
    for (const identity of [
      `https://evil.test/openid/id/${ownerId}`,
      `${origin}.evil.test/openid/id/${ownerId}`,
      `${origin}/openid/id/${ownerId}/`,
      `${origin}/openid/id/${ownerId}0`,
      `${origin}/openid/id/${ownerId.slice(1)}`,
      `${origin}/openid/id/12345678901234567`,
      `${origin}/openid/id/x/openid/id/${ownerId}`,
      `x${origin}/openid/id/${ownerId}`,
      `${origin}/openid/id/`,
    ]) {
      const answer = assertion({ 'openid.claimed_id': identity, 'openid.identity': identity })
      expect(await refusedAtOnce(answer)).toBe('the identity')
    }
  })

  it('is refused with a nonce of more than five minutes ago or ahead', async () => {
    for (const nonce of [at(-301), at(301), 'abc', '', '2026-03-02', 'not-a-dateZabc']) {
      const answer = assertion({ 'openid.response_nonce': nonce })
      expect(await refusedAtOnce(answer)).toBe('the time of the nonce')
    }
    for (const seconds of [-299, 299]) {
      saysAlways = null
      await complete(assertion({ 'openid.response_nonce': at(seconds) }))
    }
  })
})
