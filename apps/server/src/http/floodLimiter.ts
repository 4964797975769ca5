import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { inNetworks } from '../platform/config/inNetworks.ts'
import { limitsOf, type Settings } from '../platform/config/settings.ts'
import { addressOf } from './clientContext.ts'

/**
 * The costs of requests by the flood limit, in units of about half a millisecond of a processor
 * (`npm run bench -- anonymous` measures them). A route without a cost is the cheapest.
 */
export const floodCosts = {
  /** A file, or an answer from memory. */
  file: 1,
  /** A call of the account API. */
  call: 1,
  /** A page that is rendered or compressed for its visitor. */
  page: 2,
  /** A page of a player: three calls, and a page that is rendered and compressed for it alone. */
  'player-page': 10,
  /** A request to the OpenID provider, which signs or seals. */
  provider: 4,
  /** A call that hashes a password. */
  hash: 10,
} as const

export type FloodCost = keyof typeof floodCosts

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly cost?: FloodCost | ((request: FastifyRequest) => FloodCost)
  }
}

interface Account {
  spent: number
  readonly resetsAt: number
}

/** Addresses that are remembered at once; the one that came first is forgotten beyond it. */
const maxAddresses = 20_000

const slowMilliseconds = 1000

/** Shared instance: a stack for each request of a flood would cost more than its answer. */
const flooded = Object.assign(new Error('flood'), { statusCode: 429 })

/** The counters of addresses in the memory of this server: they protect it, and no account. */
export interface FloodLimit {
  /** Throws for an address that has spent what it may. */
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, cost?: number) => void
  /** The same after a pause: a fast refusal is asked for again at once, and each costs others. */
  readonly refuseSlowly: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  readonly spend: (request: FastifyRequest, cost?: number) => void
}

const addressIn = ({ senderIp }: FastifyRequest) => addressOf(senderIp)

/** A page of another site has its visitors ask for pictures of ours: that closes the portal to none of them. */
function subjectOf(request: FastifyRequest): string {
  const isForeign = request.headers['sec-fetch-site'] === 'cross-site'
  return isForeign ? `${addressIn(request)} of other sites` : addressIn(request)
}

/** Counts requests by their cost and not by their number. Unlimited networks pass. */
export function createFloodLimit(
  clock: Clock,
  settings: Pick<Settings, 'LIMITS_BY_ADDRESS' | 'UNLIMITED_NETWORKS'>,
): FloodLimit {
  const { flood } = limitsOf(settings)
  const isUnlimited = inNetworks(settings.UNLIMITED_NETWORKS)
  const accounts = new Map<string, Account>()

  function accountOf(address: string, now: number): Account {
    const known = accounts.get(address)
    if (known !== undefined && known.resetsAt > now) return known
    const account = { spent: 0, resetsAt: now + flood.seconds * 1000 }
    // Deleted first, so that the order is that of the beginnings.
    accounts.delete(address)
    accounts.set(address, account)
    const [oldest] = accounts.keys()
    if (accounts.size > maxAddresses && oldest !== undefined) accounts.delete(oldest)
    return account
  }

  /** The seconds until an address may ask again; null where it may ask now. */
  function waitOf(request: FastifyRequest, cost: number): number | null {
    if (isUnlimited(addressIn(request))) return null
    const now = clock.now().getTime()
    const account = accountOf(subjectOf(request), now)
    return account.spent + cost <= flood.max ? null : Math.ceil((account.resetsAt - now) / 1000)
  }

  return {
    refuse(request, reply, cost = 1) {
      const wait = waitOf(request, cost)
      if (wait === null) return
      reply.header('retry-after', String(wait))
      throw flooded
    },
    async refuseSlowly(request, reply) {
      const wait = waitOf(request, 1)
      if (wait === null) return
      await pause(slowMilliseconds)
      reply.header('retry-after', String(wait))
      throw flooded
    },
    spend(request, cost = 1) {
      accountOf(subjectOf(request), clock.now().getTime()).spent += cost
    },
  }
}

/** Refuses requests of an address beyond the flood limit. */
export function limitFloods(
  app: FastifyInstance,
  clock: Clock,
  settings: Pick<Settings, 'LIMITS_BY_ADDRESS' | 'UNLIMITED_NETWORKS'>,
): void {
  const limit = createFloodLimit(clock, settings)
  app.addHook('onRequest', (request, reply, done) => {
    const { cost: given = 'file' } = request.routeOptions.config
    const cost = floodCosts[typeof given === 'function' ? given(request) : given]
    limit.refuse(request, reply, cost)
    limit.spend(request, cost)
    done()
  })
}
