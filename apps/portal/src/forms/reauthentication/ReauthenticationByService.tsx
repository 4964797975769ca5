import { Trans, useLingui } from '@lingui/react/macro'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import { Button } from '@gatehouse/ui/Button'
import { usePortal } from '../../context/portal.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../ui/DialogWithMessages.tsx'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import formStyles from '../submit/Form.module.css'
import { useActions } from '../submit/useActions.ts'
import { proveAtService } from '../services/logInAtService.ts'

interface Props {
  readonly onCancel: () => void
  /** The ways cannot be asked for at all. */
  readonly onFailure: (error: unknown) => void
}

/** Sends a player who has no password, passkey or app to a service, and back to this screen. */
export function ReauthenticationByService({ onCancel, onFailure }: Props) {
  const { t } = useLingui()
  const portal = usePortal()
  const { isBusy, errorsOf, act } = useActions<IdentityProviderName>()
  const { value } = useLoaded(() => portal.session.api('proofOptions', { body: {} }), onFailure)
  const services = value?.Services ?? []
  return (
    <DialogWithMessages title={<Trans>Is it still you?</Trans>} onCancel={onCancel}>
      {value === null && <Skeleton />}
      {value !== null && (
        <p>
          {services.length === 0
            ? t`Log out, then log in again to go on.`
            : t`You logged in a while ago. Let the service confirm you again. Then you come back to this page.`}
        </p>
      )}
      {services.map((service) => {
        const title = signInTitleOf(service)
        return (
          <div key={service} className={`acts ${formStyles.actions}`}>
            <Button
              isBusy={isBusy(service)}
              onClick={() => act(service, () => proveAtService(portal, service))}
            >{t`Confirm with ${title}`}</Button>
            <ActionErrors errors={errorsOf(service)} />
          </div>
        )
      })}
      <div className="acts">
        <CancelButton onClick={onCancel} />
      </div>
    </DialogWithMessages>
  )
}
