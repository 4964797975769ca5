import { randomBytes } from 'node:crypto'
import { type Configuration, Provider, interactionPolicy } from 'oidc-provider'
import { html, page } from '../platform/page.ts'
import type { Signer } from '../providers/oauth/signer.ts'
import { interactionPath } from './interactions.ts'
import type { Journal } from './journal.ts'
import type { PartnerUser, PartnerUsers } from './partnerUsers.ts'

export interface OpenIdParts {
  readonly slug: string
  /** The provider's own address. */
  readonly issuer: string
  readonly users: PartnerUsers
  readonly signer: Signer
  readonly journal: Journal
}

const minute = 60
const hour = 60 * minute

/**
 * An OpenID provider with one client, `gatehouse`. It has the authorization code with PKCE,
 * registration by `prompt=create`, and the scope `linked_accounts` for the player's accounts at the
 * partner.
 */
export function createOpenIdProvider(parts: OpenIdParts): Provider {
  const provider = new Provider(parts.issuer, {
    ...configurationOf(parts),
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
  provider.Client.prototype.redirectUriAllowed = isPortalsCallback
  return provider
}

function configurationOf({ slug, users, signer, journal }: OpenIdParts) {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  return {
    adapter: journal.adapter,
    clients: [
      {
        client_id: 'gatehouse',
        client_secret: `sample-${slug}-secret`,
        redirect_uris: ['http://localhost/oauth/partner'],
      },
    ],
    jwks: signer.privateKeys(),
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // A browser sends cookies of localhost to all its ports, so a path keeps these apart.
      long: { path: `/partners/${slug}/`, httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username'],
      linked_accounts: ['steam_id', 'steam_name', 'epic_account_id', 'epic_name'],
    },
    discovery: { prompt_values_supported: [...policy.map(({ name }) => name), 'none'] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    expiresWithSession: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: { policy, url: (_ctx, { uid }) => interactionPath(slug, uid) },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: minute,
      Grant: hour,
      IdToken: hour,
      Interaction: hour,
      Session: hour,
    },
    findAccount(_ctx, id) {
      const user = users.byId(id)
      if (user === null) return undefined
      return { accountId: id, claims: () => claimsOf(user, users) }
    },
    renderError(ctx, { error, error_description: why = '' }) {
      ctx.type = 'html'
      ctx.body = page('This did not work', html`<p>${error}: ${why}</p>`)
    },
  } satisfies Configuration
}

function claimsOf(user: PartnerUser, users: PartnerUsers) {
  const { loseProfile, noEmail } = users.switchesOf(user)
  const { id: sub, email, emailVerified, username, steam, epic } = user
  if (loseProfile) return { sub }
  return {
    sub,
    ...(noEmail ? {} : { email, email_verified: emailVerified }),
    preferred_username: username,
    ...(steam ? { steam_id: steam.id, steam_name: steam.name } : {}),
    ...(epic ? { epic_account_id: epic.id, epic_name: epic.name } : {}),
  }
}

/** The portals of this machine have hosts and ports that change from run to run. */
function isPortalsCallback(redirectUri: string): boolean {
  const { protocol, hostname, pathname, search, hash } = new URL(redirectUri)
  const isHere = /^(?:[a-z0-9-]+\.)*localhost$/.test(hostname)
  return isHere && `${protocol}${pathname}${search}${hash}` === 'http:/oauth/partner'
}
