import { CallError } from '@gatehouse/client/client'
import type { Configuration } from '@gatehouse/contract/configuration'
import { readErrorItems } from '@gatehouse/contract/errorItems'
import { oneClickBody, unsubscribeUrl } from '@gatehouse/contract/unsubscribe'

/**
 * Sends what a mail program's one-click button sends: it needs no key and no session, the token alone
 * says who leaves which list. Rejects with a CallError.
 */
export async function unsubscribe({ AccountApiUrl }: Configuration, token: string): Promise<void> {
  const response = await fetch(unsubscribeUrl(AccountApiUrl.replace(/\/+$/, ''), token), {
    method: 'POST',
    body: new URLSearchParams(oneClickBody),
    cache: 'no-store',
  }).catch(() => null)
  if (response?.ok) return
  const answer: unknown = response?.status === 400 ? await response.json().catch(() => null) : null
  const items = readErrorItems(answer)
  const body = items === null ? null : { ErrorMessages: items }
  throw new CallError(response?.status ?? 0, body)
}
