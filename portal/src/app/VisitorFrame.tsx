import { Outlet } from '@tanstack/react-router'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import styles from './VisitorFrame.module.css'

/** A narrow column beside the studio's art; on small screens the art is a band above it. */
export function VisitorFrame() {
  return (
    <div className={styles.frame} data-frame="visitor">
      <div className={styles.column}>
        <header className={styles.header}>
          <Brand />
        </header>
        <main className={styles.main}>
          <Outlet />
        </main>
        <Footer offersCookies />
      </div>
      <div className={styles.art} />
    </div>
  )
}
