import { lifetimes } from '@gatehouse/contract/limits'
import * as z from 'zod'
import { after } from '../../../platform/clock.ts'
import type { Deployment } from '../../../deployments/deployments.ts'
import { createOutbound, UnreachableError } from '../../../platform/http-client/outbound.ts'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import { accountIdOf, avatarOf, matchAccounts, plainName, readAccount } from '../accounts.ts'
import {
  type AuthorizationRequest,
  type CreateProvider,
  NotVerifiedError,
  credentialsOf,
} from '../connectionProvider.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'
import { assertionCheck, assertionDefect, assertionRequest, steamIdIn } from './steamAssertion.ts'
import type { Executor } from '../../../database/schema/executor.ts'

/** Seconds; longer than a nonce is accepted. */
const nonceKept = 15 * 60
const avatarHosts = ['.steamstatic.com', 'steamcdn-a.akamaihd.net']

const summaries = z.object({
  response: z.object({
    players: z.array(
      z.object({ steamid: z.unknown(), personaname: z.unknown(), avatarfull: z.unknown() }),
    ),
  }),
})

/** The name by which games ask Steam for a ticket for us: another service's ticket is none here. */
const ticketIdentity = 'gatehouse'

/** The owner of a shared game is another account, and does not matter. */
const ticketAnswer = z.object({
  response: z.union([
    z.object({ params: z.object({ result: z.literal('OK'), steamid: accountIdOf('steam') }) }),
    z.object({ error: z.object({ errorcode: z.number(), errordesc: z.string() }) }),
  ]),
})

/** Steam: OpenID 2.0 verifies the account, and the Web API has its name. */
export const createProvider: CreateProvider = ({ settings, database, clock }) => {
  const {
    STEAM_OPENID_ENDPOINT: endpoint,
    STEAM_API_BASE: apiBase,
    STEAM_PARTNER_API_BASE: partnerBase,
  } = settings
  const fetchSignIn = createOutbound('Steam’s sign-in')
  const fetchApi = createOutbound('Steam’s Web API')
  const fetchPartner = createOutbound('Steam’s Web API for publishers')
  const avatars = { hosts: avatarHosts, apiBase }

  /** An assertion alone proves nothing: Steam has to confirm it, and does so once. */
  async function confirm(answer: Readonly<Record<string, string>>): Promise<void> {
    const site = new URL(endpoint).origin
    const response = await fetchSignIn(endpoint, {
      method: 'POST',
      // Steam answers 403 to a request without the origin that a browser would send.
      headers: { origin: site, referer: `${site}/` },
      body: assertionCheck(answer),
    })
    const lines = response.ok ? (await response.text()).split('\n') : []
    if (lines.includes('is_valid:true')) return
    if (lines.includes('is_valid:false')) throw new NotVerifiedError('not confirmed by Steam')
    throw new UnreachableError(
      `Steam’s sign-in answered ${response.status} and neither yes nor no.`,
    )
  }

  async function summariesOf(deployment: Deployment, ids: readonly string[]) {
    const { apiKey: key } = credentialsOf(deployment, 'steam')
    const query = new URLSearchParams({ key, steamids: ids.join(',') }).toString()
    const response = await fetchApi(`${apiBase}/ISteamUser/GetPlayerSummaries/v2/?${query}`)
    const { players } = (await readAnswer(response, summaries)).response
    return players.map(({ steamid, personaname, avatarfull }) =>
      readAccount('steam', steamid, personaname, avatarOf(avatarfull, avatars)),
    )
  }

  async function verifyTicket(deployment: Deployment, ticket: string, gameId?: string) {
    if (!/^(?:[\da-f]{2}){1,4096}$/i.test(ticket)) throw new NotVerifiedError('no ticket')
    const { appId, publisherKey: key } = credentialsOf(deployment, 'steam')
    const appid = gameId ?? appId
    const query = new URLSearchParams({ key, appid, ticket, identity: ticketIdentity }).toString()
    const address = `${partnerBase}/ISteamUserAuth/AuthenticateUserTicket/v1/?${query}`
    const { response } = await readAnswer(await fetchPartner(address), ticketAnswer)
    if ('error' in response) {
      const { errorcode, errordesc } = response.error
      throw new NotVerifiedError(`a ticket with error ${errorcode}: ${plainName(errordesc, '')}`)
    }
    const knownUntil = after(clock.now(), lifetimes.usedTicket)
    return { accountId: response.params.steamid, tokenId: ticket.toLowerCase(), knownUntil }
  }

  return {
    verifyToken: verifyTicket,
    authorizationUrl({ deployment, ...request }) {
      const query = assertionRequest(returnToOf(request), deployment.origin)
      return Promise.resolve(`${endpoint}?${query.toString()}`)
    },
    async complete(request, answer) {
      const now = clock.now()
      const returnTo = returnToOf(request)
      const defect = assertionDefect(answer, { endpoint, returnTo, now })
      if (defect !== null) throw new NotVerifiedError(defect)
      await confirm(answer)
      const { name } = request.deployment
      const nonce = hashOf(answer['openid.response_nonce'] ?? '')
      const isNew = await useSteamNonce(database.kysely, name, nonce, after(now, nonceKept))
      if (!isNew) throw new NotVerifiedError('a nonce that was used before')
      const id = steamIdIn(answer)
      const [account] = await summariesOf(request.deployment, [id])
      // Steam leaves out accounts that have been deleted.
      if (account === undefined) throw new NotVerifiedError('an account that Steam has no more')
      if (account?.accountId !== id)
        throw new UnreachableError(
          'Steam’s Web API does not know the account that has just signed in.',
        )
      return account
    },
    refresh: async (deployment, ids) => matchAccounts(ids, await summariesOf(deployment, ids)),
  }
}

/** The state travels in the address of the return: OpenID 2.0 has no other place for it. */
function returnToOf({ returnTo, state }: Pick<AuthorizationRequest, 'returnTo' | 'state'>): string {
  return `${returnTo}?${new URLSearchParams({ state }).toString()}`
}

/** Uses up a nonce of Steam; false for a used one. The key of the table decides between servers. */
async function useSteamNonce(
  executor: Executor,
  deployment: string,
  nonceHash: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const row = await executor
    .insertInto('steam_nonces')
    .values({ deployment, nonce_hash: nonceHash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  return row !== undefined
}
