import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { LinkButton } from './LinkButton.tsx'
import styles from './ErrorMessage.module.css'

interface Props {
  /** What is known of why. */
  readonly reason: ReactNode
  /** The way to try again; without one Home is the first. */
  readonly retry?: ReactNode
  /** Another way, after Home. */
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/** What stands in place of a page that cannot be shown: sorry, why, and the ways on. */
export function ErrorMessage({ reason, retry, beside, children }: Props) {
  return (
    <>
      <h1>
        <Trans>Ooops, something went wrong.</Trans>
      </h1>
      {reason && <p className={styles.reason}>{reason}</p>}
      <div className={styles.ways}>
        {retry}
        <LinkButton href={paths.home} look={retry ? 'secondary' : 'primary'}>
          <Trans>Return to Home</Trans>
        </LinkButton>
        {beside}
      </div>
      {children}
    </>
  )
}
