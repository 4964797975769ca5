import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { Icon } from '@gatehouse/ui/Icon'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { Link } from '../../../router/Link.tsx'
import { readSecurityOnce } from '../../../session/securityOverview.ts'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { type Check, checkUp } from './checkUp.ts'
import { Loaded } from './Loaded.tsx'
import type { Overview } from './overview.ts'
import { Section } from './Section.tsx'
import styles from './Security.module.css'

/** What happens to a stolen account, in plain words, and what of it this player still lacks. */
export function Takeover() {
  const { t } = useLingui()
  const { session } = usePortal()
  const { rules } = useSettings()
  const { user } = useSession()
  const overview = useLoaded(() => readSecurityOnce(session.api))
  return (
    <>
      <h1 tabIndex={-1}>{t`If somebody took this account`}</h1>
      <p>
        <Link to={paths.security}>{t`Back to Security`}</Link>
      </p>
      <p>{t`This is what we would do, and what you could do. Nobody of our support can skip any of it.`}</p>
      <div className={`stack ${styles.days}`}>
        {user && !isPartnerAccount(user, rules) && (
          <Section title={<Trans>Are you prepared?</Trans>}>
            <Loaded part={overview}>{(value) => <CheckUp overview={value} />}</Loaded>
          </Section>
        )}
        <Course />
      </div>
    </>
  )
}

function CheckUp({ overview }: { readonly overview: Overview }) {
  const { t } = useLingui()
  const { rules } = useSettings()
  const { user } = useSession()
  const checks = checkUp(overview, user ?? {}, rules)
  const count = checks.length
  const done = checks.filter(({ isDone }) => isDone).length
  const labels: Record<Check, string> = {
    address: t`Confirm your address`,
    'way-in': t`Add a password or a passkey`,
    passkey: t`Add a passkey`,
    'second-step': t`Switch on two-step verification`,
    codes: t`Print recovery codes`,
  }
  return (
    <>
      <p className="stack near">
        {done === count ? (
          <Trans>You have everything that helps.</Trans>
        ) : (
          <Trans>
            {done} of {count} done
          </Trans>
        )}
        <span className="track" aria-hidden="true">
          {checks.map(({ check }, at) => (
            <span key={check} data-reached={at < done} />
          ))}
        </span>
      </p>
      <ul className="stack near">
        {checks.map(({ check, isDone, to }) => (
          <li key={check} className="marked" data-done={isDone}>
            <Icon name={isDone ? 'done' : 'open'} />
            <span className="acts apart grows">
              {isDone ? <span>{labels[check]}</span> : <Link to={to}>{labels[check]}</Link>}
              <small className="hint">
                {isDone ? <Trans context="a step that is done">Done</Trans> : <Trans>To do</Trans>}
              </small>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** From the first mail to the end of the hold. */
function Course() {
  const { t } = useLingui()
  const { rules, configuration } = useSettings()
  const days = configuration.RewindDays
  const steps: readonly (readonly [string, string])[] = [
    [
      t`You hear of it`,
      t`We mail you about changes of your address, your name and your second steps, and when the way somebody logs in looks strange. If the address itself changes, we mail the former one.`,
    ],
    [
      t`You freeze`,
      t`One press in our mail or in Security. Everyone is logged out, here and at every site, and nobody gets in until you open the account again. Nothing is lost.`,
    ],
    [
      t`You undo`,
      t`The link in our mail shows what was done, and you choose the first thing that was not you. Address, name, linked accounts and second steps go back to what they were. An older address wins over a newer one: a thief who changes the address cannot lock you out.`,
    ],
    ...(rules.offersStrongSignIn
      ? ([
          [
            t`Your second step decides`,
            t`If the account had a second step before, it undoes everything at once. Without it, the account is frozen and we wait a while, so that whoever has it can stop this. A thief who reads your mail, and nothing else, gets nowhere.`,
          ],
        ] as const)
      : []),
    [
      t`Changes are on hold`,
      t`For some days after that nobody can weaken the account: not you, and not somebody who gets in again. All that protects it works as ever.`,
    ],
  ]
  return (
    <Section title={<Trans>Step by step</Trans>}>
      <ol className={`stack ${styles.course}`}>
        {steps.map(([title, text]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p>
        <Plural
          value={days}
          one="Be quick all the same: what is older than # day may stay as it is."
          other="Be quick all the same: what is older than # days may stay as it is."
        />
      </p>
    </Section>
  )
}
