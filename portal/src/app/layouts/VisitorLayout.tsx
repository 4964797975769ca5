import type { ReactNode } from 'react'
import { Brand } from './Brand.tsx'
import { Footer } from './Footer.tsx'
import styles from './VisitorLayout.module.css'

/**
 * A narrow column and the studio's art; on small screens the art is a band above it. How the two
 * stand to each other is the theme's.
 */
export function VisitorLayout({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.frame} data-layout="visitor">
      <header>
        <Brand />
      </header>
      <main id="content">{children}</main>
      <Footer offersCookies />
      <div className={styles.art} />
      <div className={styles.panel} />
    </div>
  )
}
