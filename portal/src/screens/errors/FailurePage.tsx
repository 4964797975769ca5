import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useRouter } from '../../routing/router.ts'
import { Apology } from '../../ui/Apology.tsx'
import { usePortal } from '../../session/portal.ts'
import { Button } from '../../ui/Button.tsx'

/** What an error page says, and the ways on: what failed once more, Home, and back. */
export function FailurePage({ children }: { readonly children: ReactNode }) {
  const { history, navigate } = useRouter()
  const { retry } = usePortal().visit.notes
  return (
    <Apology
      reason={children}
      retry={
        retry !== '' && (
          <Button onClick={() => void navigate(retry)}>
            <Trans>Try again</Trans>
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
