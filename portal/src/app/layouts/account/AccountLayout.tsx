import { Trans, useLingui } from '@lingui/react/macro'
import { shortDate, utcDay } from '@gatehouse/contract/dates'
import { titlesOf } from '@gatehouse/contract/display'
import type { User } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import type { CSSProperties, ReactNode } from 'react'
import { dayIn } from '../../../i18n/formats.ts'
import { mediaUrl, profilePage } from '../../../session/siteUrls.ts'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Link } from '../../../router/Link.tsx'
import styles from './AccountLayout.module.css'
import { SceneGrowth } from '../../../scene/SceneGrowth.tsx'
import { shownConnects } from '../../../session/connects.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { Brand } from '../Brand.tsx'
import { Footer } from '../Footer.tsx'
import { Isolated } from '../../../ui/Isolated.tsx'

/** The player's own rooms: who is here, where to go, and what was asked for. */
export function AccountLayout({ children }: { readonly children?: ReactNode }) {
  const { pageState } = usePortal()
  const { user } = useSession()
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        <Link
          to={paths.logout}
          className={styles.logout}
          onClick={() => pageState.update({ agreedTo: paths.logout })}
        >
          <Icon name="out" />
          <Trans>Logout</Trans>
        </Link>
      </header>
      <div className={styles.rooms}>
        {user === null ? <EmptyCard /> : <IdentityCard user={user} />}
        <AccountMenu />
        <main id="content" className={styles.main}>
          {children}
        </main>
      </div>
      <Footer />
    </div>
  )
}

/** Keeps the place of a player who is on the way: nothing moves when the card comes. */
function EmptyCard() {
  return (
    <div className={styles.identity} aria-hidden="true">
      <div className={styles.card}>
        <Avatar size="large" image="" name="" />
        <div className={styles.who}>
          <p className={styles.name}>&nbsp;</p>
          <p className={styles.titles}>&nbsp;</p>
          <p className={styles.since}>&nbsp;</p>
        </div>
      </div>
    </div>
  )
}

function IdentityCard({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const { FrontUrl, MediasUrl } = useSettings().configuration
  const { connects } = useSession()
  const { rules } = usePortal()
  const linked = shownConnects(connects, rules).filter(({ IsLinked }) => IsLinked).length
  const titles = [...new Set(titlesOf(user.Titles || user.TitleName))]
  const since = <RegistrationDay at={user.CreatedAt} />
  return (
    <section className={styles.identity} aria-label={t`Player`}>
      <div className={styles.card}>
        <Avatar size="large" image={mediaUrl(user.AvatarUrl, MediasUrl)} name={user.Username} />
        <div className={styles.who}>
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
          {shortDate(user.CreatedAt) !== '' && (
            <p className={styles.since}>
              <Trans>registered since {since}</Trans>
            </p>
          )}
        </div>
        <a
          className={styles.profile}
          href={profilePage(FrontUrl, user.Id)}
          // On a small screen its sign stands alone.
          aria-label={t`See my profile`}
        >
          <span>{t`See my profile`}</span>
          <Icon name="away" />
        </a>
      </div>
      <SceneGrowth linked={linked} titles={titles.length} />
    </section>
  )
}

/** In digits; the specification says how English writes them. */
function RegistrationDay({ at }: { readonly at: string | null }) {
  const { i18n } = useLingui()
  const day = utcDay(at)
  if (day === null) return null
  return (
    <time dateTime={day.toISOString().slice(0, 10)} dir="ltr">
      {i18n.locale === 'en' ? shortDate(at) : dayIn(i18n.locale, day)}
    </time>
  )
}

/** The sheet makes a long name smaller, so that it is not broken in two. */
function lettersOf(name: string): CSSProperties {
  return { '--letters': name.length } as CSSProperties
}
