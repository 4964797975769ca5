import type { Client } from '@gatehouse/client/client'
import type { AnswerOf } from '@gatehouse/contract/calls'

const underWay = new WeakMap<Client, Promise<AnswerOf<'readSecurity'>>>()

/** Reads how an account is protected. Parts of a page that ask at the same time share one call. */
export function readSecurityOnce(api: Client): Promise<AnswerOf<'readSecurity'>> {
  const pending = underWay.get(api)
  if (pending !== undefined) return pending
  const asked = api('readSecurity', {}).finally(() => underWay.delete(api))
  underWay.set(api, asked)
  return asked
}
