import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useId, useState } from 'react'
import '../../../i18n/factorWords.ts'
import { usePortal, useSession } from '../../../context/portal.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { isPartnerAccount } from '../../../partner-login/isPartnerAccount.ts'
import { Button } from '../../../ui/Button.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { ConfirmRemoval } from './ConfirmRemoval.tsx'
import styles from './Passkeys.module.css'

/** The section of the password: its age, another one, and an account without one. */
export function Password() {
  const { rules } = usePortal()
  const { user } = useSession()
  if (!rules.offersStrongSignIn || user === null || isPartnerAccount(user, rules)) return null
  return <OwnPassword />
}

function OwnPassword() {
  const id = useId()
  const { t, i18n } = useLingui()
  const { session, fail, say } = usePortal()
  const { withReauthentication, dialog } = useReauthentication()
  const [isRemoving, setRemoving] = useState(false)
  const [answer, change] = useLoaded(
    () => session.api('listPasskeys', {}),
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  const close = () => setRemoving(false)
  const set = answer?.PasswordSetAt ?? null
  const day = set === null ? null : i18n.date(set, { dateStyle: 'long' })

  async function remove() {
    await withReauthentication(() => session.api('removePassword', { body: {} }))
    change((before) => ({ ...before, HasPassword: false }))
    close()
    say(t`Your password is removed.`)
  }

  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>
        <Trans>Password</Trans>
      </h2>
      {answer === null && <Skeleton />}
      {answer?.HasPassword === false && (
        <>
          <p>
            <Trans>You sign in without a password.</Trans>
          </p>
          <LinkButton to={paths.resetPassword} look="secondary">
            <Trans>Set a password</Trans>
          </LinkButton>
        </>
      )}
      {answer?.HasPassword === true && (
        <>
          {day !== null && (
            <p>
              <Trans>Last changed {day}</Trans>
            </p>
          )}
          <div className={styles.buttons}>
            <LinkButton to={paths.resetPassword} look="secondary">
              <Trans context="a password">Change</Trans>
            </LinkButton>
            <Button look="quiet" onClick={() => setRemoving(true)}>
              <Trans>Remove the password</Trans>
            </Button>
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
              You sign in with your passkeys from then on. We log you out everywhere else.
            </Trans>
          </p>
        </ConfirmRemoval>
      )}
      {dialog}
    </section>
  )
}
