import { Plural, Trans } from '@lingui/react/macro'
import { ageOf } from '@gatehouse/contract/display'
import { useNow } from './useNow.ts'

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
