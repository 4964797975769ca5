import { paths } from '@gatehouse/contract/routes'
import type { Deployment } from './deployments.ts'
import type { Journey } from './providers/partner.ts'
import { derived } from './secrets.ts'
import type { Keys } from './serverKey.ts'

/**
 * A journey by its state. Nonce and verifier derive from the state under a key of the server, so that
 * the database keeps nothing with which a code could be exchanged.
 */
export function partnerJourney([key]: Keys, { origin }: Deployment, state: string): Journey {
  return {
    redirectUri: `${origin}${paths.partnerCallback}`,
    state,
    nonce: derived(key, 'nonce', state),
    verifier: derived(key, 'verifier', state),
  }
}
