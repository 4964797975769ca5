import { useLingui } from '@lingui/react/macro'
import type { Client } from '@gatehouse/client/client'
import type { Identification } from '@gatehouse/contract/entities'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { useState } from 'react'
import { PasswordField } from '../../forms/fields/PasswordField.tsx'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { usePortal } from '../../context/portal.ts'
import { useWording } from '../../context/useWording.ts'
import { wordings } from '../../context/wording.ts'
import { byPartner, useIdentify } from '../../forms/identity/useIdentify.ts'
import { LoginForm, useLogIn } from './LoginForm.tsx'
import { NameField } from './NameField.tsx'
import { PartnerBeside } from './PartnerBeside.tsx'

interface Props {
  /** The player came back from the partner's step: the field is waiting for another name. */
  readonly isRepeated: boolean
  /** Shows the step of an account that its partner authenticates. */
  readonly onIdentify: (identified: Identification) => Promise<void>
}

/**
 * Name and password at once. An account of a partner has no password here: its log-in is refused, and
 * the partner's step follows.
 */
export function OneStep({ isRepeated, onIdentify }: Props) {
  const { t } = useLingui()
  const word = useWording()
  const { logIn } = usePortal()
  const send = useLogIn()
  const find = useIdentify()
  const [beside, setBeside] = useState<Identification | null>(null)

  async function connect(api: Client, name: string, password: string) {
    try {
      await send(api, name, password)
    } catch (error) {
      const identified = await partnerAccountOf(api, name, error)
      if (identified?.AuthType === byPartner) return onIdentify(identified)
      setBeside(identified)
      throw error
    }
  }

  async function partnerAccountOf(
    api: Client,
    name: string,
    error: unknown,
  ): Promise<Identification | null> {
    let identified: Identification | null = null
    if (isRefusedAs(error, 'ERROR_NOT_ALLOWED')) identified = await find(api, name)
    // A deployment that hides which accounts exist refuses a partner's account like a wrong password.
    if (isRefusedAs(error, 'ERROR_USERNAME_PASSWORD_INCORRECT')) {
      identified = await find(api, name).catch(() => null)
    }
    return identified
  }

  return (
    <>
      <h1>{t`Log in`}</h1>
      <LoginForm
        name="login"
        draft="until-entered"
        submitLabel={word(wordings.logIn)}
        onSubmit={({ values, api }) => {
          const name = values.text('UsernameOrEmail')
          logIn.begin(name)
          return connect(api, name, values.text('Password'))
        }}
      >
        <NameField isRepeated={isRepeated} />
        <PasswordField
          name="Password"
          label={t`Password`}
          autoComplete="current-password"
          enterKeyHint="go"
        />
      </LoginForm>
      <PartnerBeside identified={beside} />
    </>
  )
}

function isRefusedAs(error: unknown, code: ErrorCode): boolean {
  return refusedItems(error)?.some(({ ErrorMessage }) => ErrorMessage === code) ?? false
}
