import type { Caller } from '@gatehouse/contract/calls'
import type { FastifyRequest } from 'fastify'
import type { AccessTokenFound } from '../database/auth/sessions.ts'
import type { Deployment, Deployments } from '../tenants/deployments.ts'
import type { Services } from '../services.ts'
import { asksAnew } from './clientContext.ts'

/** A call without the key or the bearer that it needs: 401 `{}`. */
export class UnauthorizedError extends Error {
  override readonly name = 'Unauthorized'
}

/** A host that is none of ours: 421 `{}`. */
export class MisdirectedError extends Error {
  override readonly name = 'Misdirected'
}

/** Whose call it is: by the API key, which opens its own hosts alone, or by the host without one. */
export function deploymentOf(
  request: FastifyRequest,
  deployments: Deployments,
  caller: Caller,
): Deployment {
  if (caller === 'anyone') {
    const byHost = deployments.byHost(request.host)
    if (!byHost) throw new MisdirectedError()
    return byHost
  }
  const key = request.headers['x-api-key']
  const byKey = typeof key === 'string' ? deployments.byApiKey(key) : null
  if (!byKey?.hosts.has(request.host.toLowerCase())) throw new UnauthorizedError()
  return byKey
}

/** Who calls: null for an anonymous visitor where the row lets one in, else 401. */
export async function authenticate(
  request: FastifyRequest,
  { sessions }: Services,
  deployment: Deployment,
  caller: Caller,
): Promise<AccessTokenFound | null> {
  if (caller === 'anyone' || caller === 'key') return null
  const bearer = bearerOf(request)
  const found =
    bearer === null ? null : await sessions.authenticate(deployment, bearer, asksAnew(request))
  // A dead bearer is refused even where none is needed: the portal must learn of it.
  if (!found && (caller === 'player' || request.headers.authorization !== undefined)) {
    throw new UnauthorizedError()
  }
  return found
}

function bearerOf(request: FastifyRequest): string | null {
  const { rawHeaders } = request.raw
  // Of two headers Node would silently keep one.
  const given = rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization',
  )
  const match = given.length === 1 ? /^Bearer ([\w.~+/=-]{1,200})$/.exec(given[0] ?? '') : null
  return match?.[1] ?? null
}
