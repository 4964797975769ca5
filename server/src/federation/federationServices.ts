import type { Partners } from './partner-protocol/partners.ts'
import type { Connections } from './providers/connections.ts'
import type { AuthServices } from '../auth/authServices.ts'

/** The services that partners and connections need: none hashes a password. */
export interface FederationServices extends Omit<AuthServices, 'captcha' | 'passwords' | 'proofs'> {
  readonly connections: Connections
  readonly partners: Partners
}
