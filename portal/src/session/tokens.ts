import { CallError, type Client } from '@gatehouse/client/client'
import type { Configuration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import type { AnswerOf } from '@gatehouse/contract/calls'
import type { Token } from '@gatehouse/contract/entities'
import { localStore } from '../storage/localStore.ts'
import { identityCookie } from './identityCookie.ts'
import { isUsableToken } from './isUsableToken.ts'

/** Answers that say 'there is no such session', as opposed to 'ask again later'. */
const gone = new Set([400, 401, 403, 404])

/** Why a session is over: by an act in this browser, or as the server says. */
export type Ending = 'here' | NonNullable<AnswerOf<'readToken'>['Ended']>

/** The token of an identity, or why there is none that opens a session. */
export async function askToken(
  api: Client,
  identity: string,
): Promise<{ readonly token: Token | null; readonly ending: Ending }> {
  const token = await unlessGone(api('readToken', { path: { identity } }))
  const isUsable = token !== null && isUsableToken(token, new Date())
  return { token: isUsable ? token : null, ending: token?.Ended ?? { Why: 'over' } }
}

/** Why a session is over that is renewed no more. It is asked for only where the log-in says so. */
export async function endingOf(
  api: Client,
  configuration: Configuration,
  identity: string | null,
): Promise<Ending> {
  const isAsked = identity !== null && rulesOf(configuration).goesBeyondSpecification
  const asked = isAsked ? await askToken(api, identity).catch(() => null) : null
  return asked?.ending ?? { Why: 'over' }
}

/** The token of an identity; null when there is none that opens a session. */
export async function readToken(api: Client, identity: string): Promise<Token | null> {
  return (await askToken(api, identity)).token
}

/** The next token of a session, and the identity that it belongs to; null when the session is over. */
export async function renewToken(
  api: Client,
  token: Token,
  identity: string | null,
): Promise<{ readonly token: Token; readonly identity: string } | null> {
  const current = identityCookie.read()
  // Another tab may have renewed while this one waited for its turn.
  const next = current === identity ? await refreshToken(api, token) : current
  const renewed = next === null ? null : await readToken(api, next)
  return next === null || renewed === null ? null : { token: renewed, identity: next }
}

/** Refreshes a token and keeps the new identity in its cookie; null when the session is over. */
async function refreshToken(api: Client, { Value, Refresh }: Token): Promise<string | null> {
  const query = {
    access_token: Value,
    refresh_token: Refresh,
    client_id: localStore.read('sessionClient'),
  }
  const refreshed = await unlessGone(api('refreshToken', { query }))
  if (refreshed === null) return null
  identityCookie.write(refreshed.AccessToken)
  return refreshed.AccessToken
}

async function unlessGone<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallError && gone.has(error.status)) return null
    throw error
  }
}

/** Renews one token at a time, in this tab and among all tabs. */
export function oneRenewalAtATime(renew: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  return () => (running ??= renewAlone(renew).finally(() => (running = undefined)))
}

function renewAlone(renew: () => Promise<boolean>): Promise<boolean> {
  // Plain http beyond localhost has no locks; there the server's grace for a repeated refresh helps.
  const locks = (navigator as Partial<Navigator>).locks
  return locks === undefined ? renew() : locks.request('sso-refresh', renew)
}
