import { Trans, useLingui } from '@lingui/react/macro'
import { signInTitleOf } from '@gatehouse/contract/identityProviderRow'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { emailError } from '@gatehouse/contract/fields'
import { paths } from '@gatehouse/contract/routes'
import { Button } from '@gatehouse/ui/Button'
import { useRef, useState } from 'react'
import { type Portal, usePortal } from '../../context/portal.ts'
import { Agreements } from '../../forms/fields/Agreements.tsx'
import { BotTraps, isTrapped } from '../../forms/fields/botTraps.tsx'
import { Checkbox } from '../../forms/fields/Checkbox.tsx'
import { DateField } from '../../forms/fields/DateField.tsx'
import { TextField } from '../../forms/fields/TextField.tsx'
import { sentMail } from '../../forms/mail/sentMail.ts'
import { lastWay } from '../../forms/services/lastWay.ts'
import { logInAtService } from '../../forms/services/logInAtService.ts'
import { arrived, type Arrival } from '../../forms/services/serviceVisit.ts'
import { Form } from '../../forms/submit/Form.tsx'
import type { FieldError } from '../../forms/submit/mapFieldErrors.ts'
import { useActions } from '../../forms/submit/useActions.ts'
import type { FormValues, Submission } from '../../forms/submit/useSubmission.ts'
import { Isolated } from '../../ui/Isolated.tsx'
import { NameFields } from '../../forms/fields/NameFields.tsx'
import { NewUsernameField } from '../../forms/fields/NewUsernameField.tsx'
import { Sign } from '../../forms/services/Sign.tsx'
import styles from '../../forms/services/ServiceWays.module.css'

/** A service has confirmed a player who logs in to no account here with it: a new one, or a known one. */
export function ServiceArrival() {
  const [found] = useState(arrived.read)
  if (found === null) return null
  const { arrival } = found
  return arrival.IsLinked ? <Known arrival={arrival} /> : <Newcomer arrival={arrival} />
}

interface Props {
  readonly arrival: Arrival
}

/** The name, an address and the agreements: all that a new account needs. */
function Newcomer({ arrival }: Props) {
  const portal = usePortal()
  const { t } = useLingui()
  const { rules } = portal
  const email = useRef('')
  const showError = (error: FieldError) => <ArrivalError error={error} arrival={arrival} />

  async function register({ values, api }: Submission) {
    if (isTrapped(values)) return
    const body = bodyOf(values, portal, arrival)
    const { Created } = await portal.returnTo.forClient((ClientId) =>
      api('registerWithService', { body: { ...body, ClientId } }),
    )
    portal.tags.sendEvent('first_sign_up')
    arrived.forget()
    sentMail.note('confirmation', body.Email)
    lastWay.note(arrival.CanonicalName, body.Username)
    // A player whom no site has sent takes the first steps.
    if (portal.returnTo.read('redirectUrl') === '') portal.returnTo.headFor(paths.welcome)
    await portal.enter(Created)
    portal.drafts.forget(form)
  }

  return (
    <>
      <h1 tabIndex={-1}>{t`Choose your name`}</h1>
      <Arrived arrival={arrival} />
      <Form
        name={form}
        draft="until-entered"
        submitLabel={<Trans>Create account</Trans>}
        showError={showError}
        onSubmit={register}
      >
        <NewUsernameField suggested={arrival.Username} />
        {rules.registerAsksIdentity && (
          <>
            <NameFields />
            <DateField name="DateOfBirth" label={t`Date of birth`} hint={t`YYYY-MM-DD`} />
          </>
        )}
        <TextField
          name="Email"
          kind="address"
          label={t`Email`}
          hint={t`We send a link there to confirm it. You can play meanwhile.`}
          check={emailError}
          type="email"
          autoComplete="email"
          inputMode="email"
          enterKeyHint="done"
          onInput={(event) => {
            email.current = event.currentTarget.value
          }}
        />
        <BotTraps />
        <Agreements asksCodeOfConduct={rules.codeOfConduct === 'at-register'} />
        {rules.hasNewsletterSection && (
          <Checkbox name="G2GSegaOptin" label={t`Send me the newsletter with news and offers.`} />
        )}
      </Form>
      <HaveAccount arrival={arrival} look="secondary" nameOf={() => email.current} />
    </>
  )
}

