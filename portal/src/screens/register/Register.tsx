import { Trans, useLingui } from '@lingui/react/macro'
import { carried } from '@gatehouse/contract/carried'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useQuery } from '../../router/router.ts'
import { Approvals } from '../../forms/fields/Approvals.tsx'
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
import { wordings } from '../../context/wording.ts'
import { Link } from '../../router/Link.tsx'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import styles from './Register.module.css'
import { NewUsernameField } from './NewUsernameField.tsx'
import { useRegistration } from './useRegistration.ts'
import type { ErrorCode } from '@gatehouse/contract/errors'

export function Register() {
  const portal = usePortal()
  const { t } = useLingui()
  const word = useWording()
  const { rules } = portal
  const { referrer } = useQuery()
  const [username, setUsername] = useState('')
  const [email, setEmail] = useState('')
  const minimumTime = useMinimumTime()
  const register = useRegistration(minimumTime)
  const showError = (error: FieldError) =>
    minimumTime.show(error) ?? <RegisterErrorNotice error={error} />

  return (
    <>
      <h1>{t`Create your account`}</h1>
      <Form
        name="register"
        submitLabel={<Trans>Create account</Trans>}
        onSubmit={(submission) => register(submission)}
        showError={showError}
        after={minimumTime.word}
        draft="until-entered"
        onUse={() => prepareCaptcha(portal)}
      >
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
        <EmailPair label={t`Email`} lastKey="next" onType={setEmail} />
        <TextField
          name="Referrer"
          label={word(wordings.referrer)}
          hint={word(wordings.referrerHint)}
          isOptional
          defaultValue={carried('referrer', referrer)}
          autoComplete="off"
          enterKeyHint="done"
        />
        <Approvals asksCodeOfConduct={rules.codeOfConduct === 'at-register'} />
        {rules.hasNewsletterSection && (
          <Checkbox name="G2GSegaOptin" label={t`Send me the newsletter with news and offers.`} />
        )}
      </Form>
      <p className={styles.instead}>
        <Trans>Already have an account?</Trans> <Link to={paths.login}>{t`Log in`}</Link>
      </p>
    </>
  )
}

function NameFields() {
  const { t } = useLingui()
  return (
    <div className={styles.pair}>
      <TextField
        name="Firstname"
        dir="auto"
        label={t`Firstname`}
        autoComplete="given-name"
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <TextField
        name="Lastname"
        dir="auto"
        label={t`Lastname`}
        autoComplete="family-name"
        autoCapitalize="words"
        enterKeyHint="next"
      />
    </div>
  )
}

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
