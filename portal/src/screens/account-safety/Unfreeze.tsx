import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { usePortal } from '../../context/portal.ts'
import { AccountName } from '../../forms/fields/AccountName.tsx'
import { NewPasswordFields } from '../../forms/fields/NewPasswordFields.tsx'
import { useNewPasswordErrors } from '../../forms/fields/useNewPasswordErrors.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { FormError } from '../../forms/submit/FormError.ts'
import { requireFilled } from '../../forms/submit/requireFilled.ts'
import { NumberField } from './NumberField.tsx'
import { useSecondFactor } from './useSecondFactor.tsx'

interface Props {
  readonly token: string
  readonly link: AnswerOf<'readSafetyLink'>
}

/** Opens a frozen account, with a new password where it has one, and its second factor. */
export function Unfreeze({ token, link }: Props) {
  const { t } = useLingui()
  const { say, go } = usePortal()
  const errorsOf = useNewPasswordErrors()
  const { Username: username, NeedsNumber, NeedsPassword, Ways } = link
  const { fields, give } = useSecondFactor(token, Ways)
  return (
    <>
      <h1>
        <Trans>Get back into your account</Trans>
      </h1>
      <p>
        <Trans>{username}, your account is frozen. Open it again when you are ready.</Trans>
      </p>
      <Form
        name="safety-unfreeze"
        submitLabel={<Trans>Open my account</Trans>}
        onSubmit={async ({ values, api }) => {
          if (NeedsPassword) requireFilled(values, 'Password', 'ConfirmPassword')
          const Password = NeedsPassword ? values.text('Password') : ''
          const errors = NeedsPassword ? errorsOf(Password) : []
          if (errors.length > 0) throw new FormError(...errors)
          const factor = await give(values)
          await api('actOnSafetyLink', {
            body: {
              Link: token,
              Act: 'unfreeze',
              Number: NeedsNumber ? values.text('Number') : '',
              Password,
              Confirm: NeedsPassword ? values.text('ConfirmPassword') : '',
              ...factor,
            },
          })
          say(t`Your account is open again. You can log in now.`)
          go(paths.login, { replace: true })
        }}
      >
        {NeedsNumber && <NumberField />}
        {NeedsPassword && (
          <>
            <AccountName username={username} />
            <NewPasswordFields label={t`New password`} username={username} email="" />
          </>
        )}
        {fields}
      </Form>
    </>
  )
}
