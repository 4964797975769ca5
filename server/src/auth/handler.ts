import type { CallName } from '@gatehouse/contract/calls'
import type { AuthServices } from './authServices.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'

export type AuthContext<N extends CallName> = CallContext<N, AuthServices>

export const handler = handlerFor<AuthServices>()
