import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { useState } from 'react'
import { useQuery } from '../../routing/router.ts'
import { Approvals } from '../../forms/Approvals.tsx'
import { blockEvent } from '../../forms/blockEvent.ts'
import { BotTraps } from '../../forms/botTraps.tsx'
import { prepareCaptcha } from '../../forms/captcha/captcha.ts'
import { Checkbox } from '../../forms/Checkbox.tsx'
import { DateField } from '../../forms/DateField.tsx'
import { Form } from '../../forms/Form.tsx'
import { NewPasswordField } from '../../forms/NewPasswordField.tsx'
import { PasswordField } from '../../forms/PasswordField.tsx'
import { TextField } from '../../forms/TextField.tsx'
import { usePortal } from '../../session/portal.ts'
import { Link } from '../../ui/Link.tsx'
import type { Fault } from '../../forms/placeFaults.ts'
import styles from './Register.module.css'
import { RegisterFault } from './RegisterFault.tsx'
import { useRegistration } from './useRegistration.ts'

const showFault = (fault: Fault) => <RegisterFault fault={fault} />

export function Register() {
  const portal = usePortal()
  const { t } = useLingui()
  const { rules } = portal
  const { referrer } = useQuery()
  const [username, setUsername] = useState('')
  const register = useRegistration()

  return (
    <>
      <h1>
        <Trans>Create your account</Trans>
      </h1>
      <Form
        name="register"
        submitLabel={<Trans>Create account</Trans>}
        onSubmit={(submission) => register(submission)}
        showFault={showFault}
        onUse={() => prepareCaptcha(portal)}
      >
        <TextField
          name="Username"
          label={t`Username`}
          hint={t`2 to 25 letters and digits. Other players see it.`}
          autoComplete="username"
          enterKeyHint="next"
          onInput={(event) => setUsername(event.currentTarget.value)}
        />
        {rules.registerAsksIdentity && (
          <div className={styles.pair}>
            <TextField
              name="Firstname"
              label={t`Firstname`}
              autoComplete="given-name"
              autoCapitalize="words"
              enterKeyHint="next"
            />
            <TextField
              name="Lastname"
              label={t`Lastname`}
              autoComplete="family-name"
              autoCapitalize="words"
              enterKeyHint="next"
            />
          </div>
        )}
        <BotTraps />
        {rules.registerAsksIdentity && (
          <DateField name="DateOfBirth" label={t`Date of birth`} hint={t`YYYY-MM-DD`} />
        )}
        <NewPasswordField name="Password" label={t`Password`} username={username} />
        <PasswordField
          name="ConfirmPassword"
          label={t`Confirm password`}
          autoComplete="new-password"
          enterKeyHint="next"
        />
        <TextField
          name="Email"
          label={t`Email`}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="next"
        />
        <TextField
          name="ConfirmEmail"
          label={t`Confirm email`}
          hint={t`Please type it once more.`}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="next"
          onPaste={blockEvent}
          onDrop={blockEvent}
        />
        <TextField
          name="Referrer"
          label={t`Referrer's username`}
          hint={t`Optional: who brought you here?`}
          defaultValue={referrer}
          autoComplete="off"
          enterKeyHint="done"
        />
        <Approvals asksCodeOfConduct={rules.codeOfConduct === 'at-register'} />
        {rules.hasNewsletterSection && (
          <Checkbox name="G2GSegaOptin" label={t`Send me the newsletter with news and offers.`} />
        )}
      </Form>
      <p className={styles.instead}>
        <Trans>Already have an account?</Trans>{' '}
        <Link to={paths.login}>
          <Trans>Log in</Trans>
        </Link>
      </p>
    </>
  )
}
