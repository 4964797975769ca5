import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Accounts } from '../accounts.ts'
import { wentWrong } from '../wrongAnswers.ts'
import type { SteamAccount } from './steamAccounts.ts'
import { type SteamSwitches, steamPublisherKey } from './steamWebApi.ts'

interface Ticket {
  readonly steamid: string
  /** Lends the game to the player, where that is another account. */
  readonly owner: string
  readonly appid: string
  readonly identity: string
}

type Query = Readonly<Partial<Record<string, string>>>

/** Tickets as Steam's client gives them to a game, and their check in the Web API for publishers. */
export function mountSteamTickets(
  app: FastifyInstance,
  accounts: Accounts<SteamAccount, SteamSwitches>,
): void {
  const tickets = new Map<string, Ticket>()

  // In place of GetAuthTicketForWebApi.
  app.get<{ Querystring: Query }>('/steam/client/ticket', ({ query }) => {
    const { steamid = '', owner = steamid, appid = '', identity = '' } = query
    const ticket = `14000000${randomBytes(60).toString('hex')}`
    tickets.set(ticket, { steamid, owner, appid, identity })
    return { ticket }
  })

  app.get<{ Querystring: Query }>(
    '/steam/ISteamUserAuth/AuthenticateUserTicket/v1/',
    async (request, reply) => {
      const { key, appid, ticket = '', identity } = request.query
      const found = tickets.get(ticket.toLowerCase())
      const account = found ? accounts.byId(found.steamid) : null
      const switches = accounts.switchesOf(account)
      if (await wentWrong(request, reply, switches, account)) return reply
      if (switches.badKey || key !== steamPublisherKey) {
        return reply.code(403).type('text/html').send('<h1>Forbidden</h1>')
      }
      if (!/^[\da-f]+$/i.test(ticket)) return wrong(3, 'Invalid parameter')
      if (!found || (identity !== undefined && identity !== found.identity)) {
        return wrong(101, 'Invalid ticket')
      }
      if (appid !== found.appid) return wrong(102, 'Ticket for other app')
      const { steamid, owner: ownersteamid } = found
      const params = {
        result: 'OK',
        steamid,
        ownersteamid,
        vacbanned: false,
        publisherbanned: false,
      }
      return { response: { params } }
    },
  )
}

function wrong(errorcode: number, errordesc: string) {
  return { response: { error: { errorcode, errordesc } } }
}
