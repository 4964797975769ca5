import styles from './AccountFrozen.module.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useNotify } from '../../context/Place.tsx'
import { usePortal } from '../../context/portal.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { AccountName } from '../../forms/fields/AccountName.tsx'
import { NewPasswordFields } from '../../forms/fields/NewPasswordField.tsx'
import { useNewPasswordErrors } from '../../forms/fields/useNewPasswordErrors.ts'
import { FormError } from '../../forms/submit/FormError.ts'
import { requireFilled } from '../../forms/submit/requireFilled.ts'
import { Link } from '../../router/Link.tsx'
import { type LinkProps, NumberField, useSecondFactor } from './proofs.tsx'

/** Opens a frozen account, with a new password where it has one, and its second factor. */
export function Unfreeze({ token, link }: LinkProps) {
  const { t } = useLingui()
  const { go, enter, logIn } = usePortal()
  const notify = useNotify()
  const errorsOf = useNewPasswordErrors()
  const { Username: username, NeedsNumber, NeedsPassword, Ways } = link
  const { takesPasskey, fields, give } = useSecondFactor(token, Ways)

  /**
   * Into the account where the proofs were worth a log-in, else to the log-in with its name filled
   * in.
   */
  async function goOn(created: string | undefined) {
    logIn.begin(username)
    if (created !== undefined) {
      notify(() => t`Your account is open again. You are logged in.`)
      // The link is of no client.
      const entered = await enter(created, '').then(
        () => true,
        () => false,
      )
      if (entered) return
    }
    logIn.explain({ kind: 'opened' })
    go(paths.login, { replace: true })
  }

  return (
    // In frost until it opens.
    <div className={`stack ${styles.frozen}`}>
      <h1>{t`Get back into your account`}</h1>
      <p>{t`${username}, your account is frozen. Open it again when you are ready.`}</p>
      <Form
        name="safety-unfreeze"
        submitLabel={
          takesPasskey ? <Trans>Open it with my passkey</Trans> : <Trans>Open my account</Trans>
        }
        onSubmit={async ({ values, api }) => {
          if (NeedsPassword) requireFilled(values, 'Password', 'ConfirmPassword')
          const Password = NeedsPassword ? values.text('Password') : ''
          const errors = NeedsPassword ? errorsOf(Password) : []
          if (errors.length > 0) throw new FormError(...errors)
          const factor = await give(values)
          const { Created } = await api('actOnSafetyLink', {
            body: {
              Link: token,
              Act: 'unfreeze',
              Number: NeedsNumber ? values.text('Number') : '',
              Password,
              Confirm: NeedsPassword ? values.text('ConfirmPassword') : '',
              ...factor,
            },
          })
          await goOn(Created)
        }}
      >
        {NeedsNumber && <NumberField />}
        {NeedsPassword && (
          <>
            <AccountName username={username} />
            <NewPasswordFields
              isFirst={!NeedsNumber}
              label={t`New password`}
              username={username}
              email=""
            />
          </>
        )}
        {fields}
      </Form>
      {Ways.length > 0 && (
        <p>
          <Link to={paths.recoverAccount}>{t`I have lost all of these`}</Link>
        </p>
      )}
    </div>
  )
}
