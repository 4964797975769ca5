import { Trans, useLingui } from '@lingui/react/macro'
import { errorItem } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { Approvals } from '../../forms/fields/Approvals.tsx'
import { BotTraps, isTrapped } from '../../forms/fields/botTraps.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import type { Submission } from '../../forms/submit/useSubmission.ts'
import { type FieldError, noErrors, mapFieldErrors } from '../../forms/submit/mapFieldErrors.ts'
import { FormError } from '../../forms/submit/FormError.ts'
import { TextField } from '../../forms/fields/TextField.tsx'
import { useMinimumTime } from '../../forms/submit/useMinimumTime.ts'
import { message } from '../../i18n/message.ts'
import { usePortal } from '../../context/portal.ts'
import { Link } from '../../ui/Link.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { openPartnerAccount } from './openPartnerAccount.ts'
import { type Newcomer, partnerArrival } from './partnerArrival.ts'
import { PartnerRegisterErrorNotice } from './PartnerRegisterErrorNotice.tsx'

const showError = (error: FieldError) => <PartnerRegisterErrorNotice error={error} />

export function PartnerRegister() {
  const [newcomer] = useState(() => partnerArrival.read()?.newcomer ?? null)
  return newcomer && <Filled newcomer={newcomer} />
}

/** What the partner knows of the newcomer, for the player to make it an account. */
function Filled({ newcomer }: { readonly newcomer: Newcomer }) {
  const portal = usePortal()
  const { t } = useLingui()
  const { configuration, rules } = portal
  const refuseTooFast = useMinimumTime()
  const [{ fields, general }, showRefused] = useState(() =>
    mapFieldErrors(newcomer.refused, ['Username'], message),
  )
  const asksCodeOfConduct = rules.codeOfConduct === 'at-partner-register'
  const partner = configuration.PartnerName

  async function register({ values, pressedAt }: Submission) {
    if (isTrapped(values)) return
    refuseTooFast(pressedAt)
    showRefused(noErrors)
    const approvals = {
      privacyPolicy: values.isTicked('ApprovePrivacyPolicy'),
      terms: values.isTicked('ApproveEULA'),
      codeOfConduct: values.isTicked('ApproveCodeOfConduct'),
    }
    if (asksCodeOfConduct && !approvals.codeOfConduct) {
      throw new FormError(errorItem('ERROR_APPROVE_CODE_OF_CONDUCT'))
    }
    const current = partnerArrival.read()?.newcomer ?? newcomer
    await openPartnerAccount(portal, current, values.text('Username'), approvals)
    portal.go(paths.partnerRegisterConfirm, { replace: true })
  }

  return (
    <>
      <h1>
        <Trans>Confirm username</Trans>
      </h1>
      <p>
        <Trans>One last step: how shall other players know you?</Trans>
      </p>
      {general.length > 0 && (
        <Notice>
          {general.map((error) => (
            <p key={error.code}>{showError(error)}</p>
          ))}
        </Notice>
      )}
      <Form
        name="partner-register"
        submitLabel={<Trans>Confirm username</Trans>}
        onSubmit={register}
        showError={showError}
      >
        <TextField
          name="Username"
          label={t`Username`}
          hint={t`2 to 25 letters and digits. Other players see it.`}
          defaultValue={newcomer.Username}
          ownError={fields['username']?.[0]?.words ?? null}
          autoComplete="username"
          enterKeyHint="done"
          onInput={() => showRefused({ fields: {}, general })}
        />
        <TextField
          name="Email"
          label={t`Email`}
          hint={t`Your ${partner} account keeps it.`}
          type="email"
          defaultValue={newcomer.SSOEmail}
          readOnly
        />
        <BotTraps />
        <Approvals asksCodeOfConduct={asksCodeOfConduct} />
      </Form>
      <p>
        <Link to={paths.home}>
          <Trans>Return to Home</Trans>
        </Link>
      </p>
    </>
  )
}
