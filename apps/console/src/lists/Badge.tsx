import { decisionsIn, type Place, useMe } from '../api/useMe.ts'

/** The number of requests of a place that wait for this person; nothing where none does. */
export function Badge({ of: place }: { readonly of: Place }) {
  const count = decisionsIn(useMe(), place)
  if (count === 0) return null
  return (
    <span className="badge">
      {count}
      <span className="unseen"> for you to decide</span>
    </span>
  )
}
