import type { ReactNode } from 'react'
import { StudioName } from './StudioName.tsx'
import { Footer } from './Footer.tsx'
import { LastNotification } from '../../ui/StatusMessage.tsx'
import styles from './VisitorLayout.module.css'

interface Props {
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

/**
 * A narrow column and the studio's art; on small screens the art is a band above it. How the two
 * stand to each other is the theme's.
 */
export function VisitorLayout({ footer, children }: Props) {
  return (
    <div className={styles.frame} data-layout="visitor">
      <header>
        <StudioName />
      </header>
      <main id="content">
        <LastNotification />
        {children}
      </main>
      {footer ?? <Footer offersCookies />}
      <div className={`turns ${styles.art}`} data-art="" />
      <div className={`turns ${styles.panel}`} />
    </div>
  )
}
