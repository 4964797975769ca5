import { useLingui } from '@lingui/react/macro'
import { dateIn } from '../../../i18n/formats.ts'
import rowStyles from '../../../ui/Row.module.css'
import { browserWords, type Entry, sentenceOf } from './activityLabels.ts'
import styles from './Security.module.css'

interface Props {
  readonly entries: readonly Entry[]
  /** Each day has its heading, and the rows their times. */
  readonly isByDay?: boolean
}

/** The acts, each with its time and its browser. */
export function EntryList({ entries, isByDay = false }: Props) {
  const { i18n, t } = useLingui()
  if (entries.length === 0) {
    return <p>{t`Nothing here yet.`}</p>
  }
  if (!isByDay) return <Rows entries={entries} />
  const dayOf = ({ At }: Entry) => dateIn(i18n.locale, At, { dateStyle: 'full' })
  return [...new Set(entries.map(dayOf))].map((day) => (
    <section key={day} className={styles.day}>
      <h2>{day}</h2>
      <Rows entries={entries.filter((entry) => dayOf(entry) === day)} isByDay />
    </section>
  ))
}

function Rows({ entries, isByDay = false }: Props) {
  return (
    <ul className={styles.entries}>
      {entries.map((entry) => (
        <EntryRow key={entry.Id} entry={entry} isByDay={isByDay} />
      ))}
    </ul>
  )
}

function EntryRow({ entry, isByDay }: { readonly entry: Entry; readonly isByDay: boolean }) {
  const { i18n, t } = useLingui()
  const browser = browserWords(i18n, entry)
  return (
    <li className={rowStyles.row}>
      <div>
        <h3>
          {sentenceOf(i18n, entry)}
          {entry.Shown['IsNewBrowser'] === true && (
            <span className={styles.tag}>{t`New browser`}</span>
          )}
        </h3>
        <p>
          <time dateTime={entry.At}>
            {dateIn(i18n.locale, entry.At, {
              ...(!isByDay && { dateStyle: 'long' }),
              timeStyle: 'short',
            })}
          </time>
          {browser !== '' && ` · ${browser}`}
        </p>
      </div>
    </li>
  )
}
