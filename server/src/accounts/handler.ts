import type { CallName } from '@gatehouse/contract/calls'
import type { AccountServices } from './accountServices.ts'
import { type CallContext, handlerFor } from '../http/handler.ts'

export type AccountContext<N extends CallName> = CallContext<N, AccountServices>

export const handler = handlerFor<AccountServices>()
