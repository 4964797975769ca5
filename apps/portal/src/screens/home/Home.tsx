import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useSettings } from '../../context/portal.ts'
import { Link } from '../../router/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ServicePlace } from '../../forms/services/ServicePlace.tsx'
import styles from './Home.module.css'

/** The way in, with the deployment's own words above it where it has some. */
export function Home() {
  const { t } = useLingui()
  const { configuration, rules } = useSettings()
  const labels = useLabels()
  return (
    <>
      <h1>{configuration.Welcome || <Trans>Welcome, player</Trans>}</h1>
      <p className={`quiet ${styles.lead}`}>
        {configuration.Lead || (
          <Trans>
            One account opens every gate of the community: your games, your friends and your
            rewards.
          </Trans>
        )}
      </p>
      <ServicePlace isFirst />
      <div className={`stack ${styles.actions}`}>
        <LinkButton to={paths.login}>{labels.logIn}</LinkButton>
        <LinkButton to={paths.register} look="secondary">
          {labels.create}
        </LinkButton>
        {rules.passwordRecovery === 'open' && (
          <Link to={paths.passwordRecovery}>{t`Lost your password?`}</Link>
        )}
      </div>
      <ServicePlace />
      <p className={styles.browse}>
        <LinkButton href={configuration.FrontUrl} look="quiet">{t`Browse website`}</LinkButton>
      </p>
    </>
  )
}

/** The labels of the two buttons: a partner's account is named after the partner. */
function useLabels() {
  const { t } = useLingui()
  const { configuration, rules } = useSettings()
  const partner = configuration.PartnerName
  const initials = rules.partnerInitials
  switch (rules.homeLabels) {
    case 'own':
      return { logIn: t`Log in`, create: t`Create an account` }
    case 'partner':
      return { logIn: t`Login with ${partner} Account`, create: t`Create a ${partner} Account` }
    case 'partner-log-in-or-register':
      return {
        logIn: t`Login/Register with ${initials} Account`,
        create: t`Create a ${initials} Account`,
      }
    default:
      return rules.homeLabels satisfies never
  }
}
