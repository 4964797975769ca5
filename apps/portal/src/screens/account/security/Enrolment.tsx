import { Trans, useLingui } from '@lingui/react/macro'
import { maskEmail } from '@gatehouse/contract/display'
import { paths } from '@gatehouse/contract/routes'
import { useEffect, useEffectEvent, useRef } from 'react'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { useScreenData } from '../../../context/useScreenData.ts'
import { TextField } from '../../../forms/fields/TextField.tsx'
import { knowsPasskeys } from '../../../forms/passkeys/askPasskey.ts'
import { Form } from '../../../forms/submit/Form.tsx'
import { useActions } from '../../../forms/submit/useActions.ts'
import { isolate } from '../../../i18n/isolate.ts'
import { Link } from '../../../router/Link.tsx'
import { Button } from '@gatehouse/ui/Button'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { useActOnce } from '../../../ui/useActOnce.ts'
import { FreezeAccount } from './FreezeAccount.tsx'
import type { OverviewProps } from './overview.ts'
import { useEnrolment } from './useEnrolment.tsx'

/** The second step that the deployment requires, which is all that opens until it is set up. */
export function Enrolment() {
  const { t } = useLingui()
  const { session, page, proceed } = usePortal()
  const { rules } = useSettings()
  const { user } = useSession()
  const part = useScreenData(() => session.api('readSecurity', {}))
  const isDone = user !== null && user.MustEnrol !== true
  const goOn = useEffectEvent(() => void proceed())
  useEffect(() => {
    if (isDone) goOn()
  }, [isDone])
  if (part.value === null || isDone) return null
  return (
    <>
      <h1 tabIndex={-1}>{t`Set up two-step verification`}</h1>
      <p>{t`Your account needs a second step before you go on.`}</p>
      <Steps
        overview={part.value}
        change={(next) => part.change((before) => ({ ...before, ...next(before) }))}
      />
      <Link to={paths.logout} className="word" onClick={() => page.agreeTo(paths.logout)}>
        <Trans>Log out</Trans>
      </Link>
      {rules.hasSecuritySection && <FreezeAccount />}
    </>
  )
}

type StepsProps = Pick<OverviewProps, 'overview' | 'change'>

function Steps({ overview, change }: StepsProps) {
  const { t } = useLingui()
  const { user } = useSession()
  const email = isolate(maskEmail(user?.Email ?? ''))
  const { isBusy, errorsOf, act } = useActions<'send' | 'switch'>()
  const { send, addPasskey, addApp, switchOn, over, dialog } = useEnrolment(overview, change)
  // Both buttons send the form.
  const wanted = useRef(knowsPasskeys ? addPasskey : addApp)
  const { Apps, Passkeys } = overview
  useActOnce('send', () => act('send', () => send(false)))
  return (
    <>
      {Apps.length + Passkeys.length > 0 && (
        <>
          <p>{t`You have added a second step before. Switch it on, or add another one.`}</p>
          <div className="acts">
            <Button isBusy={isBusy('switch')} onClick={() => act('switch', switchOn)}>
              <Trans>Switch it on</Trans>
            </Button>
          </div>
          <ActionErrors errors={errorsOf('switch')} />
        </>
      )}
      {errorsOf('send').length === 0 && <p>{t`We sent a code to ${{ email }}.`}</p>}
      <Form
        name="enrolment"
        submitLabel={
          knowsPasskeys ? <Trans>Add a passkey</Trans> : <Trans>Add an authenticator app</Trans>
        }
        beside={
          knowsPasskeys && (
            <Button type="submit" look="secondary" onClick={() => (wanted.current = addApp)}>
              <Trans>Add an authenticator app</Trans>
            </Button>
          )
        }
        onSubmit={({ values }) => {
          const add = wanted.current
          wanted.current = knowsPasskeys ? addPasskey : addApp
          return add(values.text('Code'))
        }}
        after={
          <button
            type="button"
            className="word"
            aria-disabled={isBusy('send')}
            onClick={() => act('send', () => send(true))}
          >
            <Trans>Send another code</Trans>
          </button>
        }
      >
        <TextField
          name="Code"
          kind="digits"
          label={t`Code from our mail`}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
        />
      </Form>
      <ActionErrors errors={errorsOf('send')} />
      {over}
      {dialog}
    </>
  )
}
