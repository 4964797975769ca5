import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createFloodLimit } from '../../http/floodLimiter.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { type IdentityProvider, ProviderAwayError } from '../people/identityProvider.ts'
import { markOf } from '../people/staffCaller.ts'
import { refuse } from './answers.ts'
import type { Caller, ConsoleServices, SignedIn, StaffSessions } from './staffSession.ts'

declare module 'fastify' {
  interface FastifyRequest {
    staffCaller: Caller | null
  }
}

/** Decides on a request before its body is read. */
type Decide = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

export interface Gate {
  /** For the person who is signed in, whose log-in goes on by it. */
  readonly person: Decide
  /** The same for a page that asks by itself: it keeps no log-in alive. */
  readonly page: Decide
  /** For a person, or for a service by its token. */
  readonly caller: Decide
}

/**
 * Lets requests of staff through, and notes who asks. It refuses all others before it reads what they
 * send, and those of an address that tries too many secrets before it looks one up.
 */
export function createGate(
  app: FastifyInstance,
  services: ConsoleServices,
  sessions: StaffSessions,
  provider: IdentityProvider,
): Gate {
  const { settings, clock, log } = services
  app.decorateRequest('staffCaller', null)
  const guesses = settings.LIMITS ? createFloodLimit(clock, settings) : null

  function isOwnPage({ headers }: FastifyRequest): boolean {
    const { 'sec-fetch-site': site, origin } = headers
    const isSame = site === undefined ? origin === settings.CONSOLE_URL : site === 'same-origin'
    return isSame && headers['x-gatehouse-console'] === '1'
  }

  const person =
    (isAlive: boolean): Decide =>
    async (request, reply) => {
      if (!isOwnPage(request)) {
        return refuse(reply, 403, 'FOREIGN', 'Only the console’s own pages ask this.')
      }
      guesses?.refuse(request, reply)
      const isWatching = request.headers['x-gatehouse-watching'] !== undefined
      const signedIn = await sessions.find(request, isAlive && !isWatching)
      request.staffCaller = signedIn
      if (signedIn !== null)
        return isOfAnother(request, signedIn) ? notYours(reply, signedIn) : undefined
      if (sessions.credentialsOf(request).hasCookie) guesses?.spend(request)
      return refuse(reply, 401, 'NOT_SIGNED_IN', 'Sign in first.')
    }

  const service: Decide = async (request, reply) => {
    guesses?.refuse(request, reply)
    try {
      const staff = await sessions.findService(request, provider)
      if (staff !== null) request.staffCaller = { staff, session: null }
      if (staff !== null) return undefined
    } catch (error) {
      if (!(error instanceof ProviderAwayError)) throw error
      logEvent(log, 'staff.provider_unreachable', { reason: error.message })
      return refuse(reply, 503, 'UNAVAILABLE', 'The identity provider does not answer.')
    }
    guesses?.spend(request)
    logEvent(log, 'staff.sign_in_refused', { reason: 'token', ip: request.senderIp })
    return refuse(reply, 401, 'NOT_SIGNED_IN', 'The token is none of a service of this console.')
  }

  const ofPerson = person(true)
  return {
    person: ofPerson,
    page: person(false),
    caller: (request, reply) =>
      sessions.credentialsOf(request).hasToken ? service(request, reply) : ofPerson(request, reply),
  }
}

/** True for a page that one person has filled, in a browser where another one is signed in since. */
function isOfAnother({ headers }: FastifyRequest, { staff }: SignedIn): boolean {
  const filledBy = headers['x-gatehouse-person']
  return filledBy !== undefined && filledBy !== markOf(staff.key)
}

function notYours(reply: FastifyReply, { staff: { name } }: SignedIn) {
  const message = `This page is another person’s than ${name}’s, who is signed in now. Nothing was done.`
  return refuse(reply, 409, 'OTHER_PERSON', message)
}

/** The author of a request that a gate has let through. */
export function callerOf({ staffCaller }: FastifyRequest): Caller {
  if (staffCaller === null) throw new Error('A call of staff arrived past its gate.')
  return staffCaller
}

/** The person of a request that the gate of persons has let through. */
export function signedInOf(request: FastifyRequest): SignedIn {
  const { staff, session } = callerOf(request)
  if (session === null) throw new Error('A service arrived where a person is asked for.')
  return { staff, session }
}
