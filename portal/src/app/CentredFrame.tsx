import { Outlet } from '@tanstack/react-router'
import { Brand } from './Brand.tsx'
import styles from './CentredFrame.module.css'
import { Footer } from './Footer.tsx'

/** One message in the middle of the page. */
export function CentredFrame() {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="content" className={styles.frame}>
        <Outlet />
      </main>
      <Footer offersCookies />
    </div>
  )
}
