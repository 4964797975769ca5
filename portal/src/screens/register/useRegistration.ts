import { errorItem, type ErrorItem } from '@gatehouse/contract/errors'
import { dateOfBirthFault } from '@gatehouse/contract/fields'
import { paths } from '@gatehouse/contract/paths'
import { isTrapped } from '../../forms/botTraps.tsx'
import { passCaptcha } from '../../forms/captcha/captcha.ts'
import type { Submission } from '../../forms/Form.tsx'
import type { FormValues } from '../../forms/FormValues.ts'
import { Refusal } from '../../forms/refusal.ts'
import { useMinimumTime } from '../../forms/useMinimumTime.ts'
import { useNewPasswordFaults } from '../../forms/useNewPasswordFaults.ts'
import { type Portal, usePortal } from '../../session/portal.ts'

/** Sends a registration: bot traps, then time, then faults of the fields, then captcha, then call. */
export function useRegistration(): (submission: Submission) => Promise<void> {
  const portal = usePortal()
  const passwordFaultsOf = useNewPasswordFaults()
  const refuseTooFast = useMinimumTime()

  return async ({ values, pressedAt }) => {
    if (isTrapped(values)) return
    const { session, visit } = portal
    refuseTooFast(pressedAt)
    const faults = [...faultsOf(values, portal), ...passwordFaultsOf(values.text('Password'))]
    if (faults.length > 0) throw new Refusal(...faults)

    const captcha = await passCaptcha(portal, 'register')
    const body = payloadOf(values, portal, captcha)
    await session.api('registerNewUser', { body }, { idempotencyKey: keyOf(body, portal) })
    portal.tags.report('first_sign_up')
    visit.note({ accessKey: '', registering: null })
    portal.go(paths.registerConfirm)
  }
}

/** What the portal itself refuses; everything else is the server's to judge. */
function faultsOf(values: FormValues, { rules }: Portal): ErrorItem[] {
  const faults: ErrorItem[] = []
  const dateFault = rules.registerAsksIdentity
    ? dateOfBirthFault(values.text('DateOfBirth'), new Date())
    : null
  if (dateFault !== null) faults.push(errorItem(dateFault))
  if (rules.codeOfConduct === 'at-register' && !values.isTicked('ApproveCodeOfConduct')) {
    faults.push(errorItem('ERROR_APPROVE_CODE_OF_CONDUCT'))
  }
  return faults
}

/** The same form has the same key, so that a registration whose answer was lost finds itself. */
function keyOf(payload: ReturnType<typeof payloadOf>, { visit }: Portal): string {
  const form = JSON.stringify({ ...payload, ReCAPTCHAToken: '' })
  const last = visit.notes.registering
  if (last?.form === form) return last.key
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  visit.note({ registering: { form, key } })
  return key
}

function payloadOf(
  values: FormValues,
  { configuration, returnTo, visit }: Portal,
  captcha: string,
) {
  return {
    Username: values.text('Username'),
    Firstname: values.text('Firstname'),
    Lastname: values.text('Lastname'),
    UsageNameHoneyPot: values.text('UsageNameHoneyPot'),
    DateOfBirth: values.text('DateOfBirth'),
    Password: values.text('Password'),
    ConfirmPassword: values.text('ConfirmPassword'),
    Email: values.text('Email'),
    ConfirmEmail: values.text('ConfirmEmail'),
    Referrer: values.text('Referrer'),
    ApprovePrivacyPolicy: values.isTicked('ApprovePrivacyPolicy'),
    ApproveEULA: values.isTicked('ApproveEULA'),
    ApproveCodeOfConduct: values.isTicked('ApproveCodeOfConduct'),
    G2GSegaOptin: values.isTicked('G2GSegaOptin'),
    Additional: values.isTicked('Additional'),
    ReCAPTCHAToken: captcha,
    StudioName: configuration.RegisterStudioName,
    ClientId: returnTo.clientId(),
    AccessKeyValue: visit.notes.accessKey,
  }
}
