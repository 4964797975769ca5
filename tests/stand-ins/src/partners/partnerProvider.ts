import { type Provider, interactionPolicy } from 'oidc-provider'
import { createOpenIdProvider } from '../openid/openIdProvider.ts'
import type { Journal } from '../openid/journal.ts'
import { isPathHere } from '../openid/returnAddress.ts'
import type { Signer } from '../providers/oauth/signer.ts'
import { interactionPath } from './interactions.ts'
import type { PartnerUser, PartnerUsers } from './partnerUsers.ts'

export interface PartnerParts {
  readonly slug: string
  readonly issuer: string
  readonly users: PartnerUsers
  readonly signer: Signer
  readonly journal: Journal
}

/**
 * The OpenID provider of a partner, with one client, `gatehouse`. It has registration by
 * `prompt=create`, and the scope `linked_accounts` for the player's accounts at the partner.
 */
export function createPartnerProvider({ slug, users, ...parts }: PartnerParts): Provider {
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  return createOpenIdProvider({
    ...parts,
    own: {
      clients: [
        {
          client_id: 'gatehouse',
          client_secret: `sample-${slug}-secret`,
          redirect_uris: ['http://localhost/oauth/partner'],
        },
      ],
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['preferred_username'],
        linked_accounts: ['steam_id', 'steam_name', 'epic_account_id', 'epic_name'],
      },
      discovery: { prompt_values_supported: [...policy.map(({ name }) => name), 'none'] },
      interactions: { policy, url: (_ctx, { uid }) => interactionPath(slug, uid) },
    },
    claimsOf(id) {
      const user = users.byId(id)
      return user === null ? null : claimsOf(user, users)
    },
    isReturnAddress: (uri) => isPathHere(uri, '/oauth/partner'),
  })
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
