import { Trans } from '@lingui/react'
import { useLingui } from '@lingui/react/macro'
import { shortDate, utcDay } from '@gatehouse/contract/dates'
import { titlesOf } from '@gatehouse/contract/display'
import type { User } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import type { CSSProperties } from 'react'
import { accountWordings } from '../../../context/accountWording.ts'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { wordingOf } from '../../../context/wording.ts'
import { dayIn, monthIn } from '../../../i18n/formats.ts'
import { usePath } from '../../../router/router.ts'
import { SceneGrowth } from '../../../scene/SceneGrowth.tsx'
import { shownConnects } from '../../../session/connects.ts'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { iconUrl, mediaUrl, profilePage } from '../../../session/siteUrls.ts'
import { Mark } from '../../../screens/connections/Mark.tsx'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'
import { Shield } from '../../../forms/protection/Shield.tsx'
import { readSecurityOnce } from '../../../session/securityOverview.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import styles from './AccountHead.module.css'

/** The player on the scene of the studio: at large above My information, and small above the rest. */
export function AccountHead() {
  const { t } = useLingui()
  const { user } = useSession()
  const size = usePath() === paths.account ? 'large' : 'small'
  if (user === null) return <EmptyHead size={size} />
  return (
    <section className={styles.identity} aria-label={t`Player`} data-size={size}>
      <div className={styles.scene}>{size === 'large' && <Grown user={user} />}</div>
      <div className={styles.card}>
        <Player user={user} />
        {size === 'large' && <Trophies user={user} />}
        <ProfileLink user={user} />
      </div>
    </section>
  )
}

/** Keeps the place of a player who is on the way: nothing moves when the card comes. */
function EmptyHead({ size }: { readonly size: 'large' | 'small' }) {
  return (
    <div className={styles.identity} aria-hidden="true" data-size={size}>
      <div className={styles.scene} />
      <div className={styles.card}>
        <span className={styles.frame}>
          <Avatar size="large" image="" name="" />
        </span>
        <div className={styles.who}>
          <div className={styles.plate}>
            <p className={styles.name}>&nbsp;</p>
            <p className={styles.since}>&nbsp;</p>
          </div>
        </div>
      </div>
    </div>
  )
}

function Player({ user }: { readonly user: User }) {
  const { MediasUrl } = useSettings().configuration
  const titles = shownTitles(user)
  return (
    <>
      <span className={styles.frame}>
        <Avatar size="large" image={mediaUrl(user.AvatarUrl, MediasUrl)} name={user.Username} />
      </span>
      <div className={styles.who}>
        <div className={styles.plate}>
          <p className={styles.name} style={lettersOf(user.Username)}>
            <Isolated of={user.Username} />
          </p>
          {titles.length > 0 && (
            <p className={styles.titles}>
              {titles.map((title) => (
                <span key={title} dir="auto">
                  {title}{' '}
                </span>
              ))}
            </p>
          )}
          {utcDay(user.CreatedAt) !== null && (
            <p className={styles.since}>
              <Since at={user.CreatedAt} />
            </p>
          )}
        </div>
      </div>
    </>
  )
}

function shownTitles(user: User): readonly string[] {
  return [...new Set(titlesOf(user.Titles || user.TitleName))]
}

/** The accounts that the player has linked, and how safe this one is. */
function Trophies({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const { rules, configuration } = useSettings()
  const { connects } = useSession()
  const linked = shownConnects(connects, rules).filter(({ IsLinked }) => IsLinked)
  const isGuarded = rules.hasSecuritySection && rules.offersStrongSignIn
  return (
    <>
      {rules.hasConnectionsSection && linked.length > 0 && (
        <ul className={styles.signs} aria-label={t`Linked accounts`}>
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

/** The scene grows with the account. */
function Grown({ user }: { readonly user: User }) {
  const { rules } = useSettings()
  const { connects } = useSession()
  const linked = shownConnects(connects, rules).filter(({ IsLinked }) => IsLinked)
  return <SceneGrowth linked={linked.length} titles={shownTitles(user).length} />
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
      className={styles.profile}
      href={profilePage(FrontUrl, user.Id)}
      // On a small screen its sign stands alone.
      aria-label={t`See my profile`}
    >
      <span>{t`See my profile`}</span>
      <Icon name="away" />
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

/** The sheet makes a long name smaller, so that it is not broken in two. */
function lettersOf(name: string): CSSProperties {
  return { '--letters': name.length } as CSSProperties
}
