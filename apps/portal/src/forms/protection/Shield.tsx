import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { Link } from '../../router/Link.tsx'
import { type ProtectionStep, protectionOf, protectionSteps } from '../../session/protection.ts'
import styles from './Shield.module.css'

interface Props {
  /** Null while it is on its way: the shield keeps its place. */
  readonly overview: AnswerOf<'readSecurity'> | null
  /** Stands where the steps are taken: it leads nowhere else. */
  readonly isHere?: boolean
}

const steps = protectionSteps.length

/** How safe the account is, as a shield that fills step by step, with the way to the next step. */
export function Shield({ overview, isHere = false }: Props) {
  const { t } = useLingui()
  const protection = overview && protectionOf(overview)
  const count = protection?.done.length ?? 0
  return (
    <div
      className={`plate line ${styles.shield}`}
      data-shield
      data-done={protection ? count : undefined}
    >
      <svg viewBox="0 0 48 56" aria-hidden="true">
        <path className={styles.plate} d={outline} />
        {protectionSteps.slice(0, count).map((step, at) => (
          <path key={step} className={styles.step} d={parts[at]} />
        ))}
        <path className={`drawn ${styles.rim}`} d={outline} />
        {protection?.next === null && (
          <path className={`drawn ${styles.tick}`} d="m15 28 6.5 6.5L34 20" />
        )}
      </svg>
      <div>
        <p>
          {protection?.next === null ? (
            <Trans>Your account is protected</Trans>
          ) : (
            // Keeps its place until the answer has come.
            <span className={protection ? undefined : styles.coming}>
              <Trans>
                {count} of {steps} protections on
              </Trans>
            </span>
          )}
        </p>
        {!isHere && (
          <Link to={paths.security} className={protection ? undefined : styles.coming}>
            {protection?.next ? <NextStep step={protection.next} /> : t`Security`}
          </Link>
        )}
      </div>
    </div>
  )
}

const outline = 'M24 2 4 9v17c0 13 8 22 20 28 12-6 20-15 20-28V9z'

/** From the bottom up. */
const parts = [
  'M9 38c3 7 8.5 12 15 16 6.5-4 12-9 15-16z',
  'M4 22v4c0 4 .8 8 2.2 11h35.6c1.4-3 2.2-7 2.2-11v-4z',
  'M24 2 4 9v12h40V9z',
] as const

function NextStep({ step }: { readonly step: ProtectionStep }) {
  const { t } = useLingui()
  const words = {
    'way-in': t`Add a passkey`,
    'second-factor': t`Add a second step`,
    recovery: t`Make recovery codes`,
  }
  return words[step]
}