/** An account here has it linked, and its player logs in another way. */
function Known({ arrival }: Props) {
  const { t } = useLingui()
  const service = signInTitleOf(arrival.CanonicalName)
  return (
    <>
      <h1 tabIndex={-1}>{t`We know this ${service} account`}</h1>
      <Arrived arrival={arrival} />
      <p>
        <Trans>
          It is linked to an account here, and does not log you in yet. Log in to that account
          another way. Then {service} opens it, too.
        </Trans>
      </p>
      <HaveAccount arrival={arrival} look="primary" />
    </>
  )
}

/** Who has come, and the way out for another player. */
function Arrived({ arrival: { CanonicalName, AccountName } }: Props) {
  const { t } = useLingui()
  const { go, drafts } = usePortal()
  const service = signInTitleOf(CanonicalName)
  return (
    <div className="comes">
      <div className={`plate line ${styles.arrived}`}>
        <Sign of={CanonicalName} size="2.75rem" />
        <div>
          <strong>
            <Isolated of={AccountName || service} />
          </strong>
          <span className="hint">{t`Confirmed by ${service}`}</span>
        </div>
      </div>
      <button
        type="button"
        className="word"
        onClick={() => {
          arrived.forget()
          drafts.forget(form)
          go(paths.login, { replace: true })
        }}
      >{t`Not you?`}</button>
    </div>
  )
}

interface HaveAccountProps extends Props {
  readonly look: 'primary' | 'secondary'
  /** What fills the name of the log-in. */
  readonly nameOf?: () => string
}

/** The way of a player who has an account: the ordinary log-in, which leads on to the question. */
function HaveAccount({ arrival, look, nameOf }: HaveAccountProps) {
  const { returnTo, logIn, go } = usePortal()

  function begin() {
    returnTo.headFor(paths.serviceJoin)
    logIn.begin(nameOf?.() ?? '')
    logIn.explain({ kind: 'join', service: arrival.CanonicalName })
    go(paths.login)
  }

  return (
    <Button look={look} onClick={begin}>
      {look === 'primary' ? (
        <Trans>Log in to join them</Trans>
      ) : (
        <Trans>I already have an account</Trans>
      )}
    </Button>
  )
}

interface ErrorProps extends Props {
  readonly error: FieldError
}

/** A refusal of the whole form: a proof that is over gets the way to another one. */
function ArrivalError({ error, arrival: { CanonicalName } }: ErrorProps) {
  const portal = usePortal()
  const { t } = useLingui()
  const { isBusy, act } = useActions<'again'>()
  const service = signInTitleOf(CanonicalName)
  const isOver = error.code === ('ERROR_SERVICE_EXPIRED' satisfies ErrorCode)
  const isTaken = error.code === ('ERROR_USER_STEAM_EXIST' satisfies ErrorCode)
  if (!isOver && !isTaken) return error.words
  return (
    <>
      {isOver ? (
        <Trans>{service} has to confirm you once more. What you typed stays here.</Trans>
      ) : (
        <Trans>This {service} account has an account here by now. Log in with it.</Trans>
      )}
      <br />
      <Button
        look="secondary"
        isBusy={isBusy('again')}
        onClick={() => act('again', () => logInAtService(portal, CanonicalName))}
      >{t`Continue with ${{ service }}`}</Button>
    </>
  )
}

const form = 'service-register'

function bodyOf(values: FormValues, { configuration, registration }: Portal, { Ticket }: Arrival) {
  return {
    Ticket,
    Username: values.text('Username'),
    Firstname: values.text('Firstname'),
    Lastname: values.text('Lastname'),
    UsageNameHoneyPot: values.text('UsageNameHoneyPot'),
    DateOfBirth: values.text('DateOfBirth'),
    Email: values.text('Email'),
    Referrer: '',
    ApprovePrivacyPolicy: values.isTicked('ApprovePrivacyPolicy'),
    ApproveEULA: values.isTicked('ApproveEULA'),
    ApproveCodeOfConduct: values.isTicked('ApproveCodeOfConduct'),
    G2GSegaOptin: values.isTicked('G2GSegaOptin'),
    Additional: values.isTicked('Additional'),
    StudioName: configuration.RegisterStudioName,
    AccessKeyValue: registration.accessKey,
  }
}
