import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { fetchByHost } from '../platform/fetchByHost.ts'
import { type Client, fieldsOf, isProvenByHeader } from '../providers/oauth/oauthRequest.ts'
import { RefusedTokenError } from './checkIdToken.ts'
import type { PlatformMaterials, Registered } from './platformMaterials.ts'

/** The client of the game at Epic Online Services. */
export const eosClient: Client = { id: 'sample-eos', secret: 'sample-eos-secret' }

const sessionSeconds = 3600

/**
 * The Connect interface of Epic Online Services. Its audience is not checked: no page says that Epic does,
 * and the address of the user info knows no game.
 */
export function mountEos(
  app: FastifyInstance,
  { checks, now, registered, playerOf }: PlatformMaterials,
): void {
  // In place of a form of the Developer Portal: one of two addresses.
  app.put<{ Body: { userInfo?: string; jwks?: string } }>(
    '/platforms/eos/portal/openid',
    async ({ body: { userInfo, jwks = '' } }) => {
      const provider = { issuer: null, clientId: null, keysAt: jwks, used: new Set<string>() }
      registered.set('eos', {
        ...provider,
        ...(userInfo !== undefined && { userInfoAt: userInfo }),
      })
      return {}
    },
  )

  app.post('/platforms/eos/auth/v1/oauth/token', async (request, reply) => {
    if (!isProvenByHeader(request, eosClient)) return refused(reply, 401, 'invalid_client')
    const form = fieldsOf(request.body)
    const isWhole =
      form['grant_type'] === 'external_auth' &&
      form['external_auth_type'] === 'openid_access_token' &&
      (form['deployment_id'] ?? '') !== '' &&
      (form['nonce'] ?? '') !== ''
    if (!isWhole) return refused(reply, 400, 'invalid_request')
    const provider = registered.get('eos')
    if (!provider) return refused(reply, 400, 'ext_auth.not_configured')
    try {
      const claims = await claimsOf(provider, form['external_auth_token'] ?? '')
      const { sub: subject, preferred_username: name } = claims
      if (typeof subject !== 'string') throw new RefusedTokenError('no account id')
      const player = playerOf('eos', subject)
      player.make()
      return await reply.send({
        access_token: randomUUID(),
        token_type: 'bearer',
        expires_in: sessionSeconds,
        expires_at: Math.floor(now() / 1000) + sessionSeconds,
        nonce: form['nonce'],
        product_user_id: player.id,
        account: { idp: 'openid', id: subject, display_name: name ?? '' },
      })
    } catch (error) {
      if (!(error instanceof RefusedTokenError)) throw error
      return refused(reply, 400, 'ext_auth.invalid_external_auth_token', error.message)
    }
  })

  async function claimsOf(provider: Registered, token: string) {
    const { userInfoAt } = provider
    if (userInfoAt === undefined) return checks.check(token, provider)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetchByHost(userInfoAt, { headers })
    if (!answer.ok) throw new RefusedTokenError(`user info answered ${answer.status}`)
    return (await answer.json()) as Readonly<Record<string, unknown>>
  }
}

function refused(reply: FastifyReply, status: number, code: string, words = code): FastifyReply {
  const errorCode = `errors.com.epicgames.account.${code}`
  return reply.code(status).send({ errorCode, errorMessage: words, numericErrorCode: -1 })
}
