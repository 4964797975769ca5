import { Plural, Trans } from '@lingui/react/macro'
import { ageOf } from '@gatehouse/contract/display'
import { useEffect, useState } from 'react'

/** How long ago a linked account was last looked at; nothing when it never was. */
export function SyncAge({ at }: { readonly at: string | null }) {
  const age = ageOf(at, useNow())
  if (age === null) return null
  const { count } = age
  const words = {
    second: <Plural value={count} one="# second" other="# seconds" />,
    minute: <Plural value={count} one="# minute" other="# minutes" />,
    hour: <Plural value={count} one="# hour" other="# hours" />,
    day: <Plural value={count} one="# day" other="# days" />,
  }[age.unit]
  return (
    <time dateTime={at ?? ''}>
      <Trans>Synced {words} ago</Trans>
    </time>
  )
}

/** The present moment, a second at a time. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(clock)
  }, [])
  return now
}
