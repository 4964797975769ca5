import { calls } from '@gatehouse/contract/calls'

/**
 * True if our own host answers now. The browser's view of its network does not count: a network may
 * lead nowhere.
 */
export async function isReachable(): Promise<boolean> {
  const asked = fetch(calls.runtimeConfiguration.path, {
    cache: 'no-store',
    signal: AbortSignal.timeout(10_000),
  })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}
