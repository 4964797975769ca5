import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { Read } from './useRead.ts'

interface Props<T> {
  readonly read: Read<T>
  readonly children: (value: T) => ReactNode
}

/** What was read, its shape until it has come, or another try where it did not. */
export function Loaded<T>({ read, children }: Props<T>) {
  if (read.value !== null) return children(read.value)
  if (!read.hasFailed) return <Skeleton />
  return (
    <Notice>
      <p>
        <Trans>This could not be loaded.</Trans>
      </p>
      <Button look="secondary" onClick={read.retry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
