import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { RefusedTokenError } from './checkIdToken.ts'
import type { PlatformMaterials } from './platformMaterials.ts'

interface ExternalToken {
  readonly token?: string
  readonly nonce?: string
  readonly signInOnly?: boolean
}

const providerName = /^oidc-.{1,15}$/

/** A project at Unity Gaming Services. */
export function mountUnity(
  app: FastifyInstance,
  { checks, registered, playerOf }: PlatformMaterials,
): void {
  // In place of the editor's project settings.
  app.put<{ Params: { name: string }; Body: { issuer?: string; clientId?: string } }>(
    '/platforms/unity/project/id-providers/:name',
    async ({ params: { name }, body: { issuer = '', clientId = '' } }, reply) => {
      const isNamed = providerName.test(name) && clientId !== ''
      if (!isNamed || !isSecure(issuer)) return refused(reply, 400, 'INVALID_PARAMETERS')
      const { keysAt, issuer: found } = await checks.discover(
        `${issuer}/.well-known/openid-configuration`,
      )
      if (found !== issuer) return refused(reply, 400, 'INVALID_PARAMETERS', 'another issuer')
      registered.set(`unity ${name}`, { issuer, clientId, keysAt, used: new Set() })
      return {}
    },
  )

  app.post<{ Params: { name: string }; Body: ExternalToken }>(
    '/platforms/unity/v1/authentication/external-token/:name',
    async ({ headers, params: { name }, body: { token = '', nonce, signInOnly } }, reply) => {
      const provider = registered.get(`unity ${name}`)
      if (!provider || headers['projectid'] === undefined) {
        return refused(reply, 400, 'INVALID_PARAMETERS')
      }
      try {
        const claims = await checks.check(token, provider)
        if (nonce !== undefined && claims['nonce'] !== nonce) {
          throw new RefusedTokenError('invalid nonce')
        }
        const player = playerOf('unity', claims.sub ?? '')
        if (player.isNew && signInOnly === true) return refused(reply, 404, 'ENTITY_NOT_FOUND')
        player.make()
        return {
          userId: player.id,
          idToken: randomUUID(),
          sessionToken: randomUUID(),
          expiresIn: 3600,
          user: { id: player.id, externalIds: [{ providerId: name, externalId: claims.sub }] },
        }
      } catch (error) {
        if (!(error instanceof RefusedTokenError)) throw error
        return refused(reply, 401, 'PERMISSION_DENIED', error.message)
      }
    },
  )
}

/** On https, or a portal of this machine. */
function isSecure(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const { protocol, hostname } = new URL(issuer)
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** A problem in the form of RFC 7807. */
function refused(reply: FastifyReply, status: number, title: string, detail = title): FastifyReply {
  return reply.code(status).type('application/problem+json').send({ status, title, detail })
}
