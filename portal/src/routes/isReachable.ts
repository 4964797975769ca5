import { calls } from '@gatehouse/contract/calls'

/**
 * Whether our own host answers just now. What the browser says of its network is not asked: a
 * network may lead nowhere.
 */
export async function isReachable(): Promise<boolean> {
  const asked = fetch(calls.runtimeConfiguration.path, { cache: 'no-store' })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}
