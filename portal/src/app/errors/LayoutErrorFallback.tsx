import { ScreenErrorFallback } from './ScreenErrorFallback.tsx'
import styles from '../layouts/CentredLayout.module.css'

/** In place of a frame that broke or did not come: it has no parts that could break again. */
export function LayoutErrorFallback({ error }: { readonly error: unknown }) {
  return (
    <div className={styles.page}>
      <main id="content" className={styles.frame}>
        <ScreenErrorFallback error={error} />
      </main>
    </div>
  )
}
