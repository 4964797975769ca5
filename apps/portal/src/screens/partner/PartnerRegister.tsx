import { Trans, useLingui } from '@lingui/react/macro'
import { errorItem, type ErrorCode } from '@gatehouse/contract/errors'
import { usernameError } from '@gatehouse/contract/fields'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { Agreements } from '../../forms/fields/Agreements.tsx'
import { BotTraps, isTrapped } from '../../forms/fields/botTraps.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import type { Submission, FormValues } from '../../forms/submit/useSubmission.ts'
import { type FieldError, noErrors, mapFieldErrors } from '../../forms/submit/mapFieldErrors.ts'
import { FormError } from '../../forms/submit/FormError.ts'
import { TextField } from '../../forms/fields/TextField.tsx'
import { useMinimumTime } from '../../forms/submit/useMinimumTime.tsx'
import { message } from '../../i18n/message.ts'
import { usePortal } from '../../context/portal.ts'
import { Link } from '../../router/Link.tsx'
import { Notice } from '@gatehouse/ui/Notice'
import { openPartnerAccount } from './openPartnerAccount.ts'
import { type Newcomer, partnerArrival } from './partnerArrival.ts'

export function PartnerRegister() {
  const [newcomer] = useState(() => partnerArrival.read()?.newcomer ?? null)
  return newcomer && <PartnerRegisterForm newcomer={newcomer} />
}

/** The partner's data about the newcomer, who makes it an account. */
function PartnerRegisterForm({ newcomer }: { readonly newcomer: Newcomer }) {
  const portal = usePortal()
  const { t } = useLingui()
  const { configuration, rules } = portal
  const minimumTime = useMinimumTime()
  const showError = (error: FieldError) =>
    minimumTime.show(error) ?? <PartnerRegisterErrorNotice error={error} />
  const [{ fields, general }, showRefused] = useState(() =>
    mapFieldErrors(newcomer.refused, ['Username'], message),
  )
  const asksCodeOfConduct = rules.codeOfConduct === 'at-partner-register'
  const partner = configuration.PartnerName

  async function register({ values: pressed, pressedAt, reread }: Submission) {
    if (isTrapped(pressed)) return
    showRefused(noErrors)
    const errors = [...minimumTime.errorsAt(pressedAt)]
    if (asksCodeOfConduct && !approvalsOf(pressed).codeOfConduct) {
      errors.push(errorItem('ERROR_APPROVE_CODE_OF_CONDUCT'))
    }
    if (errors.length > 0) throw new FormError(...errors, ...errorsOfEmpty(pressed))
    const values = (await minimumTime.wait()) ? reread() : pressed
    if (!portal.isCurrent()) return
    const approvals = approvalsOf(values)
    const current = partnerArrival.read()?.newcomer ?? newcomer
    await openPartnerAccount(portal, current, values.text('Username'), approvals)
    portal.go(paths.partnerRegisterConfirm, { replace: true })
  }

  return (
    <>
      <h1>{t`Confirm username`}</h1>
      <p>{t`One last thing: pick the name you play under.`}</p>
      {general.length > 0 && (
        <Notice>
          {general.map((error) => (
            <p key={error.code}>{showError(error)}</p>
          ))}
        </Notice>
      )}
      <Form
        name={`partner-register-${newcomer.SSOId}`}
        submitLabel={<Trans>Confirm username</Trans>}
        onSubmit={register}
        showError={showError}
        after={minimumTime.word}
      >
        <TextField
          name="Username"
          kind="name"
          label={t`Username`}
          check={usernameError}
          hint={t`2 to 25 letters and digits. Other players see it.`}
          defaultValue={newcomer.Username}
          checkedError={fields['username']?.[0]?.words ?? null}
          autoComplete="username"
          enterKeyHint="done"
          onInput={() => showRefused({ fields: {}, general })}
        />
        <TextField
          name="Email"
          label={t`Email`}
          hint={t`It comes from your ${partner} account.`}
          type="email"
          defaultValue={newcomer.SSOEmail}
          readOnly
        />
        <BotTraps />
        <Agreements asksCodeOfConduct={asksCodeOfConduct} />
      </Form>
      <p>
        <Link to={paths.home}>{t`Return to Home`}</Link>
      </p>
    </>
  )
}

function approvalsOf(values: FormValues) {
  return {
    privacyPolicy: values.isTicked('ApprovePrivacyPolicy'),
    terms: values.isTicked('ApproveEULA'),
    codeOfConduct: values.isTicked('ApproveCodeOfConduct'),
  }
}

/** A form that is refused here never reaches the server, which would name the other errors. */
function errorsOfEmpty(values: FormValues) {
  return [
    ...(values.isEmpty('Username') ? [errorItem('ERROR_USERNAME_LENGTH')] : []),
    ...(values.isTicked('ApprovePrivacyPolicy') ? [] : [errorItem('ERROR_APPROVE_PRIVACY_POLICY')]),
    ...(values.isTicked('ApproveEULA') ? [] : [errorItem('ERROR_APPROVE_EULA')]),
  ]
}

const ofTheProof: ReadonlySet<string> = new Set<ErrorCode>([
  'ERROR_REGISTER_TOKEN_EMPTY',
  'ERROR_TOKEN_USER_INVALID',
])

/** Shows an expired ticket with a link to the partner for another; other errors as they are. */
function PartnerRegisterErrorNotice({ error }: { readonly error: FieldError }) {
  const { t } = useLingui()
  if (!ofTheProof.has(error.code)) return error.words
  return (
    <>
      {error.words} <Link to={paths.login}>{t`Log in again`}</Link>
    </>
  )
}
