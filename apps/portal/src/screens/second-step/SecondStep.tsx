import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Client } from '@gatehouse/client/client'
import type { Identification } from '@gatehouse/contract/entities'
import type { SecondStep as Step } from '@gatehouse/contract/errorItems'
import type { ErrorCode } from '@gatehouse/contract/errors'
import { paths } from '@gatehouse/contract/routes'
import { plural } from '@lingui/core/macro'
import { useState } from 'react'
import { usePortal, useSettings } from '../../context/portal.ts'
import { Checkbox } from '../../forms/fields/Checkbox.tsx'
import { askPasskey } from '../../forms/passkeys/askPasskey.ts'
import { CodeField } from '../../forms/second-factor/CodeField.tsx'
import { useWay } from '../../forms/second-factor/useWay.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import { followSafety } from '../../forms/submit/followSafety.ts'
import { refusedItems } from '../../forms/submit/FormError.ts'
import type { Submission } from '../../forms/submit/useSubmission.ts'
import { Identity } from '../../forms/identity/Identity.tsx'
import { Link } from '../../router/Link.tsx'
import { useLoaded } from '../../ui/useLoaded.ts'
import { StepUp } from './StepUp.tsx'
import { useIdentify } from '../../forms/identity/useIdentify.ts'

const expired: ErrorCode = 'ERROR_SECOND_FACTOR_EXPIRED'
const spent: ErrorCode = 'ERROR_SECOND_FACTOR_TRIES'

/** The second step: after the right password, or for a site after the log-in. */
export function SecondStep() {
  const { logIn } = usePortal()
  const [step] = useState(logIn.secondStep)
  return step === null ? <StepUp /> : <StepForm step={step} />
}

/** The way back for who has none of these any more. */
function Lost() {
  const { t } = useLingui()
  if (!useSettings().rules.hasSecuritySection) return null
  return (
    <p>
      <Link to={paths.recoverAccount}>{t`I have lost all of these`}</Link>
    </p>
  )
}

function StepForm({ step }: { readonly step: Step }) {
  const portal = usePortal()
  const { t } = useLingui()
  const identified = useIdentified()
  const {
    way: [way],
    otherWays,
  } = useWay(step.Ways.map((one) => [one]))
  const { Handle } = step

  async function confirm({ values, api }: Submission) {
    if (way === undefined || way === 'password') return
    const TrustBrowser = values.isTicked('TrustBrowser')
    try {
      const body =
        way === 'passkey'
          ? {
              Handle,
              Way: way,
              Code: '',
              Credential: await askPasskey(() => options(api)),
              TrustBrowser,
            }
          : { Handle, Way: way, Code: values.text('Code'), TrustBrowser }
      const { Created, CodesLeft } = await api('secondStep', { body })
      portal.logIn.awaitStep(null)
      if (CodesLeft !== null) portal.notify(() => codesLeft(CodesLeft))
      await portal.enter(Created)
    } catch (error) {
      if (followSafety(portal, error)) return portal.logIn.awaitStep(null)
      const codes = refusedItems(error)?.map(({ ErrorMessage }) => ErrorMessage) ?? []
      const isSpent = codes.includes(spent)
      if (!isSpent && !codes.includes(expired)) throw error
      portal.notify(() =>
        isSpent
          ? t`These were too many wrong tries. Please log in again.`
          : t`This took too long. Please log in again.`,
      )
      beginAgain()
    }
  }

  async function options(api: Client) {
    return (await api('secondStepOptions', { body: { Handle } })).Options
  }

  function codesLeft(count: number): string {
    return count === 0
      ? t`That was your last recovery code. Make new ones now.`
      : t`${plural(count, { one: '# recovery code is left.', other: '# recovery codes are left.' })}`
  }

  function beginAgain() {
    portal.logIn.awaitStep(null)
    portal.go(paths.login, { replace: true })
  }

  return (
    <>
      <h1 tabIndex={-1}>{t`One more step`}</h1>
      {identified && <Identity identified={identified} onStartOver={beginAgain} />}
      <Form
        name="second-step"
        submitLabel={way === 'passkey' ? <Trans>Use a passkey</Trans> : <Trans>Confirm</Trans>}
        onSubmit={confirm}
        // Whoever has lost the app types some code.
        offersCodeAt="Code"
        offersCodeFrom={2}
        after={
          <>
            {step.MayTrust && <TrustBrowser days={step.TrustDays} />}
            {otherWays}
            <Lost />
          </>
        }
      >
        {way === 'passkey' && <p>{t`Confirm with your passkey.`}</p>}
        {(way === 'totp' || way === 'recovery-code') && <CodeField way={way} isFirst sendsItself />}
      </Form>
    </>
  )
}

function TrustBrowser({ days }: { readonly days: number }) {
  return (
    <Checkbox
      name="TrustBrowser"
      label={
        <Plural
          value={days}
          one="Trust this browser for a day. Only on a device of your own."
          other="Trust this browser for # days. Only on a device of your own."
        />
      }
    />
  )
}

/** The account of the name that was typed; null until it is known, and where it cannot be. */
function useIdentified(): Identification | null {
  const { logIn, session } = usePortal()
  const find = useIdentify()
  // Without it the step is the same: only the picture is missing.
  return useLoaded(async () => {
    // A service has said who it is, without a name.
    if (logIn.username === '') throw new Error('Nobody has typed a name.')
    return find(session.api, logIn.username)
  }).value
}
