import type { CallName } from '@gatehouse/contract/calls'
import type { AuthServices } from './authServices.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'

export type AuthContext<N extends CallName> = CallContext<N, AuthServices>

/** The part that is the same for every call. */
export type AuthCall = Pick<
  AuthContext<never>,
  'deployment' | 'rules' | 'services' | 'clientContext' | 'response' | 'report'
>

/** The same of a signed-in player. */
export type PlayerCall = AuthCall & Pick<AuthContext<'readProfile'>, 'caller'>

export const handler = handlerFor<AuthServices>()
