import { createClient } from '@gatehouse/client/client'
import { openConfiguration } from '@gatehouse/contract/configuration'
import { fetchByHost } from './fetchByHost.ts'

/** Whose accounts a portal has, as its runtime configuration says. */
export interface Accounts {
  readonly studio: string
  /** Where players have their account. */
  readonly address: string
}

/** Asks a portal whose accounts it has; null while it is down, or conceals its configuration. */
export async function accountsOf(portal: string): Promise<Accounts | null> {
  const call = createClient({
    apiUrl: `${portal}/api`,
    // Anyone may ask: it is the configuration that brings the key.
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
