import { Trans, useLingui } from '@lingui/react/macro'
import { ageOf } from '@gatehouse/contract/dates'
import { useEffect, useState } from 'react'
import { agoIn } from '../../i18n/formats.ts'

/** How long ago a linked account was last looked at; nothing when it never was. */
export function SyncAge({ at }: { readonly at: string | null }) {
  const { i18n } = useLingui()
  const age = ageOf(at, useNow())
  if (age === null) return null
  const ago = agoIn(i18n.locale, age)
  return (
    // A page that was rendered ahead is a second old.
    <time dateTime={at ?? ''} suppressHydrationWarning>
      <Trans>Synced {ago}</Trans>
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
