import { useLingui } from '@lingui/react/macro'
import type { Identification } from '@gatehouse/contract/entities'
import { useId } from 'react'
import { AccountName } from '../../forms/fields/AccountName.tsx'
import { PasswordField } from '../../forms/fields/PasswordField.tsx'
import { usePortal } from '../../context/portal.ts'
import { useWording } from '../../context/useWording.ts'
import { wordings } from '../../context/wording.ts'
import { Identity } from '../../forms/identity/Identity.tsx'
import { LoginForm, useLogIn } from './LoginForm.tsx'

interface Props {
  readonly identified: Identification
  readonly onStartOver: () => void
}

/** Step two of an account with a password. */
export function PasswordStep({ identified, onStartOver }: Props) {
  const { t } = useLingui()
  const word = useWording()
  const id = useId()
  const { logIn } = usePortal()
  const send = useLogIn()
  return (
    <>
      <h1>{t`Welcome back`}</h1>
      <Identity id={id} identified={identified} onStartOver={onStartOver} />
      <LoginForm
        name="login-password"
        submitLabel={word(wordings.logIn)}
        onSubmit={({ values, api }) => send(api, logIn.username, values.text('Password'))}
      >
        <AccountName username={logIn.username} />
        <PasswordField
          name="Password"
          label={t`Password`}
          describedBy={id}
          autoComplete="current-password"
          enterKeyHint="go"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the player asked for this step
          autoFocus
        />
      </LoginForm>
    </>
  )
}
