import { randomBytes } from 'node:crypto'
import { type Configuration, Provider } from 'oidc-provider'
import { html, page } from '../platform/page.ts'
import type { Signer } from '../providers/oauth/signer.ts'
import type { Journal } from './journal.ts'

export interface OpenIdParts {
  /** The provider's own address. */
  readonly issuer: string
  readonly signer: Signer
  readonly journal: Journal
  /** The clients, claims and pages of this provider. */
  readonly own: Configuration
  /** The claims of a subject; null for one that does not exist. */
  readonly claimsOf: (sub: string) => { readonly sub: string } | null
  /** The client has no list of return addresses, as hosts and ports change from run to run. */
  readonly isReturnAddress: (uri: string) => boolean
}

const minute = 60
const hour = 60 * minute

/** An OpenID provider of one client, with the authorization code and PKCE. It asks no consent. */
export function createOpenIdProvider(parts: OpenIdParts): Provider {
  const provider = new Provider(parts.issuer, {
    ...generalConfigurationOf(parts),
    ...parts.own,
    async loadExistingGrant({
      oidc: {
        provider: { Grant },
        client,
        session,
        params,
      },
    }) {
      const ids = { clientId: client?.clientId, accountId: session?.accountId }
      const grant = new Grant(ids)
      const { scope } = params ?? {}
      if (typeof scope === 'string') grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  })
  provider.Client.prototype.redirectUriAllowed = parts.isReturnAddress
  return provider
}

function generalConfigurationOf({ issuer, signer, journal, claimsOf }: OpenIdParts) {
  return {
    adapter: journal.adapter,
    jwks: signer.privateKeys(),
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // A browser sends cookies of localhost to all its ports, so a path keeps these apart.
      long: { path: `${new URL(issuer).pathname}/`, httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: minute,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      Session: hour,
    },
    findAccount(_ctx, sub) {
      const claims = claimsOf(sub)
      return claims === null ? undefined : { accountId: sub, claims: () => claims }
    },
    renderError(ctx, { error, error_description: why = '' }) {
      ctx.type = 'html'
      ctx.body = page('This did not work', html`<p>${error}: ${why}</p>`)
    },
  } satisfies Configuration
}

/** Makes a provider answer other ID tokens. The provider itself has no such code. */
export function replaceIdTokens(
  provider: Provider,
  replaced: (idToken: string) => Promise<string>,
): void {
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path === '/token' && hasIdToken(ctx.body)) {
      ctx.body = { ...ctx.body, id_token: await replaced(ctx.body.id_token) }
    }
  })
}

function hasIdToken(body: unknown): body is { readonly id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body
}
