import type { ErrorItem } from '@gatehouse/contract/errorItems'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { dateOfBirthError, isSamePassword } from '@gatehouse/contract/fields'
import { paths } from '@gatehouse/contract/routes'
import type { useMinimumTime } from '../../forms/submit/useMinimumTime.tsx'
import { isTrapped } from '../../forms/fields/botTraps.tsx'
import { passCaptcha } from '../../forms/captcha/captcha.ts'
import type { Submission, FormValues } from '../../forms/submit/useSubmission.ts'
import { FormError, itemOf } from '../../forms/submit/FormError.ts'
import { useNewPasswordErrors } from '../../forms/fields/useNewPasswordErrors.ts'
import { type Portal, type Settings, usePortal } from '../../context/portal.ts'
import { sentMail } from '../../forms/mail/sentMail.ts'

/** The server's code for an empty field; a form without the field gets none. */
const requiredTexts: readonly (readonly [string, ErrorCode])[] = [
  ['Username', 'ERROR_USERNAME_LENGTH'],
  ['Firstname', 'ERROR_FIRSTNAME_EMPTY'],
  ['Lastname', 'ERROR_LASTNAME_EMPTY'],
  ['Password', 'ERROR_PASSWORD_LENGTH'],
  ['ConfirmPassword', 'ERROR_CONFIRM_PASSWORD_INVALID'],
  ['Email', 'ERROR_EMAIL_EMPTY'],
  ['ConfirmEmail', 'ERROR_CONFIRM_EMAIL_INVALID'],
]
const requiredTicks: readonly (readonly [string, ErrorCode])[] = [
  ['ApprovePrivacyPolicy', 'ERROR_APPROVE_PRIVACY_POLICY'],
  ['ApproveEULA', 'ERROR_APPROVE_EULA'],
]

/**
 * Sends a registration: bot traps, then time, then errors of the fields, then captcha, then call. A press
 * that comes too soon is kept where the specification does not refuse it, with what stands there by then.
 */
export function useRegistration({
  errorsAt: tooFastAt,
  wait,
}: Pick<ReturnType<typeof useMinimumTime>, 'errorsAt' | 'wait'>): {
  /** Refuses what a first part of the form says wrong, before the rest is asked. */
  readonly checkFirst: (values: FormValues) => void
  readonly register: (submission: Submission) => Promise<void>
} {
  const portal = usePortal()
  const passwordErrorsOf = useNewPasswordErrors()

  function check(values: FormValues, tooFast: readonly ErrorItem[]) {
    const errors = [
      ...tooFast,
      ...errorsOf(values, portal),
      ...passwordErrorsOf(values.text('Password')),
    ]
    const isFilled = requiredTexts.every(([name]) => !values.isEmpty(name))
    // A form that is refused here never reaches the server, which would name the empty fields.
    if (errors.length > 0 || !isFilled) {
      throw new FormError(...errors, ...errorsOfEmpty(values, errors))
    }
  }

  function checkFirst(values: FormValues) {
    const found = [...errorsOf(values, portal), ...passwordErrorsOf(values.text('Password'))]
    if (!isSamePassword(values.text('ConfirmPassword'), values.text('Password'))) {
      found.push(itemOf('ConfirmPassword', 'ERROR_CONFIRM_PASSWORD_INVALID'))
    }
    const errors = [...found, ...errorsOfEmpty(values, found)].filter(({ Property }) =>
      isOfFirstPart(Property),
    )
    if (errors.length > 0) throw new FormError(...errors)
  }

  async function register({ values: pressed, pressedAt, reread, api }: Submission) {
    if (isTrapped(pressed)) return
    const { registration, drafts } = portal
    check(pressed, tooFastAt(pressedAt))
    const hasWaited = await wait()
    if (!portal.isCurrent()) return
    const values = hasWaited ? reread() : pressed
    if (hasWaited) check(values, [])

    const captcha = await passCaptcha(portal, 'register')
    const { body, idempotencyKey } = await portal.returnTo.forClient(async () => {
      const payload = payloadOf(values, portal, captcha)
      const key = await keyOf(payload, portal)
      await api('registerNewUser', { body: payload }, { idempotencyKey: key })
      return { body: payload, idempotencyKey: key }
    })
    portal.tags.sendEvent('first_sign_up')
    registration.succeed({
      email: body.Email,
      username: body.Username,
      key: idempotencyKey,
      accessKey: body.AccessKeyValue,
    })
    sentMail.note('confirmation', body.Email)
    // A visitor who typed the address wrong comes back to a filled form.
    drafts.hold('register', values.without('Password', 'ConfirmPassword'))
    portal.go(paths.registerConfirm)
  }

  return { checkFirst, register }
}

const firstPart: ReadonlySet<string> = new Set([
  'username',
  'firstname',
  'lastname',
  'dateofbirth',
  'password',
  'confirmpassword',
])

/** Whether an error is at a field that a phone asks first. */
export function isOfFirstPart(property: string): boolean {
  return firstPart.has(property.toLowerCase())
}

/** The errors that the portal itself finds; the server judges everything else. */
function errorsOf(values: FormValues, { rules }: Settings): ErrorItem[] {
  const errors: ErrorItem[] = []
  const dateError = rules.registerAsksIdentity
    ? dateOfBirthError(values.text('DateOfBirth'), new Date())
    : null
  if (dateError !== null) errors.push(itemOf('DateOfBirth', dateError))
  if (rules.codeOfConduct === 'at-register' && !values.isTicked('ApproveCodeOfConduct')) {
    errors.push(itemOf('ApproveCodeOfConduct', 'ERROR_APPROVE_CODE_OF_CONDUCT'))
  }
  return errors
}

/** The empty fields and boxes, each with what the server says of it, unless it was named before. */
function errorsOfEmpty(values: FormValues, named: readonly ErrorItem[]): ErrorItem[] {
  return [
    ...requiredTexts.filter(([name]) => values.isEmpty(name)),
    ...requiredTicks.filter(([name]) => !values.isTicked(name)),
  ]
    .map(([name, code]) => itemOf(name, code))
    .filter((item) => named.every(({ Property }) => Property !== item.Property))
}

/**
 * The same form has the same key, so that a registration whose answer was lost finds itself. A form
 * that corrects the registration before it has that one's key: by it the server gives the name back.
 */
async function keyOf(
  payload: ReturnType<typeof payloadOf>,
  { registration }: Pick<Portal, 'registration'>,
): Promise<string> {
  const form = await digestOf(JSON.stringify({ ...payload, ReCAPTCHAToken: '' }))
  const last = registration.sent
  if (form !== '' && last?.form === form) return last.key
  const key = correctedKey(payload, registration) ?? newKey()
  registration.send({ form, key })
  return key
}

/** No password stays in memory to be compared with. '' where the browser makes none: by plain http. */
async function digestOf(text: string): Promise<string> {
  const { subtle } = crypto as Partial<Crypto>
  const bytes = await subtle?.digest('SHA-256', new TextEncoder().encode(text))
  return bytes === undefined ? '' : new Uint8Array(bytes).join()
}

function correctedKey(
  { Username, Email }: ReturnType<typeof payloadOf>,
  { registered }: Portal['registration'],
): string | null {
  const isCorrection =
    registered?.username.toLowerCase() === Username.toLowerCase() &&
    registered.email.toLowerCase() !== Email.toLowerCase()
  return isCorrection ? registered.key : null
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function payloadOf(
  values: FormValues,
  { configuration, returnTo, registration }: Portal,
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
    AccessKeyValue: registration.accessKey,
  }
}
