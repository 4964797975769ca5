import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Brand, avatarUrl } from '../accountPicker.ts'
import type { Account, Accounts } from '../accounts.ts'
import { profileAs, wentWrong } from '../wrongAnswers.ts'
import { type Grants, newToken } from '../oauth/grants.ts'
import type { XboxSwitches } from './microsoft.ts'

const userRelyingParty = 'http://auth.xboxlive.com'
const relyingParty = 'http://xboxlive.com'
const tokensLiveMs = 16 * 60 * 60 * 1000

interface Parts {
  readonly accounts: Accounts<Account, XboxSwitches>
  readonly grants: Grants
  readonly brand: Brand
  readonly now: () => number
}

interface TokenRequest {
  readonly RelyingParty?: unknown
  readonly TokenType?: unknown
  readonly Properties?: Readonly<Record<string, unknown>>
}

/** The steps from a Microsoft token to a user token, a service token and a profile. */
export function mountXboxLive(app: FastifyInstance, parts: Parts): void {
  const { accounts, grants, brand, now } = parts
  const userTokens = new Map<string, string>()
  const serviceTokens = new Map<string, string>()

  app.post<{ Body: TokenRequest | null }>('/xbox/user/authenticate', async (request, reply) => {
    const { RelyingParty: party, Properties: given = {} } = request.body ?? {}
    const ticket = given['RpsTicket']
    const isWhole =
      party === userRelyingParty && given['AuthMethod'] === 'RPS' && typeof ticket === 'string'
    // Xbox Live requires a prefix for tokens of a site's own app.
    if (!isWhole || !ticket.startsWith('d=')) return reply.code(400).send()
    const account = accounts.byId(grants.ofAccessToken(ticket.slice(2))?.accountId ?? '')
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (account === null || switches.tokenRevoked) return reply.code(401).send()
    return reply.send(issued(userTokens, account, { uhs: hashOf(account) }))
  })

  app.post<{ Body: TokenRequest | null }>('/xbox/xsts/authorize', async (request, reply) => {
    const { RelyingParty: party, Properties: given = {} } = request.body ?? {}
    const [token] = Array.isArray(given['UserTokens']) ? (given['UserTokens'] as unknown[]) : []
    const account = accounts.byId(userTokens.get(String(token)) ?? '')
    const switches = accounts.switchesOf(account)
    if (await wentWrong(request, reply, switches, account)) return reply
    if (party !== relyingParty || given['SandboxId'] !== 'RETAIL') return reply.code(400).send()
    if (account === null) return reply.code(401).send()
    if (switches.xerr !== 0) return turnedAway(reply, switches.xerr)
    const sent = profileAs(switches.hostile, { ...account, avatar: '' })
    const claims = { gtg: sent.name, xid: sent.id, uhs: hashOf(account), agg: 'Adult' }
    return reply.send(issued(serviceTokens, account, claims))
  })

  app.get<{ Querystring: { settings?: string } }>(
    '/xbox/users/me/profile/settings',
    async (request, reply) => {
      const { authorization = '' } = request.headers
      const [, hash = '', token = ''] = /^XBL3\.0 x=(\d+);(.+)$/.exec(authorization) ?? []
      const account = accounts.byId(serviceTokens.get(token) ?? '')
      const switches = accounts.switchesOf(account)
      if (await wentWrong(request, reply, switches, account)) return reply
      if (request.headers['x-xbl-contract-version'] !== '2') return reply.code(400).send()
      if (account === null || hashOf(account) !== hash) return reply.code(401).send()
      if (accounts.known(account.id) === null) return reply.code(404).send()
      const avatar = switches.picture || avatarUrl(request, brand, account.id)
      const sent = profileAs(switches.hostile, { ...account, avatar })
      const values = new Map([
        ['Gamertag', sent.name],
        ['GameDisplayPicRaw', sent.avatar],
      ])
      const settings = (request.query.settings ?? '')
        .split(',')
        .filter((name) => values.has(name))
        .map((name) => ({ id: name, value: values.get(name) }))
      return reply.send({
        profileUsers: [{ id: sent.id, hostId: sent.id, settings, isSponsoredUser: false }],
      })
    },
  )

  function issued(tokens: Map<string, string>, account: Account, claims: object): object {
    const token = newToken()
    tokens.set(token, account.id)
    return {
      IssueInstant: new Date(now()).toISOString(),
      NotAfter: new Date(now() + tokensLiveMs).toISOString(),
      Token: token,
      DisplayClaims: { xui: [claims] },
    }
  }
}

function turnedAway(reply: FastifyReply, xerr: number): FastifyReply {
  const body = { Identity: '0', XErr: xerr, Message: '', Redirect: 'https://start.ui.xboxlive.com' }
  return reply.code(401).send(body)
}

/** The user hash of Xbox: a number of the account, which every call repeats. */
function hashOf({ id }: Account): string {
  return createHash('sha256').update(id).digest().readBigUInt64BE().toString()
}
