import type { ReactNode } from 'react'
import { StudioName } from './StudioName.tsx'
import styles from './CentredLayout.module.css'
import { Footer } from './Footer.tsx'
import { LastNotification } from '../../ui/StatusMessage.tsx'

/** One message in the middle of the page. */
export function CentredLayout({ children }: { readonly children?: ReactNode }) {
  return (
    <div className={styles.page}>
      <header>
        <StudioName />
      </header>
      <main id="content">
        <LastNotification />
        {children}
      </main>
      <Footer offersCookies />
    </div>
  )
}
