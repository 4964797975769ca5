import { Breakdown } from './Breakdown.tsx'
import styles from './CentredFrame.module.css'

/** In place of a frame that broke or did not come: it has no parts that could break again. */
export function BrokenFrame({ error }: { readonly error: unknown }) {
  return (
    <div className={styles.page}>
      <main id="content" className={styles.frame}>
        <Breakdown error={error} />
      </main>
    </div>
  )
}
