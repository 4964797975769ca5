import type { Provider } from 'oidc-provider'
import { createOpenIdProvider, replaceIdTokens } from '../openid/openIdProvider.ts'
import type { Journal } from '../openid/journal.ts'
import { isPathHere } from '../openid/returnAddress.ts'
import type { Signer } from '../providers/oauth/signer.ts'
import type { Bends } from './bends.ts'
import type { People, Person } from './people.ts'
import { endSessionPath, interactionPath } from './staffPaths.ts'

export interface StaffParts {
  readonly issuer: string
  readonly signer: Signer
  readonly journal: Journal
  readonly people: People
  readonly bends: Bends
  readonly client: { readonly id: string; readonly secret: string }
}

const returnPath = '/sign-in/callback'

/** The OpenID provider of the studio's staff. Its client is the console. */
export function createStaffProvider({ people, bends, client, ...parts }: StaffParts): Provider {
  const provider = createOpenIdProvider({
    ...parts,
    own: {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [`http://localhost${returnPath}`],
          require_auth_time: true,
        },
      ],
      // Any value may be asked for. The library demands one to put the claim into tokens.
      acrValues: ['mfa'],
      claims: {
        openid: ['sub', 'groups'],
        email: ['email', 'email_verified'],
        profile: ['name'],
      },
      discovery: {
        end_session_endpoint: new URL(endSessionPath, parts.issuer).href,
        backchannel_logout_supported: true,
        backchannel_logout_session_supported: false,
      },
      interactions: { url: (_ctx, { uid }) => interactionPath(uid) },
    },
    claimsOf(sub) {
      const person = people.bySub(sub)
      return person === null ? null : claimsOf(person)
    },
    isReturnAddress: (uri) => isPathHere(uri, returnPath),
  })
  replaceIdTokens(provider, bends.apply)
  return provider
}

function claimsOf({ id: _id, ...claims }: Person) {
  return { ...claims, groups: [...claims.groups] }
}
