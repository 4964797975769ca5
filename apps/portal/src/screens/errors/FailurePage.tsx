import { Trans, useLingui } from '@lingui/react/macro'
import { type Path, paths } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { useRouter } from '../../router/router.ts'
import { ErrorMessage } from './ErrorMessage.tsx'
import { usePortal, useSettings } from '../../context/portal.ts'
import { Drawing } from '../../ui/feedback/Drawing.tsx'
import { OfferedSupportCode } from '../../forms/submit/OfferedSupportCode.tsx'
import { Button } from '@gatehouse/ui/Button'

interface Props {
  /** Those of our own screens. */
  readonly heading?: string | undefined
  readonly drawing?: ReactNode
  /** A message that came with the address; '' without one. */
  readonly message?: string
  /** Help for a player who is locked out. */
  readonly help?: ReactNode
  readonly children: ReactNode
}

/** Where another try of a dead mail link begins: with another mail. */
const newLinkPaths: ReadonlySet<string> = new Set<Path>([paths.confirmEmailSend, paths.updateEmail])

/** The text of an error page, and the ways on: another try, Home, and back. */
export function FailurePage({ heading, drawing, message = '', help, children }: Props) {
  const { t } = useLingui()
  const { history } = useRouter()
  const { failure, go } = usePortal()
  const { retry, isRetryBehind, supportNote } = failure.read()
  return (
    <ErrorMessage
      heading={heading}
      drawing={drawing}
      reason={children}
      message={message}
      help={help}
      retry={
        retry !== '' && (
          <Button onClick={() => (isRetryBehind ? history.back() : go(retry, { replace: true }))}>
            {newLinkPaths.has(retry) ? <Trans>Send a new link</Trans> : <Trans>Try again</Trans>}
          </Button>
        )
      }
      beside={
        history.read().index > 0 && (
          <Button look="quiet" onClick={() => history.back()}>{t`Go back`}</Button>
        )
      }
    >
      {supportNote && <OfferedSupportCode {...supportNote} />}
    </ErrorMessage>
  )
}

/** Fetched ahead by every page. */
export function ErrorPage() {
  const { t } = useLingui()
  const { goesBeyondSpecification } = useSettings().rules
  return (
    <FailurePage
      {...(goesBeyondSpecification && {
        heading: t`There is no connection.`,
        drawing: <Drawing name="bridge" />,
      })}
    >
      <Trans>We could not reach our servers. Please try again in a moment.</Trans>
    </FailurePage>
  )
}
