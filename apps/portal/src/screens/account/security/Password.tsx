import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal, useSettings } from '../../../context/portal.ts'
import { dateIn } from '../../../i18n/formats.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { Button } from '@gatehouse/ui/Button'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { readAgain } from '../../../ui/readAgain.ts'
import { ConfirmRemoval } from './ConfirmRemoval.tsx'
import type { OverviewProps } from './overview.ts'
import { Section } from './Section.tsx'

/** The section of the password: its age, another one, and an account without one. */
export function Password({ overview, change, endOthers, reload }: OverviewProps) {
  const { HasPassword: hasPassword, PasswordSetAt: set, Passkeys } = overview
  const { t, i18n } = useLingui()
  const { rules } = useSettings()
  const { session } = usePortal()
  const notify = useNotify()
  const { withReauthentication, dialog } = useReauthentication()
  const [isRemoving, setRemoving] = useState(false)
  const close = () => setRemoving(false)
  const day = set === null ? null : dateIn(i18n.locale, set, { dateStyle: 'long' })

  async function remove() {
    await withReauthentication(() => session.api('removePassword', { body: {} }))
    change(() => ({ HasPassword: false }))
    endOthers()
    void readAgain(reload)
    close()
    notify(() => t`Your password is removed.`)
  }

  return (
    <Section title={<Trans>Password</Trans>}>
      {!hasPassword && (
        <>
          <p>{t`You log in without a password.`}</p>
          <LinkButton to={paths.resetPassword} look="secondary">{t`Set a password`}</LinkButton>
        </>
      )}
      {hasPassword && (
        <>
          {day !== null && <p>{t`Last changed ${day}`}</p>}
          <div className="acts near">
            <LinkButton to={paths.resetPassword} look="secondary">
              <Trans context="a password">Change</Trans>
            </LinkButton>
            {/* Without one it would be refused. */}
            {rules.offersStrongSignIn && Passkeys.length > 0 && (
              <Button look="quiet" onClick={() => setRemoving(true)}>
                <Trans>Remove the password</Trans>
              </Button>
            )}
          </div>
        </>
      )}
      {isRemoving && (
        <ConfirmRemoval
          title={<Trans>Remove your password?</Trans>}
          form="password-removal"
          label={<Trans>Remove the password</Trans>}
          onConfirm={remove}
          onCancel={close}
        >
          <p>
            <Trans>
              You log in with your passkeys from then on. We log you out everywhere else.
            </Trans>
          </p>
        </ConfirmRemoval>
      )}
      {dialog}
    </Section>
  )
}
