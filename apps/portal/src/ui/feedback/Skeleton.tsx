import { useLingui } from '@lingui/react/macro'
import styles from './Skeleton.module.css'

/** The shape of a list that is on its way; invisible for the first 200 ms. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  const { t } = useLingui()
  return (
    <div role="status" className="soon">
      <span className="unseen">{t`One moment, please.`}</span>
      {Array.from({ length: rows }, (_, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- rows without an id
        <span key={row} className={`turns breathes ${styles.row}`} />
      ))}
    </div>
  )
}
