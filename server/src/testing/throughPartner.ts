import type { PartnerSsoInfo } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import type { TestVisitor } from './testVisitor.ts'

/* The way through a partner's pages as a browser goes it: away, there as somebody, and back. */

export type PartnerQuery = Readonly<Record<string, string>>

const nowhere = { ClientId: '', RedirectUrl: '' }

/** Asks for the partner's log-in page by the call that the deployment's rules name. */
export function leaveForLogin(visitor: TestVisitor, body = nowhere): Promise<string> {
  const { rules, configuration } = visitor.deployment
  const call = rules.partnerLoginUrlCall
  if (call !== 'partnerLoginUrl') return visitor.call(call, { body })
  return visitor.call(call, { path: { partner: configuration.PartnerName }, body })
}

/**
 * Is somebody on the partner's pages: an address or a subject, or `cancel`. Answers the query with
 * which the partner sends the browser back.
 */
export async function visitPartner(url: string, user: string): Promise<PartnerQuery> {
  const jar = new Map([['standin_user', encodeURIComponent(user)]])
  let address = new URL(url)
  while (address.pathname !== paths.partnerCallback) {
    // oxlint-disable-next-line no-await-in-loop -- each page is where the one before it leads
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${address.href}: ${response.status}`)
    address = new URL(location, address)
  }
  return Object.fromEntries(address.searchParams)
}

/** Comes back to the portal, by the call that the deployment's rules name. */
export function comeBack(visitor: TestVisitor, query: PartnerQuery): Promise<PartnerSsoInfo> {
  return visitor.call(visitor.deployment.rules.partnerCallbackCall, { query })
}

/** Comes back and is refused: status and items. */
export function comeBackRefused(visitor: TestVisitor, query: PartnerQuery) {
  return visitor.refused(visitor.deployment.rules.partnerCallbackCall, { query })
}

/** The whole way, as somebody. */
export async function goThroughPartner(
  visitor: TestVisitor,
  user: string,
): Promise<PartnerSsoInfo> {
  return comeBack(visitor, await visitPartner(await leaveForLogin(visitor), user))
}

/** The whole way as somebody who has an account, to the session. */
export async function logInThroughPartner(visitor: TestVisitor, user: string): Promise<void> {
  const { Created } = await goThroughPartner(visitor, user)
  if (Created === null) throw new Error(`${user} has no account.`)
  visitor.identity = Created
  await visitor.readToken()
}
