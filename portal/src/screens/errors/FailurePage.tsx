import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Apology } from '../../ui/Apology.tsx'
import { usePortal } from '../../session/portal.ts'
import { Button } from '../../ui/Button.tsx'

/** What an error page says, and the ways on: what failed once more, Home, and back. */
export function FailurePage({ children }: { readonly children: ReactNode }) {
  const { history } = useRouter()
  const { retry } = usePortal().visit.notes
  return (
    <Apology
      reason={children}
      retry={
        retry !== '' && (
          <Button onClick={() => history.push(retry)}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
      beside={
        history.canGoBack() && (
          <Button look="quiet" onClick={() => history.back()}>
            <Trans>Go back</Trans>
          </Button>
        )
      }
    />
  )
}
