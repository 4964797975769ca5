import { Trans, useLingui } from '@lingui/react/macro'
import { shortDate, titleNameOf } from '@gatehouse/contract/display'
import type { User } from '@gatehouse/contract/entities'
import { paths } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { mediaUrl, profilePage } from '../../context/siteUrls.ts'
import { usePortal, useSession } from '../../context/portal.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import styles from './AccountLayout.module.css'
import { AccountMenu } from './AccountMenu.tsx'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'

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
      {user === null ? <EmptyCard /> : <IdentityCard user={user} />}
      <div className={styles.rooms}>
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
      <Avatar size="large" image="" name="" />
      <div className={styles.who}>
        <p className={styles.name}>&nbsp;</p>
        <p className={styles.titles}>&nbsp;</p>
        <p className={styles.since}>&nbsp;</p>
      </div>
    </div>
  )
}

function IdentityCard({ user }: { readonly user: User }) {
  const { t } = useLingui()
  const { FrontUrl, MediasUrl } = usePortal().configuration
  const titles = titleNameOf(user.TitleName || user.Titles)
  const since = shortDate(user.CreatedAt)
  return (
    <section className={styles.identity} aria-label={t`Player`}>
      <Avatar size="large" image={mediaUrl(user.AvatarUrl, MediasUrl)} name={user.Username} />
      <div className={styles.who}>
        <p className={styles.name}>{user.Username}</p>
        {titles !== '' && <p className={styles.titles}>{titles}</p>}
        {since !== '' && (
          <p className={styles.since}>
            <Trans>registered since {since}</Trans>
          </p>
        )}
      </div>
      <a className={styles.profile} href={profilePage(FrontUrl, user.Id)}>
        <Trans>See my profile</Trans>
        <Icon name="away" />
      </a>
    </section>
  )
}
