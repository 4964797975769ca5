import { Trans, useLingui } from '@lingui/react/macro'
import type { Proof } from '@gatehouse/contract/errorItems'
import type { ReactNode } from 'react'
import { useSession } from '../../context/portal.ts'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { DialogWithMessages } from '../../ui/DialogWithMessages.tsx'
import { AccountName } from '../fields/AccountName.tsx'
import { provePasskey } from '../passkeys/askPasskey.ts'
import { PasswordField } from '../fields/PasswordField.tsx'
import { Form } from '../submit/Form.tsx'
import { refusedItems } from '../submit/FormError.ts'
import type { Submission } from '../submit/useSubmission.ts'
import { requirePassword } from '../submit/requireFilled.ts'
import { CodeField, type CodeWay } from './CodeField.tsx'
import { useWay } from './useWay.tsx'

interface Props {
  readonly ways: Proof['Ways']
  readonly onProven: () => void
  readonly onCancel: () => void
  /** The check could not be made at all. */
  readonly onFailure: (error: unknown) => void
}

/** Asks a signed-in player for the expired proofs: the password, a second factor, or both. */
export function ReauthenticationByFactors({ ways, onProven, onCancel, onFailure }: Props) {
  const { t } = useLingui()
  return (
    <DialogWithMessages title={<Trans>Is it still you?</Trans>} onCancel={onCancel}>
      <p>{t`Confirm it once more before you change this.`}</p>
      <ProofForm
        ways={ways}
        onProven={onProven}
        onFailure={onFailure}
        beside={<CancelButton onClick={onCancel} />}
      />
    </DialogWithMessages>
  )
}

interface FormProps extends Omit<Props, 'onCancel'> {
  readonly beside?: ReactNode
}

/** The fields of one way, and the way to another. */
export function ProofForm({ ways, onProven, onFailure, beside }: FormProps) {
  const { user } = useSession()
  const { t } = useLingui()
  const { way, otherWays } = useWay(ways)
  const asksPasskey = way.includes('passkey')
  const asksPassword = way.includes('password')
  const code = way.find((one) => isCode(one))

  async function prove({ values, api }: Submission) {
    if (asksPasskey) return provePasskey(api)
    const given = { Password: values.text('Password'), Code: values.text('Code') }
    if (asksPassword) {
      requirePassword(values)
      await api('prove', { body: { ...given, Way: 'password', Code: '' } })
    }
    if (code !== undefined) {
      await api('prove', { body: { ...given, Way: code, Password: '' } })
    }
  }

  return (
    <Form
      name="reauthentication"
      submitLabel={asksPasskey ? <Trans>Use a passkey</Trans> : <Trans>Confirm</Trans>}
      beside={beside}
      after={otherWays}
      onSubmit={async (submission) => {
        try {
          await prove(submission)
        } catch (error) {
          if (refusedItems(error) !== null) throw error
          onFailure(error)
          return
        }
        onProven()
      }}
    >
      {asksPasskey && <p>{t`Confirm with your passkey.`}</p>}
      {user && asksPassword && <AccountName username={user.Username} />}
      {asksPassword && (
        <PasswordField
          name="Password"
          label={t`Password`}
          autoComplete="current-password"
          enterKeyHint={code === undefined ? 'go' : 'next'}
        />
      )}
      {code !== undefined && <CodeField way={code} sendsItself={!asksPassword} />}
    </Form>
  )
}

function isCode(way: Proof['Ways'][number][number]): way is CodeWay {
  return way === 'totp' || way === 'recovery-code'
}
