import type { CallName } from '@gatehouse/contract/calls'
import type { AuthServices } from '../auth/authServices.ts'
import type { AccessTokenFound } from '../database/auth/sessionStatements.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'
import type { Partners } from './partner-protocol/partnerProvider.ts'
import type { Connections } from './providers/connections.ts'

/** The services that partners and connections need: none hashes a password. */
export interface FederationServices extends Omit<
  AuthServices,
  'captcha' | 'passwords' | 'proofOfWork'
> {
  readonly connections: Connections
  readonly partners: Partners
}

export type FederationContext<N extends CallName> = CallContext<N, FederationServices>

/** The part of a call's context that linking needs, the same for each of its calls. */
export type LinkingContext = Pick<
  FederationContext<CallName>,
  'deployment' | 'services' | 'clientContext' | 'response' | 'report'
> & { readonly caller: AccessTokenFound }

export const handler = handlerFor<FederationServices>()
