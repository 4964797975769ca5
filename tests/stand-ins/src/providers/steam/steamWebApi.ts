import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Accounts, accountSwitches } from '../accounts.ts'
import { type Brand, avatarUrl, originOf } from '../accountPicker.ts'
import { profileAs, wentWrong } from '../wrongAnswers.ts'
import type { SteamAccount } from './steamAccounts.ts'

/** The key that the deployments of this machine share with the stand-in. */
export const steamKey = 'sample-steam-key'

/** The key of the publisher, whose game these tickets are of; production takes no sample. */
export const steamPublisherKey = process.env['STEAM_PUBLISHER_KEY'] ?? 'sample-steam-publisher-key'

const idsAtOnce = 100

export const steamSwitches = {
  ...accountSwitches,
  /** Assertions have a wrong signature. */
  badSig: false,
  /** Rejects every assertion. */
  rejectAll: false,
  /** The age of the nonces of assertions. */
  nonceAgeMs: 0,
  /** Refuses servers at the sign-in with 403 and a page, as Steam does some data centres. */
  blocksServers: false,
  /** Refuses every key with 403 and a page. */
  badKey: false,
  /** Comma-separated ids of accounts with private games. */
  gamesPrivate: '',
}

export type SteamSwitches = typeof steamSwitches

type Query = Partial<Record<'key' | 'steamid' | 'steamids' | 'appid', string>>

/** Profiles, games and their ownership in Steam's Web API, for callers with a key. */
export function mountSteamWebApi(
  app: FastifyInstance,
  brand: Brand,
  accounts: Accounts<SteamAccount, SteamSwitches>,
): void {
  const get = (
    path: string,
    answer: (request: FastifyRequest, ids: readonly string[], query: Query) => object,
  ) => {
    // Steam takes both, and its clients use both.
    for (const url of [`/steam${path}`, `/steam${path}/`]) {
      app.get<{ Querystring: Query }>(url, async (request, reply) => {
        const { query } = request
        const ids = (query.steamids ?? query.steamid ?? '').split(',').filter(Boolean)
        const all = ids.map(accounts.byId)
        const broken = all.find((account) => account?.switches !== undefined) ?? null
        const switches = accounts.switchesOf(broken)
        if (await wentWrong(request, reply, switches, broken)) return reply
        if (query.key === undefined) return refused(reply, 401, 'Unauthorized')
        if (switches.badKey || query.key !== steamKey) return refused(reply, 403, 'Forbidden')
        if (ids.length === 0 || ids.length > idsAtOnce) return refused(reply, 400, 'Bad Request')
        return reply.send(answer(request, ids, query))
      })
    }
  }

  get('/ISteamUser/GetPlayerSummaries/v2', (request, ids) => ({
    response: {
      players: ids
        .flatMap((id) => accounts.known(id) ?? [])
        .map((account) => summaryOf(account, request)),
    },
  }))

  get('/IPlayerService/GetOwnedGames/v1', (_request, [id = '']) => {
    const account = accounts.known(id)
    const seen = account !== null && !account.isPrivate && !hidesGames(id)
    return { response: seen ? { game_count: account.games.length, games: account.games } : {} }
  })

  get('/ISteamUser/CheckAppOwnership/v4', (_request, [id = ''], { appid }) => {
    const owns = accounts.known(id)?.games.some((game) => String(game.appid) === appid) ?? false
    return {
      appownership: {
        ownsapp: owns,
        permanent: owns,
        timestamp: owns ? '2024-05-01T12:00:00Z' : '',
        ownersteamid: owns ? id : '0',
        sitelicense: false,
        usercanceled: false,
        timeexpires: 'never',
        result: 'OK',
      },
    }
  })

  function hidesGames(id: string): boolean {
    return accounts.switchesOf(accounts.byId(id)).gamesPrivate.split(',').includes(id)
  }

  function summaryOf(account: SteamAccount, request: FastifyRequest): object {
    const truth = {
      id: account.id,
      name: account.name,
      avatar: avatarUrl(request, brand, account.id),
    }
    const sent = profileAs(accounts.switchesOf(account).hostile, truth)
    return {
      steamid: sent.id,
      communityvisibilitystate: account.isPrivate ? 1 : 3,
      profilestate: 1,
      personaname: sent.name,
      profileurl: `${originOf(request)}/steam/profiles/${account.id}/`,
      avatar: sent.avatar,
      avatarmedium: sent.avatar,
      avatarfull: sent.avatar,
      personastate: 0,
    }
  }
}

/** Steam's Web API refuses with a page, not with JSON. */
function refused(reply: FastifyReply, status: number, title: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=UTF-8')
    .send(`<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`)
}
