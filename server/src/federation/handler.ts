import type { CallName } from '@gatehouse/contract/calls'
import type { FederationServices } from './federationServices.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'

export type FederationContext<N extends CallName> = CallContext<N, FederationServices>

export const handler = handlerFor<FederationServices>()
