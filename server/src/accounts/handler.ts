import type { CallName } from '@gatehouse/contract/calls'
import type { AccountServices } from './accountServices.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'

export type AccountContext<N extends CallName> = CallContext<N, AccountServices>

/** The part that is the same for every call. */
export type AccountCall = Pick<
  AccountContext<never>,
  'deployment' | 'rules' | 'services' | 'clientContext' | 'response' | 'report'
>

/** The same of a signed-in player. */
export type PlayerCall = AccountCall & Pick<AccountContext<'readProfile'>, 'caller'>

export const handler = handlerFor<AccountServices>()
