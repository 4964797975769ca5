import { mailOutcome } from '../../../context/mailOutcome.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { forgetPlayer } from '../../../context/forgetPlayer.ts'
import { usePortal } from '../../../context/portal.ts'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Section } from './Section.tsx'

/** The way to close the account to everybody, at once. */
export function FreezeAccount() {
  const { t } = useLingui()
  const portal = usePortal()
  const { session, returnTo, go } = portal
  const [isOpen, open] = useState(false)
  const { isBusy, errorsOf, act } = useActions<'freeze'>()

  function freeze() {
    act('freeze', async () => {
      await session.api('freeze', { body: {} })
      const Email = maskEmail(session.read().user?.Email ?? '')
      session.end()
      forgetPlayer(portal)
      returnTo.forget()
      mailOutcome.freeze({ Email })
      go(paths.accountFrozen, { replace: true })
    })
  }

  return (
    <Section title={<Trans>Emergency</Trans>} mark="danger">
      <p>{t`Somebody else is in your account?`}</p>
      <Button look="danger" aria-haspopup="dialog" onClick={() => open(true)}>
        <Trans>Freeze my account</Trans>
      </Button>
      {isOpen && (
        <DialogWithMessages
          title={<Trans>Freeze your account?</Trans>}
          onCancel={() => open(false)}
        >
          <p>
            <Trans>
              You are logged out everywhere, here and at every site. Your account stays shut until
              you follow the link that we send to your email address.
            </Trans>
          </p>
          <ActionErrors errors={errorsOf('freeze')} />
          <div className="acts">
            <Button look="danger" isBusy={isBusy('freeze')} onClick={freeze}>
              <Trans>Freeze now</Trans>
            </Button>
            <CancelButton onClick={() => open(false)} />
          </div>
        </DialogWithMessages>
      )}
    </Section>
  )
}
