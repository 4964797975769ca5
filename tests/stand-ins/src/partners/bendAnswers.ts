import { decodeJwt } from 'jose'
import type { Provider } from 'oidc-provider'
import { replaceIdTokens } from '../openid/openIdProvider.ts'
import type { Signer } from '../providers/oauth/signer.ts'
import type { PartnerUsers } from './partnerUsers.ts'

interface Signers {
  readonly usual: Signer
  /** The signers before and after a rotation. */
  readonly rotated: Signer
}

const otherIssuer = 'https://someone-else.example'

/**
 * Makes a provider answer wrongly where switches demand it. The provider itself has no such code.
 */
export function bendAnswers(provider: Provider, users: PartnerUsers, signers: Signers): void {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/jwks' && users.switchesOf(null).jwksRotated) {
      ctx.body = signers.rotated.keys()
    }
  })
  replaceIdTokens(provider, bent)
  provider.on('authorization.success', ({ oidc: { account } }, out) => {
    const user = users.byId(account?.accountId ?? '')
    if (out && users.switchesOf(user).wrongIss) out['iss'] = otherIssuer
  })

  async function bent(idToken: string): Promise<string> {
    const { nonce, ...claims } = decodeJwt(idToken)
    const switches = users.switchesOf(users.byId(claims.sub ?? ''))
    const { badNonce, noNonce, wrongIss, wrongAud, expiredIdToken, jwksRotated } = switches
    if (!badNonce && !noNonce && !wrongIss && !wrongAud && !expiredIdToken && !jwksRotated) {
      return idToken
    }
    return (jwksRotated ? signers.rotated : signers.usual).sign({
      ...claims,
      ...(noNonce ? {} : { nonce: badNonce ? 'a foreign nonce' : nonce }),
      ...(wrongIss ? { iss: otherIssuer } : {}),
      ...(wrongAud ? { aud: 'someone-else' } : {}),
      ...(expiredIdToken ? { exp: (claims.iat ?? 0) - 3600 } : {}),
    })
  }
}
