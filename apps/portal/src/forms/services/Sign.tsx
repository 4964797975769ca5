import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import type { CSSProperties } from 'react'
import { Mark } from './Mark.tsx'

/** The sign of a service in a line of text, as Connections draw it. */
export function Sign({
  of,
  size = '1.75rem',
}: {
  readonly of: IdentityProviderName
  readonly size?: string
}) {
  return (
    <span style={{ '--mark': size } as CSSProperties}>
      <Mark of={of} image="" isLinked={false} />
    </span>
  )
}
