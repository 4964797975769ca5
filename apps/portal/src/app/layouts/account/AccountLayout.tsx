import { paths } from '@gatehouse/contract/routes'
import type { ReactNode } from 'react'
import { accountWordings } from '../../../context/accountWording.ts'
import { usePortal, useSession } from '../../../context/portal.ts'
import { useWording } from '../../../context/useWording.ts'
import { WayIcon } from '@gatehouse/ui/WayIcon'
import { Link } from '../../../router/Link.tsx'
import { AccountHead } from './AccountHead.tsx'
import styles from './AccountLayout.module.css'
import { AccountMenu } from './AccountMenu.tsx'
import { StudioName } from '../StudioName.tsx'
import { Footer } from '../Footer.tsx'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'
import { LastNotification } from '../../../ui/StatusMessage.tsx'

// Of players who came with a service, for some minutes.
const Unconfirmed = lazyOptional(
  async () => (await import('./Unconfirmed.tsx')).Unconfirmed,
  'services',
)

/** The player's account: the player's card, the menu, and the requested section. */
export function AccountLayout({ children }: { readonly children?: ReactNode }) {
  const { page } = usePortal()
  const { user } = useSession()
  const word = useWording()
  return (
    <div className={styles.page}>
      <header className={`line apart ${styles.header}`}>
        <StudioName />
        <Link
          to={paths.logout}
          className={`line near ${styles.logout}`}
          onClick={() => page.agreeTo(paths.logout)}
        >
          <WayIcon name="out" />
          {word(accountWordings.logOut)}
        </Link>
      </header>
      <div className={styles.rooms}>
        <AccountHead />
        <AccountMenu />
        <main id="content" className={styles.main}>
          {user?.IsUnconfirmed && <Unconfirmed />}
          <LastNotification />
          {children}
        </main>
      </div>
      <Footer />
    </div>
  )
}
