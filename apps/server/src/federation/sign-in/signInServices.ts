import type { CallName } from '@gatehouse/contract/calls'
import type { AccountServices } from '../../accounts/accountServices.ts'
import { type CallContext, handlerFor } from '../../http/handler.ts'
import type { FederationContext, FederationServices } from '../federationServices.ts'

/** The part of a call's context that each log-in with a service needs. */
export type SignInContext = Pick<
  FederationContext<CallName>,
  'deployment' | 'services' | 'clientContext' | 'response' | 'report'
>

/** The calls that make or remove an account need the services of accounts, too. */
type Services = FederationServices & AccountServices

export type RegistrationContext = CallContext<'registerWithService', Services>
export type MoveContext = CallContext<'moveLink', Services>

export const accountHandler = handlerFor<Services>()
