import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { trustedMessage } from '../../locales/trustedMessage.ts'
import { usePortal } from '../../session/portal.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './ErrorPages.module.css'

export function ErrorPage() {
  return (
    <Page>
      <Trans>We could not reach our servers. Please check your connection and try again.</Trans>
    </Page>
  )
}

/** Shows the message of its query where it is one of ours. */
export function BadRequestError() {
  const { message: reason = '' } = useSearch({ strict: false }) as { message?: string }
  return <Page>{trustedMessage(reason)}</Page>
}

export function InternalError() {
  return (
    <Page>
      <Trans>The fault is ours. Please try again in a moment.</Trans>
    </Page>
  )
}

export function NotFoundError() {
  return (
    <Page>
      <Trans>There is nothing at this address.</Trans>
    </Page>
  )
}

function Page({ children }: { readonly children: ReactNode }) {
  const { history } = useRouter()
  const { retry } = usePortal().visit.notes
  return (
    <>
      <h1>
        <Trans>Ooops, something went wrong.</Trans>
      </h1>
      {children && <p className={styles.reason}>{children}</p>}
      <div className={styles.ways}>
        {retry !== '' && (
          <LinkButton to={retry}>
            <Trans>Try again</Trans>
          </LinkButton>
        )}
        <LinkButton href={paths.home} look={retry === '' ? 'primary' : 'secondary'}>
          <Trans>Return to Home</Trans>
        </LinkButton>
        {history.canGoBack() && (
          <Button look="quiet" onClick={() => history.back()}>
            <Trans>Go back</Trans>
          </Button>
        )}
      </div>
    </>
  )
}
