const isTracking = (name: string) => /^(utm_\w{1,20}|gclid|fbclid)$/.test(name)
/** Click ids of advertisers have some hundreds; what is longer is cut. */
const longest = 1024

/** The marketing parameters of a query; '' for none. */
export function trackingOf(query: URLSearchParams): string {
  const given = [...query]
    .filter(([name]) => isTracking(name))
    .map(([name, value]) => [name, value.slice(0, longest)])
  return new URLSearchParams(given).toString()
}
