import { Button } from '@gatehouse/ui/Button'
import { Notice } from '@gatehouse/ui/Notice'
import type { ReactNode } from 'react'
import { RefusalError } from '../api/call.ts'

/* The states of a part of a screen besides its content. */

/** The shape of what is on its way; its sheet keeps it unseen for the first 300 ms. */
export function Skeleton() {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading</span>
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}

interface EmptyProps {
  readonly title: string
  /** Why, and what to do next. */
  readonly children: ReactNode
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      <div>{children}</div>
    </div>
  )
}

interface RefusalProps {
  readonly error: unknown
  readonly words?: string | undefined
  readonly onTryAgain?: () => void
}

/** A refusal in its own words, with the code that a colleague asks for. */
export function RefusalNotice({ error, words, onTryAgain }: RefusalProps) {
  const isRefusal = error instanceof RefusalError
  return (
    <Notice>
      <p>{words ?? (isRefusal ? error.message : 'Something went wrong in this page.')}</p>
      {isRefusal && <p className="code">{error.code}</p>}
      {onTryAgain !== undefined && (
        <Button look="secondary" onClick={onTryAgain}>
          Try again
        </Button>
      )}
    </Notice>
  )
}

interface Loading<Data> {
  readonly data: Data | undefined
  readonly error: unknown
  readonly isFetching: boolean
  /** True while the answer to an earlier question stands in. */
  readonly isPlaceholderData: boolean
  refetch(): unknown
}

interface LoadedProps<Data> {
  readonly from: Loading<Data>
  readonly children: (data: Data) => ReactNode
}

/** The content that was loaded. A failure stands above it, and takes nothing away. */
export function Loaded<Data>({ from, children }: LoadedProps<Data>) {
  const { data, error, isFetching, isPlaceholderData } = from
  return (
    <div aria-busy={isFetching && (data === undefined || isPlaceholderData)}>
      {error !== null && (data !== undefined || !isFetching) && (
        <RefusalNotice error={error} onTryAgain={() => void from.refetch()} />
      )}
      {data === undefined ? isFetching && <Skeleton /> : children(data)}
    </div>
  )
}
