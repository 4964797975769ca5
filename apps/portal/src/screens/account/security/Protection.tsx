import { Trans, useLingui } from '@lingui/react/macro'
import { Shield } from '../../../forms/protection/Shield.tsx'
import { type ProtectionStep, protectionOf, protectionSteps } from '../../../session/protection.ts'
import { Icon } from '@gatehouse/ui/Icon'
import type { Overview } from './overview.ts'
import styles from './Security.module.css'

/** How safe the account is, and by which of the three steps. */
export function Protection({ overview }: { readonly overview: Overview }) {
  const { t } = useLingui()
  const { done, next } = protectionOf(overview)
  const names: Record<ProtectionStep, string> = {
    'way-in': overview.Passkeys.length > 0 ? t`Passkeys` : t`Password`,
    'second-factor': t`Two-step verification`,
    recovery: t`Recovery codes`,
  }
  return (
    <div className={`plate stack near ${styles.protection}`}>
      <Shield isHere overview={overview} />
      <ol className="acts">
        {protectionSteps.map((step) => {
          const isDone = done.includes(step)
          return (
            <li
              key={step}
              className="line near"
              data-is={isDone ? 'on' : step === next ? 'next' : 'off'}
            >
              <Icon name={isDone ? 'done' : 'open'} />
              <span>{names[step]}</span>{' '}
              <span className="unseen">
                {isDone ? <Trans context="a step that is done">Done</Trans> : <Trans>To do</Trans>}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
