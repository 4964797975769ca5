import { mailOutcome } from '../../context/mailOutcome.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useSettings } from '../../context/portal.ts'
import { Link } from '../../router/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './AccountFrozen.module.css'

/** After a freeze: what happened, what to do next, and the way to help. The scene lies in frost. */
export function AccountFrozen() {
  const { t } = useLingui()
  const frozen = mailOutcome.frozen()
  const { SupportUrl } = useSettings().configuration
  const email = <strong dir="ltr">{frozen?.Email}</strong>
  return (
    <div className={`stack ${styles.frozen}`}>
      <svg className={`drawn ${styles.sign}`} viewBox="0 0 64 64" aria-hidden="true">
        <path d="M32 6v52M9.5 19l45 26M9.5 45l45-26" />
        <path d="m25 11 7 7 7-7M25 53l7-7 7 7M11 29l9.5-2.5L18 17M53 35l-9.5 2.5L46 47M11 35l9.5 2.5L18 47M53 29l-9.5-2.5L46 17" />
      </svg>
      <h1>{t`Your account is frozen`}</h1>
      <p>
        {t`You are logged out everywhere, and your account is shut: nobody can log in. Nothing of yours is lost.`}
      </p>
      <h2>{t`What you do next`}</h2>
      <ol className={`stack ${styles.steps}`}>
        <li>
          {frozen?.Email ? (
            <Trans>Open our mail. We sent it to {email}.</Trans>
          ) : (
            <Trans>Open our mail.</Trans>
          )}
        </li>
        <li>{t`Press its button when you are ready: there is no hurry.`}</li>
        <li>{t`Prove that it is you, and your account opens again, for you alone.`}</li>
      </ol>
      <p className="quiet">
        {t`Nothing there after a minute? Have a look in your spam folder.`}{' '}
        <Link to={paths.accountSafetyAsk} query="?for=unfreeze">{t`Send it again`}</Link>
      </p>
      {/^(https?:|mailto:|\/)/i.test(SupportUrl) && (
        <div className="plate stack">
          <p>{t`Can somebody else read that mailbox? Talk to our support.`}</p>
          <LinkButton look="secondary" href={SupportUrl} opensTab>
            <Trans>Contact support</Trans>
          </LinkButton>
        </div>
      )}
    </div>
  )
}
