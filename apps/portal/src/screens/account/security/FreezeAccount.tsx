import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useActions } from '../../../forms/submit/useActions.ts'
import { Button } from '@gatehouse/ui/Button'
import { CancelButton } from '../../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../../ui/DialogWithMessages.tsx'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Link } from '../../../router/Link.tsx'
import { Section } from './Section.tsx'
import { useFreeze } from './useFreeze.ts'

/** The way to close the account to everybody, at once. */
export function FreezeAccount() {
  const { t } = useLingui()
  const freeze = useFreeze()
  const [isOpen, open] = useState(false)
  const { isBusy, errorsOf, act } = useActions<'freeze'>()

  return (
    <Section title={<Trans>Emergency</Trans>} mark="danger">
      <p>
        {t`Somebody else is in your account?`}{' '}
        <Link to={paths.takeover}>{t`What we would do if somebody took this account`}</Link>
      </p>
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
            <Button look="danger" isBusy={isBusy('freeze')} onClick={() => act('freeze', freeze)}>
              <Trans>Freeze now</Trans>
            </Button>
            <CancelButton onClick={() => open(false)} />
          </div>
        </DialogWithMessages>
      )}
    </Section>
  )
}
