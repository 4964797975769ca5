import { Trans, useLingui } from '@lingui/react/macro'
import { errorItem } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/paths'
import { useState } from 'react'
import { Approvals } from '../../../../forms/Approvals.tsx'
import { BotTraps, isTrapped } from '../../../../forms/botTraps.tsx'
import { Form, type Submission } from '../../../../forms/Form.tsx'
import { type Fault, noFaults, placeFaults } from '../../../../forms/placeFaults.ts'
import { Refusal } from '../../../../forms/refusal.ts'
import { TextField } from '../../../../forms/TextField.tsx'
import { useMinimumTime } from '../../../../forms/useMinimumTime.ts'
import { message } from '../../../../locales/message.ts'
import { usePortal } from '../../../../session/portal.ts'
import { Link } from '../../../../ui/Link.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { openPartnerAccount } from '../../../../session/openPartnerAccount.ts'
import { type Newcomer, partnerArrival } from '../../../../session/partnerArrival.ts'
import { PartnerRegisterFault } from './PartnerRegisterFault.tsx'

const showFault = (fault: Fault) => <PartnerRegisterFault fault={fault} />

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
    placeFaults(newcomer.refused, ['Username'], message),
  )
  const asksCodeOfConduct = rules.codeOfConduct === 'at-partner-register'
  const partner = configuration.PartnerName

  async function register({ values, pressedAt }: Submission) {
    if (isTrapped(values)) return
    refuseTooFast(pressedAt)
    showRefused(noFaults)
    const approvals = {
      privacyPolicy: values.isTicked('ApprovePrivacyPolicy'),
      terms: values.isTicked('ApproveEULA'),
      codeOfConduct: values.isTicked('ApproveCodeOfConduct'),
    }
    if (asksCodeOfConduct && !approvals.codeOfConduct) {
      throw new Refusal(errorItem('ERROR_APPROVE_CODE_OF_CONDUCT'))
    }
    const proven = partnerArrival.read()?.newcomer ?? newcomer
    await openPartnerAccount(portal, proven, values.text('Username'), approvals)
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
          {general.map((fault) => (
            <p key={fault.code}>{showFault(fault)}</p>
          ))}
        </Notice>
      )}
      <Form
        name="partner-register"
        submitLabel={<Trans>Confirm username</Trans>}
        onSubmit={register}
        showFault={showFault}
      >
        <TextField
          name="Username"
          label={t`Username`}
          hint={t`2 to 25 letters and digits. Other players see it.`}
          defaultValue={newcomer.Username}
          ownFault={fields['username']?.[0]?.words ?? null}
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
