import * as z from 'zod'
import { after, type Clock } from '../../../platform/clock.ts'
import type { Account } from '../../../database/federation/connections.ts'
import type { Database } from '../../../database/connection/openDatabase.ts'
import { useSteamNonce } from '../../../database/federation/steamNonces.ts'
import type { Deployment } from '../../../tenants/deployments.ts'
import { createOutbound, UnreachableError } from '../../../platform/http-client/outbound.ts'
import { hashOf } from '../../../platform/crypto/secrets.ts'
import type { Settings } from '../../../platform/config/settings.ts'
import { accountId } from '../accountId.ts'
import { avatarOf } from '../avatarOf.ts'
import type { ConnectionProvider, AuthorizationRequest } from '../connectionProvider.ts'
import { credentialsOf } from '../credentialsOf.ts'
import { NotVerifiedError } from '../notProven.ts'
import { plainName } from '../plainName.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'
import { assertionCheck, assertionFault, assertionRequest, steamIdIn } from './steamAssertion.ts'
import { whatBecameOf } from '../whatBecameOf.ts'

/** Seconds; longer than the nonce itself is believed. */
const nonceKept = 15 * 60
const avatarHosts = ['.steamstatic.com', 'steamcdn-a.akamaihd.net']

const summaries = z.object({
  response: z.object({
    players: z.array(
      z.object({ steamid: z.unknown(), personaname: z.unknown(), avatarfull: z.unknown() }),
    ),
  }),
})

export interface SteamMaterials {
  readonly settings: Pick<Settings, 'STEAM_OPENID_ENDPOINT' | 'STEAM_API_BASE'>
  readonly database: Database
  readonly clock: Clock
}

/** Steam: OpenID 2.0 proves the account, the Web API tells its name. */
export function createSteam({ settings, database, clock }: SteamMaterials): ConnectionProvider {
  const { STEAM_OPENID_ENDPOINT: endpoint, STEAM_API_BASE: apiBase } = settings
  const fetchSignIn = createOutbound('Steam’s sign-in')
  const fetchApi = createOutbound('Steam’s Web API')
  const avatars = { hosts: avatarHosts, apiBase }

  /** Steam itself has to say that the assertion is its own, and says so once. */
  async function confirm(answer: Readonly<Record<string, string>>): Promise<void> {
    const site = new URL(endpoint).origin
    const response = await fetchSignIn(endpoint, {
      method: 'POST',
      // Steam answers 403 to whoever does not say, as a browser would, from where it asks.
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

  async function summariesOf(
    deployment: Deployment,
    ids: readonly string[],
  ): Promise<readonly (Account | null)[]> {
    const { apiKey: key } = credentialsOf(deployment, 'steam')
    const query = new URLSearchParams({ key, steamids: ids.join(',') }).toString()
    const response = await fetchApi(`${apiBase}/ISteamUser/GetPlayerSummaries/v2/?${query}`)
    const { players } = (await readAnswer(response, summaries)).response
    return players.map((player) => {
      const id = accountId.steam.safeParse(player.steamid).data
      if (id === undefined) return null
      const name = plainName(player.personaname, id)
      return { accountId: id, name, avatar: avatarOf(player.avatarfull, avatars) }
    })
  }

  return {
    authorizationUrl({ deployment, ...journey }) {
      const query = assertionRequest(returnToOf(journey), deployment.origin)
      return Promise.resolve(`${endpoint}?${query.toString()}`)
    },
    async complete(journey, answer) {
      const now = clock.now()
      const returnTo = returnToOf(journey)
      const fault = assertionFault(answer, { endpoint, returnTo, now })
      if (fault !== null) throw new NotVerifiedError(fault)
      await confirm(answer)
      const { name } = journey.deployment
      const nonce = hashOf(answer['openid.response_nonce'] ?? '')
      const isNew = await useSteamNonce(database.kysely, name, nonce, after(now, nonceKept))
      if (!isNew) throw new NotVerifiedError('a nonce that was used before')
      const id = steamIdIn(answer)
      const [account] = await summariesOf(journey.deployment, [id])
      if (account?.accountId !== id)
        throw new UnreachableError('Steam’s Web API does not know who has just signed in.')
      return account
    },
    canRefresh: ({ connections }) => connections.steam !== undefined,
    refresh: async (deployment, ids) => whatBecameOf(ids, await summariesOf(deployment, ids)),
  }
}

/** The state travels in the address of the return: OpenID 2.0 has no other place for it. */
function returnToOf({ returnTo, state }: Pick<AuthorizationRequest, 'returnTo' | 'state'>): string {
  return `${returnTo}?${new URLSearchParams({ state }).toString()}`
}
