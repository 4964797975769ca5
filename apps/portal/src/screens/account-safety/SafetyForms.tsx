import { mailOutcome } from '../../context/mailOutcome.ts'
import styles from './AccountFrozen.module.css'
import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf, InputOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { useNotify } from '../../context/Place.tsx'
import { usePortal } from '../../context/portal.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { AccountName } from '../../forms/fields/AccountName.tsx'
import { NewPasswordFields } from '../../forms/fields/NewPasswordField.tsx'
import { useNewPasswordErrors } from '../../forms/fields/useNewPasswordErrors.ts'
import { FormError } from '../../forms/submit/FormError.ts'
import { requireFilled } from '../../forms/submit/requireFilled.ts'
import type { ReactNode } from 'react'
import { askPasskey } from '../../forms/passkeys/askPasskey.ts'
import { CodeField } from '../../forms/second-factor/CodeField.tsx'
import { useWay } from '../../forms/second-factor/useWay.tsx'
import type { FormValues } from '../../forms/submit/useSubmission.ts'
import { readAgain } from '../../ui/readAgain.ts'

interface Props {
  readonly token: string
  readonly link: AnswerOf<'readSafetyLink'>
}

/** Closes the account to everybody, without a log-in. */
export function Freeze({ token, link }: Props) {
  const { t } = useLingui()
  const { session, go } = usePortal()
  const { Username: username } = link
  return (
    <>
      <h1>{t`Secure your account`}</h1>
      <p>
        <Trans>
          Is somebody else in your account, {username}? Freeze it. We log everyone out, here and at
          every site, and only the link in our next mail opens it.
        </Trans>
      </p>
      <p>{t`If it was you, close this page. Nothing has changed.`}</p>
      <Form
        name="safety-freeze"
        submitLook="danger"
        submitLabel={<Trans>Freeze the account now</Trans>}
        onSubmit={async ({ values, api }) => {
          const Number = link.NeedsNumber ? values.text('Number') : ''
          const body = { Link: token, Act: 'freeze' as const, Number, Password: '', Confirm: '' }
          const { Email } = await api('actOnSafetyLink', { body })
          // A player who was logged in here is not any more, unless the account is another one.
          await readAgain(() => session.load())
          mailOutcome.freeze({ Email })
          go(paths.accountFrozen, { replace: true })
        }}
      >
        {link.NeedsNumber && <NumberField />}
      </Form>
    </>
  )
}

/** The digits of the mail beside the link. */
function NumberField() {
  const { t } = useLingui()
  return (
    <TextField
      name="Number"
      kind="digits"
      data-first=""
      data-unkept=""
      label={t`Number in our mail`}
      hint={t`This browser is new to us. Type the six digits below the button in our mail.`}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
    />
  )
}

interface UnfreezeProps {
  readonly token: string
  readonly link: AnswerOf<'readSafetyLink'>
}

/** Opens a frozen account, with a new password where it has one, and its second factor. */
export function Unfreeze({ token, link }: UnfreezeProps) {
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
    </div>
  )
}

type Ways = AnswerOf<'readSafetyLink'>['Ways']
type Given = Pick<InputOf<'actOnSafetyLink'>['body'], 'Way' | 'Code' | 'Credential'>

/** The second factor of an act: its fields, and the values to send. */
function useSecondFactor(
  link: string,
  ways: Ways,
): {
  readonly takesPasskey: boolean
  readonly fields: ReactNode
  /**
   * Asks the passkey where that is the way. Throws what keeps the form as it is where the player
   * gives up.
   */
  readonly give: (values: FormValues) => Promise<Given>
} {
  const { session } = usePortal()
  const {
    way: [way],
    otherWays,
  } = useWay(ways.map((one) => [one]))
  if (way === undefined || way === 'password') {
    return { takesPasskey: false, fields: null, give: () => Promise.resolve({}) }
  }

  const options = async () =>
    (await session.api('safetyProofOptions', { body: { Link: link } })).Options

  return {
    takesPasskey: way === 'passkey',
    fields: (
      <>
        {way !== 'passkey' && <CodeField way={way} />}
        {otherWays}
      </>
    ),
    give: async (values) =>
      way === 'passkey'
        ? { Way: way, Credential: await askPasskey(options) }
        : { Way: way, Code: values.text('Code') },
  }
}
