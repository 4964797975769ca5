import { Trans } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { shortDate, utcDay } from '@gatehouse/contract/dates'
import { titlesOf } from '@gatehouse/contract/display'
import type { User } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import { accountWordings } from '../../../context/accountWording.ts'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { wordingOf } from '../../../context/wording.ts'
import { dayIn, monthIn } from '../../../i18n/formats.ts'
import { usePath } from '../../../router/router.ts'
import { shownConnects } from '../../../session/connects.ts'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { iconUrl, mediaUrl, profilePage } from '../../../session/siteUrls.ts'
import { Mark } from '../../../forms/services/Mark.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { WayIcon } from '@gatehouse/ui/WayIcon'
import { Isolated, lettersOf } from '../../../ui/Isolated.tsx'
import { Shield } from '../../../forms/protection/Shield.tsx'
import { readSecurityOnce } from '../../../session/securityOverview.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import styles from './AccountHead.module.css'

/**
 * The player on the scene of the studio: at large above My information, and small above the rest. It keeps
 * the place of a player who is on the way: nothing moves when the card comes.
 */
export function AccountHead() {
  const { t } = useLingui()
  const { user } = useSession()
  const size = usePath() === paths.account ? 'large' : 'small'
  const named = user === null ? { 'aria-hidden': true } : { 'aria-label': t`Player` }
  return (
    <section className={styles.identity} {...named} data-size={size}>
      <div className={styles.scene} />
      <div className={styles.card}>
        <Player user={user} />
        {user !== null && size === 'large' && <Trophies user={user} />}
        {user !== null && <ProfileLink user={user} />}
      </div>
    </section>
  )
}

function Player({ user }: { readonly user: User | null }) {
  const { MediasUrl } = useSettings().configuration
  const name = user?.Username ?? ''
  const titles = user === null ? [] : shownTitles(user)
  return (
    <>
      <span className={styles.frame}>
        <Avatar image={mediaUrl(user?.AvatarUrl, MediasUrl)} name={name} />
      </span>
      <div className={styles.who}>
        <div className={styles.plate}>
          <p className={styles.name} style={lettersOf(name || coming)}>
            {user === null ? coming : <Isolated of={name} />}
          </p>
          {titles.length > 0 && (
            <p className={`acts near ${styles.titles}`}>
              {titles.map((title) => (
                <span key={title} className="line" dir="auto">
                  {title}{' '}
                </span>
              ))}
            </p>
          )}
          {(user === null || utcDay(user.CreatedAt) !== null) && (
            <p className={`hint ${styles.since}`}>
              {user === null ? coming : <Since at={user.CreatedAt} />}
            </p>
          )}
        </div>
      </div>
    </>
  )
}

const coming = '\u00A0'

function shownTitles(user: User): readonly string[] {
  return [...new Set(titlesOf(user.Titles || user.TitleName))]
}

/** The accounts that the player has linked, and how safe this one is. */
function Trophies({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const { connects } = useSession()
  const { rules, configuration } = useSettings()
  const linked = shownConnects(connects, rules).filter(({ IsLinked }) => IsLinked)
  const isGuarded = rules.hasSecuritySection && rules.offersStrongSignIn
  return (
    <>
      {rules.hasConnectionsSection && linked.length > 0 && (
        <ul className={`acts ${styles.signs}`} aria-label={t`Linked accounts`}>
          {linked.map(({ CanonicalName, Name, Icon: icon }) => (
            <li key={CanonicalName}>
              <Mark of={CanonicalName} image={iconUrl(icon, configuration.MediasUrl)} isLinked />
              <span className="unseen">{Name}</span>
            </li>
          ))}
        </ul>
      )}
      {isGuarded && !isPartnerAccount(user, rules) && <Protection />}
    </>
  )
}

function Protection() {
  const { session } = usePortal()
  const { value, hasFailed } = useLoaded(() => readSecurityOnce(session.api))
  return hasFailed ? null : <Shield overview={value} />
}

function ProfileLink({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const { FrontUrl } = usePortal().configuration
  return (
    <a
      className={`line near ${styles.profile}`}
      href={profilePage(FrontUrl, user.Id)}
      // On a small screen its sign stands alone.
      aria-label={t`See my profile`}
    >
      <span>{t`See my profile`}</span>
      <WayIcon name="away" />
    </a>
  )
}

/** In digits, as the specification says how English writes them; beyond it the month is enough. */
function Since({ at }: { readonly at: string | null }) {
  const { i18n } = useLingui()
  const { goesBeyondSpecification } = useSettings().rules
  const day = utcDay(at)
  if (day === null) return null
  const dateTime = day.toISOString().slice(0, 10)
  const since = goesBeyondSpecification ? (
    <time dateTime={dateTime.slice(0, 7)}>{monthIn(i18n.locale, day)}</time>
  ) : (
    <time dateTime={dateTime} dir="ltr">
      {i18n.locale === 'en' ? shortDate(at) : dayIn(i18n.locale, day)}
    </time>
  )
  return (
    <Trans
      {...wordingOf(accountWordings.memberSince, goesBeyondSpecification)}
      values={{ since }}
    />
  )
}
