import { createClient } from '@gatehouse/client/client'
import { openConfiguration } from '@gatehouse/contract/configuration'
import { fetchByHost } from '../platform/fetchByHost.ts'

/** The owner of a portal's accounts, from its runtime configuration. */
export interface Accounts {
  readonly studio: string
  /** The address of the players' account. */
  readonly address: string
}

/**
 * Asks a portal for the owner of its accounts. Null while it is down, or conceals its
 * configuration.
 */
export async function accountsOf(portal: string): Promise<Accounts | null> {
  const call = createClient({
    apiUrl: `${portal}/api`,
    // The call needs no key, because its answer brings the key.
    apiKey: '',
    bearer: () => null,
    fetch: (path, init) =>
      fetchByHost(new URL(path instanceof Request ? path.url : path, portal), init),
  })
  try {
    const envelope = await call('runtimeConfiguration', {})
    const { RegisterStudioName, AccountUrl } = await openConfiguration(envelope, '')
    return { studio: RegisterStudioName, address: AccountUrl }
  } catch {
    return null
  }
}
