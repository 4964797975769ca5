import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type PageFailure,
  pageFailureBytes,
  pageFailureKinds,
  pageFailuresPath,
} from '@gatehouse/contract/pageFailures'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { refuse } from '../platform/apiError.ts'
import type { Clock } from '../platform/clock.ts'
import { logEvent } from '../platform/observability/events.ts'
import type { Metrics } from '../platform/observability/metrics.ts'
import { software } from '../platform/software.ts'
import { addressOf } from './clientContext.ts'

interface Reporting {
  readonly services: {
    readonly clock: Clock
    readonly log: FastifyBaseLogger
    readonly metrics: Pick<Metrics, 'countPageFailure'>
  }
  readonly page: 'portal' | 'console'
  /** The folder of its built files. */
  readonly root: string
  readonly screens: ReadonlySet<string>
}

/** Reports of one network address that are counted in a minute. */
const perMinute = 10
/** Addresses, and lines of the log, that are remembered for a minute. */
const mostAddresses = 10_000
const mostLines = 100

const report = z.strictObject({
  Kind: z.enum(pageFailureKinds),
  Name: z.string().regex(/^[A-Za-z]{1,40}$/),
  Code: z.string().regex(/^(?:\d{1,4}|file)?$/),
  Screen: z.string().max(100),
  Build: z.string().max(100),
}) satisfies z.ZodType<PageFailure>

/**
 * Takes the failures that pages of this host tell, and counts them. Anybody can post here: what counts is
 * of our own pages, few an address, and its labels are ours. Anything else is `other`.
 */
export async function mountPageFailures(
  app: FastifyInstance,
  { services, page, root, screens }: Reporting,
): Promise<void> {
  const { clock, log, metrics } = services
  const assets = join(root, 'assets')
  const own = new Set(existsSync(assets) ? await readdir(assets) : [])
  const isTooMuch = oncePerMinute(clock, perMinute, mostAddresses)
  const isSaid = oncePerMinute(clock, 1, mostLines)
  app.post(
    pageFailuresPath,
    { bodyLimit: pageFailureBytes, config: { call: 'pageFailures', cost: 'call' } },
    async (request, reply) => {
      if (isForeign(request)) return reply.code(403).send({})
      const { success, data } = report.safeParse(request.body)
      if (!success) throw refuse('INVALID_REQUEST')
      reply.code(204)
      if (isTooMuch(addressOf(request.senderIp))) return reply.send()
      const { Kind: kind, Name: name, Code: code, Screen, Build } = data
      const screen = screens.has(Screen) ? Screen : 'other'
      const build = own.has(Build) ? software : 'other'
      metrics.countPageFailure({ page, kind, screen, build })
      const fields = { page, kind, screen, build, name, code }
      if (!isSaid(JSON.stringify(fields))) logEvent(log, 'page.failed', fields)
      return reply.send()
    },
  )
}

/** A page of another site can make its visitors send anything. */
function isForeign({ headers, host }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site = 'same-origin', origin } = headers
  return site !== 'same-origin' || (origin !== undefined && !origin.endsWith(`://${host}`))
}

/** Counts by a name: true beyond so many in a minute. The name that came first is forgotten beyond `most`. */
function oncePerMinute(clock: Clock, times: number, most: number) {
  const counts = new Map<string, { count: number; readonly until: number }>()
  return (name: string): boolean => {
    const now = clock.now().getTime()
    const known = counts.get(name)
    if (known !== undefined && known.until > now) return (known.count += 1) > times
    counts.delete(name)
    counts.set(name, { count: 1, until: now + 60_000 })
    const [oldest] = counts.keys()
    if (counts.size > most && oldest !== undefined) counts.delete(oldest)
    return false
  }
}
