import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { carried } from '@gatehouse/contract/carried'
import { paths } from '@gatehouse/contract/routes'
import { useEffect, useState } from 'react'
import { useQuery } from '../../router/router.ts'
import { Agreements } from '../../forms/fields/Agreements.tsx'
import { BotTraps } from '../../forms/fields/botTraps.tsx'
import { prepareCaptcha } from '../../forms/captcha/captcha.ts'
import { Checkbox } from '../../forms/fields/Checkbox.tsx'
import { EmailPair } from '../../forms/fields/EmailPair.tsx'
import { DateField } from '../../forms/fields/DateField.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import { NewPasswordField } from '../../forms/fields/NewPasswordField.tsx'
import { PasswordField } from '../../forms/fields/PasswordField.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { useMinimumTime } from '../../forms/submit/useMinimumTime.tsx'
import { usePortal } from '../../context/portal.ts'
import { useWording } from '../../context/useWording.ts'
import type { Wording } from '../../context/wording.ts'
import { Link } from '../../router/Link.tsx'
import { refusedItems } from '../../forms/submit/FormError.ts'
import type { FormValues } from '../../forms/submit/useSubmission.ts'
import type { Submission } from '../../forms/submit/useSubmission.ts'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import styles from './Register.module.css'
import { NameFields } from '../../forms/fields/NameFields.tsx'
import { NewUsernameField } from '../../forms/fields/NewUsernameField.tsx'
import { isOfFirstPart, useRegistration } from './useRegistration.ts'
import type { ErrorCode } from '@gatehouse/contract/errors'

export function Register() {
  const portal = usePortal()
  const { t } = useLingui()
  const { rules } = portal
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const minimumTime = useMinimumTime()
  const { checkFirst, register } = useRegistration(minimumTime)
  const { part, submit, back } = useParts(checkFirst, register)
  const showError = (error: FieldError) =>
    minimumTime.show(error) ?? <RegisterErrorNotice error={error} />

  return (
    <>
      <h1>{t`Create your account`}</h1>
      <Position part={part} onBack={back} />
      <Form
        name="register"
        submitLabel={
          part === 'first' ? (
            <>
              <span className={styles.narrow}>{t`Next`}</span>
              <span className={styles.wide}>{t`Create account`}</span>
            </>
          ) : (
            <Trans>Create account</Trans>
          )
        }
        onSubmit={submit}
        showError={showError}
        after={minimumTime.word}
        draft="until-entered"
        onUse={() => prepareCaptcha(portal)}
      >
        <div className={part === 'second' ? styles.later : styles.part}>
          <NewUsernameField onType={setUsername} />
          {rules.registerAsksIdentity && <NameFields />}
          <BotTraps />
          {rules.registerAsksIdentity && (
            <DateField name="DateOfBirth" label={t`Date of birth`} hint={t`YYYY-MM-DD`} />
          )}
          <NewPasswordField name="Password" label={t`Password`} username={username} email={email} />
          <PasswordField
            name="ConfirmPassword"
            label={t`Confirm password`}
            autoComplete="new-password"
            enterKeyHint="next"
          />
        </div>
        <div className={part === 'first' ? styles.later : styles.part} data-part="second">
          <OtherFields onEmail={setEmail} />
        </div>
      </Form>
      <p className="quiet">
        <Trans>Already have an account?</Trans> <Link to={paths.login}>{t`Log in`}</Link>
      </p>
    </>
  )
}

/** Which part it is, where it has parts. */
function Position({ part, onBack }: { readonly part: Part; readonly onBack: () => void }) {
  if (part === 'both') return null
  const [position, count] = [part === 'first' ? 1 : 2, 2]
  return (
    <div className={styles.narrow}>
      <p className={`line quiet ${styles.position}`} aria-live="polite">
        <Trans>
          Step {position} of {count}
        </Trans>
        {part === 'second' && (
          <button type="button" className="word" onClick={onBack}>
            <Trans>Back</Trans>
          </button>
        )}
      </p>
    </div>
  )
}

// As those of wording.ts: they come with this screen.
const referrerLabel: Wording = {
  fixed: msg`Referrer's username`,
  ours: msg`Invited by (optional)`,
}
const referrerHintLabel: Wording = {
  fixed: msg`Optional: who brought you here?`,
  ours: msg`The username of the player who invited you.`,
}

/** Address, invitation and ticks. */
function OtherFields({ onEmail }: { readonly onEmail: (email: string) => void }) {
  const { rules } = usePortal()
  const { t } = useLingui()
  const word = useWording()
  const { referrer } = useQuery()
  return (
    <>
      <EmailPair label={t`Email`} lastKey="next" onType={onEmail} />
      <TextField
        name="Referrer"
        label={word(referrerLabel)}
        hint={word(referrerHintLabel)}
        isOptional
        defaultValue={carried('referrer', referrer)}
        autoComplete="off"
        enterKeyHint="done"
      />
      <Agreements asksCodeOfConduct={rules.codeOfConduct === 'at-register'} />
      {rules.hasNewsletterSection && (
        <Checkbox name="G2GSegaOptin" label={t`Send me the newsletter with news and offers.`} />
      )}
    </>
  )
}

type Part = 'first' | 'second' | 'both'

/**
 * The parts of the form on a phone: name and password first, then address and ticks, and both once
 * the first has errors again. Elsewhere, and where the specification decides the screen, it is one.
 */
function useParts(
  checkFirst: (values: FormValues) => void,
  register: (submission: Submission) => Promise<void>,
) {
  const { rules } = usePortal()
  const [part, show] = useState<Part>(rules.goesBeyondSpecification ? 'first' : 'both')

  async function submit(submission: Submission) {
    if (part === 'first' && matchMedia(phone).matches) {
      checkFirst(submission.values)
      show('second')
      return
    }
    await register(submission).catch((error: unknown) => {
      if (refusedItems(error)?.some(({ Property }) => isOfFirstPart(Property))) show('both')
      throw error
    })
  }

  useEffect(() => {
    if (part === 'second') document.querySelector<HTMLElement>('[data-part] input')?.focus()
  }, [part])

  return { part, submit, back: () => show('first') }
}

const phone = '(width < 40rem)'

const ofTheKey: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_ACCESS_KEY_NON_EXISTANT',
  'ERROR_ACCESS_KEY_ALREADY_USED',
])

/** An error of a registration: a useless key gets the way to another one. */
function RegisterErrorNotice({ error }: { readonly error: FieldError }) {
  const { t } = useLingui()
  if (!ofTheKey.has(error.code)) return error.words
  return (
    <>
      {error.words}
      <br />
      <Link to={paths.accessKey}>{t`Use another key`}</Link>
    </>
  )
}
