import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { rewardsPage } from '../../session/siteUrls.ts'
import { linkedAccount } from '../../session/connects.ts'
import { useSession, useSettings } from '../../context/portal.ts'
import { Icon } from '@gatehouse/ui/Icon'
import { Link } from '../../router/Link.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import styles from './ConfirmQualificationSurvey.module.css'

export function ConfirmQualificationSurvey() {
  const { t } = useLingui()
  const { configuration } = useSettings()
  const { connects } = useSession()
  const isLinked = linkedAccount(connects, 'steam') !== null
  const rewards = rewardsPage(configuration.FrontUrl)
  return (
    <>
      <h1>{t`Thank you for your answers!`}</h1>
      <div className="plate acts">
        <span className={styles.badge} aria-hidden="true">
          <Icon name="done" />
        </span>
        <div className="stack grows">
          {isLinked ? (
            <>
              <p>{t`The badge of this survey is yours. Wear it on your profile.`}</p>
              <p>
                <a href={rewards}>{t`See my rewards`}</a>
              </p>
            </>
          ) : (
            <>
              <p>
                <Trans>
                  Your badge is waiting: link your Steam account, then send your answers. We keep
                  them in this tab until then.
                </Trans>
              </p>
              <p>
                <LinkButton
                  href={`${paths.steamLink}?${new URLSearchParams({ redirectUrl: rewards })}`}
                >
                  <Trans>Link your Steam account</Trans>
                </LinkButton>
              </p>
              <p>
                <Link to={paths.survey}>{t`Back to the survey`}</Link>
              </p>
            </>
          )}
        </div>
      </div>
    </>
  )
}
