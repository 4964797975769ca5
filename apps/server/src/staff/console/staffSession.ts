import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActServices } from '../acts/orders/run.ts'
import { senderOf } from '../../http/clientContext.ts'
import type { RenderPage } from '../../http/renderPage.ts'
import {
  findStaffSession,
  insertStaffSession,
  noteStaffSeen,
  type StaffSession,
} from '../../database/staff/staffSessions.ts'
import { after } from '../../platform/clock.ts'
import { hashOf, newSecret } from '../../platform/crypto/secrets.ts'
import type { IdentityProvider, StaffIdentity } from '../people/identityProvider.ts'
import { serviceOf, type Staff, staffOf } from '../people/staffCaller.ts'

export interface ConsoleServices extends ActServices {
  readonly renderPage: RenderPage
}

/** The author of a call: a person with the log-in, or a service, which has none. */
export interface Caller {
  readonly staff: Staff
  readonly session: StaffSession | null
}

/** A person who is signed in, with the log-in. */
export interface SignedIn extends Caller {
  readonly session: StaffSession
}

export type StaffSessions = ReturnType<typeof createStaffSessions>

/** Milliseconds of an unchanged `seen_at`: not each call writes. */
const seenStep = 30_000

/** The log-ins of staff: a secret in a cookie, of which the database has the hash. */
export function createStaffSessions({ database, clock, settings, staffRoles }: ConsoleServices) {
  const isSecure = settings.CONSOLE_URL?.startsWith('https:') === true
  /** Browsers accept `__Host-` over https only, and take it from this host alone. */
  const nameOf = (name: string) => `${isSecure ? '__Host-' : ''}${name}`
  const attributes = { path: '/', httpOnly: true, secure: isSecure } as const
  const names = { session: nameOf('gh_staff'), flow: nameOf('gh_flow') }

  return {
    /** The cookie of a log-in under way: Lax, because the identity provider sends the browser back. */
    flow: {
      read: (request: FastifyRequest) => request.cookies[names.flow] ?? null,
      set: (reply: FastifyReply, value: string, maxAge: number) =>
        reply.setCookie(names.flow, value, { ...attributes, sameSite: 'lax', maxAge }),
      clear: (reply: FastifyReply) => reply.clearCookie(names.flow, attributes),
    },

    /** Opens a log-in, and gives the browser its secret. Answers its number. */
    async begin(
      request: FastifyRequest,
      reply: FastifyReply,
      { authTime, ...identity }: StaffIdentity,
    ): Promise<number> {
      const secret = newSecret()
      const now = clock.now()
      const { ip, userAgent } = senderOf(request)
      const id = await insertStaffSession(database.kysely, {
        ...identity,
        groups: [...identity.groups],
        secret_hash: hashOf(secret),
        ip,
        user_agent: userAgent,
        created_at: now,
        seen_at: now,
        proven_at: authTime ?? now,
        ends_at: after(now, settings.STAFF_SESSION_SECONDS),
      })
      reply.setCookie(names.session, secret, { ...attributes, sameSite: 'strict' })
      return id
    },

    /**
     * The person of a request; null without an open log-in. With `isAlive` the log-in goes on: a
     * person did something.
     */
    async find(request: FastifyRequest, isAlive: boolean): Promise<SignedIn | null> {
      const secret = request.cookies[names.session]
      if (secret === undefined || secret.length !== 43) return null
      const session = await findStaffSession(database.kysely, hashOf(secret))
      const now = clock.now()
      if (!session || session.ends_at <= now) return null
      if (after(session.seen_at, settings.STAFF_IDLE_SECONDS) <= now) return null
      if (isAlive && now.getTime() - session.seen_at.getTime() > seenStep) {
        await noteStaffSeen(database.kysely, session.id, now)
      }
      const { id: sessionId, name, email, iss, sub, groups, proven_at: provenAt } = session
      const person = { sessionId, name, email, iss, sub, groups, provenAt }
      return { staff: staffOf(person, staffRoles), session }
    },

    /** The credentials of a request: a person's cookie, the token of a service, or both. */
    credentialsOf: ({ cookies, headers }: FastifyRequest) => ({
      hasCookie: cookies[names.session] !== undefined,
      hasToken: headers.authorization !== undefined,
    }),

    /** The service of a request's token; null where the token is none, or no service has it. */
    async findService(request: FastifyRequest, provider: IdentityProvider): Promise<Staff | null> {
      const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? []
      const found = token === undefined ? null : await provider.readServiceToken(token)
      return found === null ? null : serviceOf(found.iss, found.clientId, staffRoles)
    },

    clear: (reply: FastifyReply) => reply.clearCookie(names.session, attributes),
  }
}
