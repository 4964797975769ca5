import { localStore } from '../storage/localStore.ts'

const isTracking = (name: string) => /^(utm_\w{1,20}|gclid|fbclid)$/.test(name)
/** Click ids of advertisers have some hundreds; what is longer is cut. */
const longest = 1024

/** Keeps the marketing parameters of the query that the page was loaded with, if it has any. */
export function keepTracking(query: URLSearchParams): void {
  const given = [...query]
    .filter(([name]) => isTracking(name))
    .map(([name, value]) => [name, value.slice(0, longest)])
  if (given.length > 0) localStore.keep('tracking', new URLSearchParams(given).toString())
}

/** The URL with the kept marketing parameters; those that it already has stay as they are. */
export function withTracking(url: string): string {
  const tracked = new URL(url)
  for (const [name, value] of new URLSearchParams(localStore.read('tracking'))) {
    if (!tracked.searchParams.has(name)) tracked.searchParams.append(name, value)
  }
  return tracked.href
}
