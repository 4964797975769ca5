import { useLingui } from '@lingui/react/macro'
import { dateIn } from '../../../i18n/formats.ts'
import rowStyles from '../../../ui/Row.module.css'
import { browserWords, type Entry, sentenceOf } from './activityLabels.ts'
import styles from './Security.module.css'

interface Props {
  readonly entries: readonly Entry[]
  /** The level below the heading that they stand under. */
  readonly heading: 'h2' | 'h3'
}

/** The acts, each with its time and its browser. */
export function EntryList({ entries, heading }: Props) {
  const { t } = useLingui()
  if (entries.length === 0) {
    return <p>{t`Nothing here yet.`}</p>
  }
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <EntryRow key={entry.Id} entry={entry} heading={heading} />
      ))}
    </ul>
  )
}

function EntryRow({ entry, heading: Heading }: { readonly entry: Entry } & Pick<Props, 'heading'>) {
  const { i18n, t } = useLingui()
  const browser = browserWords(i18n, entry)
  return (
    <li className={rowStyles.row}>
      <div>
        <Heading>
          {sentenceOf(i18n, entry)}
          {entry.Shown['IsNewBrowser'] === true && (
            <span className={styles.tag}>{t`New browser`}</span>
          )}
        </Heading>
        <p>
          <time dateTime={entry.At}>
            {dateIn(i18n.locale, entry.At, { dateStyle: 'long', timeStyle: 'short' })}
          </time>
          {browser !== '' && ` · ${browser}`}
        </p>
      </div>
    </li>
  )
}
