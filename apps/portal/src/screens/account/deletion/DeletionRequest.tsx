import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { User } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import { useEffect, useId, useRef, useState } from 'react'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { useHasPassword } from '../../../forms/passkeys/useHasPassword.ts'
import { ConfirmationStep } from './ConfirmationStep.tsx'
import styles from './DeletionRequest.module.css'
import { type Reason, reasonForm, ReasonStep } from './ReasonStep.tsx'
import type { Rules } from '@gatehouse/contract/environments'
import { useStep } from '../../../router/router.ts'
import { provePasskey } from '../../../forms/passkeys/askPasskey.ts'
import { PasswordForm } from '../../../forms/reauthentication/PasswordForm.tsx'
import { Form } from '../../../forms/submit/Form.tsx'
import { CancelButton } from '../../../ui/CancelButton.tsx'

export function DeletionRequest() {
  const { user } = useSession()
  const hasPassword = useHasPassword()
  if (user === null || hasPassword === null) return null
  return <Wizard user={user} hasPassword={hasPassword} />
}

/** Asks for the password or a passkey, and a reason, as the deployment has it, and at last whether it is meant. */
function Wizard({ user, hasPassword }: { readonly user: User; readonly hasPassword: boolean }) {
  const { t } = useLingui()
  const id = useId()
  const { rules } = useSettings()
  const { go, drafts } = usePortal()
  const { deletionStartsAt } = rules
  // A partner's player has nothing here to be asked for.
  const skipsPassword = deletionStartsAt === 'password' && isPartnerAccount(user, rules)
  const { step, position, count, advance, startOver } = useSteps(
    skipsPassword ? 'reason' : deletionStartsAt,
  )
  const [password, setPassword] = useState('')
  const [reason, setReason] = useState<Reason | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)

  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    heading.current?.focus()
  }, [step])

  function forgetReason() {
    setReason(null)
    drafts.forget(reasonForm)
  }

  function cancel() {
    setPassword('')
    forgetReason()
    // Cancel in the first step ends the deletion.
    if (position === 1) go(paths.account)
    else startOver()
  }
  // The deployment that offers its support instead has no Cancel in any step.
  const onCancel = rules.deletionOffers === 'cancel' ? cancel : null

  const titles: Record<Step, string> = {
    password: t`Confirm that it is you`,
    reason: t`Why are you leaving?`,
    confirmation: t`Delete this account?`,
  }
  return (
    <>
      <h1>{t`Deletion request`}</h1>
      <div className={`plate stack ${styles.step}`}>
        {count > 1 && <Position id={id} position={position} count={count} />}
        <h2 ref={heading} tabIndex={-1} aria-describedby={count > 1 ? id : undefined}>
          {titles[step]}
        </h2>
        {step === 'password' && (
          <ProofStep
            user={user}
            hasPassword={hasPassword}
            onCancel={onCancel}
            onConfirm={(confirmed) => {
              setPassword(confirmed)
              advance('reason')
            }}
          />
        )}
        {step === 'reason' && (
          <ReasonStep
            title={titles.reason}
            reason={reason}
            onChoose={setReason}
            onCancel={onCancel}
            onConfirm={() => advance('confirmation')}
            onSkip={() => {
              forgetReason()
              advance('confirmation')
            }}
          />
        )}
        {step === 'confirmation' && (
          <ConfirmationStep user={user} password={password} reason={reason} onCancel={onCancel} />
        )}
      </div>
    </>
  )
}

interface PositionProps {
  readonly id: string
  readonly position: number
  readonly count: number
}

/** How far the player has come, in words and as a line. */
function Position({ id, position, count }: PositionProps) {
  return (
    <p id={id} className="stack near quiet">
      <Trans>
        Step {position} of {count}
      </Trans>
      <span className="track" aria-hidden="true">
        {all.slice(-count).map((step, at) => (
          <span key={step} data-reached={at < position} />
        ))}
      </span>
    </p>
  )
}

type Step = Rules['deletionStartsAt']

const all: readonly Step[] = ['password', 'reason', 'confirmation']

/**
 * The steps of a deployment, each an entry of the browser's history: Back goes one step back. An
 * entry whose step was not reached on this page, after a reload, shows the first one.
 */
function useSteps(start: Step) {
  const { go } = usePortal()
  const shownStep = useStep()
  const [reached, reach] = useState<Step>(start)
  const steps = all.slice(all.indexOf(start))
  const asked = steps.find((step) => step === shownStep) ?? start
  const step = steps.indexOf(asked) <= steps.indexOf(reached) ? asked : start

  function show(step: Step, replace: boolean) {
    go(paths.deletionRequest, { step, replace })
  }
  return {
    step,
    /** 1 for the first. */
    position: steps.indexOf(step) + 1,
    count: steps.length,
    advance(to: Step) {
      reach(to)
      show(to, false)
    },
    startOver() {
      reach(start)
      show(start, true)
    },
  }
}

interface Props {
  readonly user: User
  readonly hasPassword: boolean
  /** Null where there is no Cancel. */
  readonly onCancel: (() => void) | null
  /** Takes the password, which the deletion carries once more; '' of a player who has none. */
  readonly onConfirm: (password: string) => void
}

/** Asks for the password, or for a passkey where there is no password. */
function ProofStep({ user, hasPassword, onCancel, onConfirm }: Props) {
  const { t } = useLingui()
  const { configuration } = usePortal()
  const days = configuration.DeletionGraceDays
  const beside = onCancel && <CancelButton look="secondary" onClick={onCancel} />
  return (
    <>
      {days === 0 ? (
        <p>{t`This deletes your account for good. Nothing happens before the last step.`}</p>
      ) : (
        <p>
          <Plural
            value={days}
            one="This deletes your account for good, # day after the last step. Until then you can keep it."
            other="This deletes your account for good, # days after the last step. Until then you can keep it."
          />
        </p>
      )}
      {hasPassword ? (
        <PasswordForm name="deletion-password" user={user} beside={beside} onConfirm={onConfirm} />
      ) : (
        <>
          <p>{t`Confirm with your passkey.`}</p>
          <Form
            name="deletion-passkey"
            submitLabel={<Trans>Use a passkey</Trans>}
            beside={beside}
            onSubmit={async ({ api }) => {
              await provePasskey(api)
              onConfirm('')
            }}
          />
        </>
      )}
    </>
  )
}
