import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '@gatehouse/ui/Button'
import type { Loadable } from '../../../ui/useLoaded.ts'
import { Notice } from '@gatehouse/ui/Notice'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

interface Props<T> {
  readonly part: Loadable<T>
  readonly children: (value: T) => ReactNode
}

/** A part that was loaded, its shape until it has come, or another try where it did not. */
export function Loaded<T>({ part, children }: Props<T>) {
  const { t } = useLingui()
  if (part.value !== null) return children(part.value)
  if (part.isAbsent) return null
  if (!part.hasFailed) return <Skeleton />
  return (
    <Notice>
      <p>{t`This could not be loaded.`}</p>
      <Button look="secondary" onClick={part.retry}>{t`Try again`}</Button>
    </Notice>
  )
}
