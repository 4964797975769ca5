import { Trans } from '@lingui/react/macro'
import { type Path, paths } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { useRouter } from '../../router/router.ts'
import { ErrorMessage } from '../../ui/ErrorMessage.tsx'
import { usePortal } from '../../context/portal.ts'
import { Button } from '../../ui/Button.tsx'

/** Where another try of a dead mail link begins: with another mail. */
const newLinkPaths: ReadonlySet<string> = new Set<Path>([paths.confirmEmailSend, paths.updateEmail])

/** What an error page says, and the ways on: what failed once more, Home, and back. */
export function FailurePage({ children }: { readonly children: ReactNode }) {
  const { history, navigate } = useRouter()
  const { retry } = usePortal().pageState.current
  return (
    <ErrorMessage
      reason={children}
      retry={
        retry !== '' && (
          <Button onClick={() => void navigate(retry)}>
            {newLinkPaths.has(retry) ? <Trans>Send a new link</Trans> : <Trans>Try again</Trans>}
          </Button>
        )
      }
      beside={
        history.read().index > 0 && (
          <Button look="quiet" onClick={() => history.back()}>
            <Trans>Go back</Trans>
          </Button>
        )
      }
    />
  )
}
