import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { JWTPayload } from 'jose'
import { RefusedTokenError } from './checkIdToken.ts'
import type { PlatformMaterials, Registered } from './platformMaterials.ts'

/** The secret key of the title. */
export const playFabSecret = 'sample-playfab-secret'

interface Connection {
  readonly ConnectionId?: string
  readonly ClientId?: string
  readonly ClientSecret?: string
  readonly IssuerDiscoveryUrl?: string
  readonly IgnoreNonce?: boolean
}

interface LogIn {
  readonly TitleId?: string
  readonly ConnectionId?: string
  readonly IdToken?: string
  readonly CreateAccount?: boolean
}

const longestConnectionId = 100

/** A title at PlayFab. */
export function mountPlayFab(
  app: FastifyInstance,
  { checks, registered, playerOf }: PlatformMaterials,
): void {
  app.post<{ Body: Connection }>(
    '/platforms/playfab/Admin/CreateOpenIdConnection',
    async ({ headers, body }, reply) => {
      if (headers['x-secretkey'] !== playFabSecret) return refused(reply, 401, 'NotAuthenticated')
      const { ConnectionId = '', ClientId = '', ClientSecret = '', IssuerDiscoveryUrl = '' } = body
      const isWhole = [ConnectionId, ClientId, ClientSecret].every((text) => text !== '')
      if (
        !isWhole ||
        ConnectionId.length > longestConnectionId ||
        !URL.canParse(IssuerDiscoveryUrl)
      ) {
        return refused(reply, 400, 'InvalidParams')
      }
      registered.set(`playfab ${ConnectionId}`, {
        ...(await checks.discover(IssuerDiscoveryUrl)),
        clientId: ClientId,
        ignoresNonce: body.IgnoreNonce === true,
        used: new Set(),
      })
      return answered({})
    },
  )

  app.post<{ Body: LogIn }>(
    '/platforms/playfab/Client/LoginWithOpenIdConnect',
    async ({ body: { TitleId, ConnectionId = '', IdToken = '', CreateAccount } }, reply) => {
      const provider = registered.get(`playfab ${ConnectionId}`)
      if (!provider || TitleId === undefined) return refused(reply, 400, 'InvalidParams')
      try {
        const claims = await checks.check(IdToken, provider)
        useNonce(claims, provider)
        const player = playerOf('playfab', claims.sub ?? '')
        if (player.isNew && CreateAccount !== true) return refused(reply, 400, 'AccountNotFound')
        player.make()
        const { id: PlayFabId, isNew: NewlyCreated } = player
        return answered({ PlayFabId, NewlyCreated, SessionTicket: `${PlayFabId}-${randomUUID()}` })
      } catch (error) {
        if (!(error instanceof RefusedTokenError)) throw error
        return refused(reply, 400, 'InvalidParams', error.message)
      }
    },
  )
}

/** No page says what counts about a nonce: here it is there, and new. */
function useNonce({ nonce }: JWTPayload, { ignoresNonce, used }: Registered): void {
  if (ignoresNonce === true) return
  if (typeof nonce !== 'string') throw new RefusedTokenError('no nonce')
  if (used.has(nonce)) throw new RefusedTokenError('a nonce that was used')
  used.add(nonce)
}

const answered = (data: object) => ({ code: 200, status: 'OK', data })

function refused(reply: FastifyReply, code: number, error: string, words = error): FastifyReply {
  return reply
    .code(code)
    .send({ code, status: 'BadRequest', error, errorCode: 1000, errorMessage: words })
}
