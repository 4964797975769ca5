import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Icon } from '@gatehouse/ui/Icon'
import { Link } from '../../router/Link.tsx'
import styles from './FirstSteps.module.css'
import { type FirstStep, type Step, useFirstSteps } from './useFirstSteps.ts'

interface Props {
  readonly steps: readonly Step[]
  /** Says the benefit of each step. */
  readonly isDetailed?: boolean
}

/** The first steps of a new player: each leads to where it is done, and says when it is. */
export function FirstSteps({ steps, isDetailed = false }: Props) {
  return (
    <ol className={`stack near ${styles.steps}`} data-detailed={isDetailed}>
      {steps.map((step) => (
        <OneStep key={step.name} step={step} isDetailed={isDetailed} />
      ))}
    </ol>
  )
}

interface StepProps {
  readonly step: Step
  readonly isDetailed: boolean
}

function OneStep({ step: { name, to, query, service = '', isDone }, isDetailed }: StepProps) {
  const { t } = useLingui()
  const labels: Record<FirstStep, string> = {
    'way-in': t`Add a password or a passkey`,
    picture: t`Choose a picture`,
    'second-step': t`Add a second step`,
    link: t`Link ${service}`,
  }
  const reasons: Record<FirstStep, ReactNode> = {
    'way-in': <Trans>Then you get in without the service, too.</Trans>,
    picture: <Trans>Other players know you by it.</Trans>,
    'second-step': <Trans>Then a stolen password opens nothing.</Trans>,
    link: t`Link the accounts you play with to get their rewards.`,
  }
  return (
    <li className={`marked ${isDetailed ? 'plate' : ''}`} data-done={isDone}>
      <Icon name={isDone ? 'done' : 'open'} />
      <div className="acts apart grows">
        <Link to={to} query={query}>
          {labels[name]}
        </Link>
        <small className="hint">
          {isDone ? <Trans context="a step that is done">Done</Trans> : <Trans>To do</Trans>}
        </small>
        {isDetailed && !isDone && <p className="hint">{reasons[name]}</p>}
      </div>
    </li>
  )
}

interface CardProps {
  readonly className: string | undefined
  /** It follows a step that was just taken, and names the others whatever they are. */
  readonly isNext?: boolean
}

/** The steps that are open, in a card; nothing once all are done. */
export function FirstStepsCard({ className, isNext = false }: CardProps) {
  const { t } = useLingui()
  const id = useId()
  const steps = useFirstSteps({ isOverview: !isNext })
  if (steps.every(({ isDone }) => isDone)) return null
  return (
    <section className={className} aria-labelledby={id}>
      <h2 id={id}>{t`First steps`}</h2>
      <FirstSteps steps={steps} />
    </section>
  )
}
