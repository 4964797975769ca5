import { Trans, useLingui } from '@lingui/react/macro'
import type { Identification } from '@gatehouse/contract/entities'
import { usePortal } from '../../context/portal.ts'
import { LoginForm } from './LoginForm.tsx'
import { NameField } from './NameField.tsx'
import { useIdentify } from '../../forms/identity/useIdentify.ts'

interface Props {
  /** The player came back from the next step: the field is waiting for another name. */
  readonly isRepeated: boolean
  readonly onIdentify: (identified: Identification) => Promise<void>
}

/** Step one: who is it? */
export function NameStep({ isRepeated, onIdentify }: Props) {
  const { t } = useLingui()
  const { logIn } = usePortal()
  const find = useIdentify()
  return (
    <>
      <h1>{t`Log in`}</h1>
      <LoginForm
        name="login-name"
        draft="until-entered"
        submitLabel={<Trans>Next</Trans>}
        onSubmit={async ({ values, api }) => {
          const name = values.text('UsernameOrEmail')
          logIn.begin(name)
          await onIdentify(await find(api, name))
        }}
      >
        <NameField isRepeated={isRepeated} />
      </LoginForm>
    </>
  )
}
