import { Trans } from '@lingui/react/macro'
import { useSession } from '../../context/portal.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordForm } from './PasswordForm.tsx'

interface Props {
  readonly onProven: () => void
  readonly onCancel: () => void
  /** The check could not be made at all. */
  readonly onFailure: (error: unknown) => void
}

/** Asks a signed-in player for the password again. */
export function Reauthentication({ onProven, onCancel, onFailure }: Props) {
  const { user } = useSession()
  if (user === null) return null
  return (
    <Dialog title={<Trans>Is it still you?</Trans>} onCancel={onCancel}>
      <p>
        <Trans>You logged in a while ago. Please enter your password to go on.</Trans>
      </p>
      <PasswordForm
        name="reauthentication"
        user={user}
        beside={
          <Button look="quiet" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        }
        onConfirm={onProven}
        onFailure={onFailure}
      />
    </Dialog>
  )
}
