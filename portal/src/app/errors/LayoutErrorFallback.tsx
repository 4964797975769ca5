import { ScreenErrorFallback } from './ScreenErrorFallback.tsx'
import styles from '../layouts/CentredLayout.module.css'

/** Shown in place of a layout that broke or did not load. It has no parts that could break again. */
export function LayoutErrorFallback({ error }: { readonly error: unknown }) {
  return (
    <div className={styles.page}>
      <main id="content" className={styles.frame}>
        <ScreenErrorFallback error={error} />
      </main>
    </div>
  )
}
