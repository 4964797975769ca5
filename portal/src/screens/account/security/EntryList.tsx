import { Trans, useLingui } from '@lingui/react/macro'
import { browserWords, type Entry, sentenceOf } from './sayings.ts'
import styles from './Security.module.css'

/** What was done, each with its time and its browser. */
export function EntryList({ entries }: { readonly entries: readonly Entry[] }) {
  if (entries.length === 0) {
    return (
      <p>
        <Trans>Nothing here yet.</Trans>
      </p>
    )
  }
  return (
    <ol>
      {entries.map((entry) => (
        <EntryRow key={entry.Id} entry={entry} />
      ))}
    </ol>
  )
}

function EntryRow({ entry }: { readonly entry: Entry }) {
  const { i18n } = useLingui()
  const browser = browserWords(i18n, entry)
  return (
    <li className={styles.row}>
      <h3>
        {sentenceOf(i18n, entry)}
        {entry.Shown['IsNewBrowser'] === true && (
          <span className={styles.tag}>
            <Trans>New browser</Trans>
          </span>
        )}
      </h3>
      <p>
        <time dateTime={entry.At}>
          {i18n.date(entry.At, { dateStyle: 'long', timeStyle: 'short' })}
        </time>
        {browser !== '' && ` · ${browser}`}
      </p>
    </li>
  )
}
