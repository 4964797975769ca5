import { createHash, randomBytes } from 'node:crypto'
import type { Brand } from './brands.ts'
import { fetchByHost } from '../platform/fetchByHost.ts'
import { detailsOf } from './signOn.ts'
import type { Member, Visit } from './visits.ts'

/*
 * The portal's older way, for a site without an OpenID library. The site sends the browser to
 * /oauth with a state and the hash of a verifier (PKCE), gets the state back with a code, and trades
 * code and verifier for tokens.
 */

interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
  readonly id_token?: string
}

/** Returns the portal's page that signs a visitor in. */
export function beginHandOver(visit: Visit, brand: Brand, redirectUri: string): string {
  const state = randomBytes(32).toString('base64url')
  const back = `/${brand.slug}/legacy`
  const verifier = randomBytes(32).toString('base64url')
  visit.flow = { state, nonce: '', verifier, way: 'hand-over', back }
  const page = new URL('/oauth', visit.portal)
  page.searchParams.set('client_id', brand.slug)
  page.searchParams.set('redirect_uri', redirectUri)
  page.searchParams.set('response_type', 'code')
  page.searchParams.set('state', state)
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  page.searchParams.set('code_challenge', challenge)
  page.searchParams.set('code_challenge_method', 'S256')
  return page.href
}

/** Returns the player of a return. Throws at a foreign state, and at a wrong code. */
export async function completeHandOver(
  visit: Visit,
  brand: Brand,
  redirectUri: string,
  query: URLSearchParams,
): Promise<{ member: Member; back: string }> {
  const { flow, portal } = visit
  visit.flow = null
  if (flow === null || query.get('state') !== flow.state) {
    throw new Error('This browser has not begun to sign in.')
  }
  const credentials = Buffer.from(`${brand.slug}:${brand.clientSecret}`).toString('base64')
  const tokens = (await answerOf(
    await fetchByHost(`${portal}/oidc/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: query.get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: flow.verifier,
      }),
    }),
  )) as Tokens
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const sent = (await answerOf(await fetchByHost(`${portal}/oidc/me`, { headers }))) as Readonly<
    Record<string, unknown>
  >
  const member: Member = {
    portal,
    sub: String(sent['sub']),
    sid: sidOf(tokens.id_token ?? ''),
    ...detailsOf(sent),
    isStale: false,
    idToken: tokens.id_token ?? '',
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    refreshes: 0,
  }
  return { member, back: flow.back }
}

async function answerOf(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`The portal answers ${response.status}.`)
  return response.json()
}

/** The token came over a direct connection to the portal, so its signature needs no check. */
function sidOf(idToken: string): string {
  const [, payload = ''] = idToken.split('.')
  if (payload === '') return ''
  const { sid = '' } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sid?: string }
  return sid
}
