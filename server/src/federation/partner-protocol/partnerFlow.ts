import { paths } from '@gatehouse/contract/routes'
import type { Deployment } from '../../tenants/deployments.ts'
import type { AuthorizationRequest } from './partnerProvider.ts'
import { derived } from '../../platform/crypto/secrets.ts'
import type { Keys } from '../../platform/crypto/serverKey.ts'

/**
 * An authorization request by its state. The database must hold no value that could exchange a code,
 * so nonce and verifier derive from the state under a key of the server.
 */
export function partnerFlow(
  [key]: Keys,
  { origin }: Deployment,
  state: string,
): AuthorizationRequest {
  return {
    redirectUri: `${origin}${paths.partnerCallback}`,
    state,
    nonce: derived(key, 'nonce', state),
    verifier: derived(key, 'verifier', state),
  }
}
