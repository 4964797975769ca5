import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@gatehouse/ui/Button'
import { useId, useState } from 'react'
import { dateIn } from '../../../i18n/formats.ts'
import rowStyles from '../../../ui/Row.module.css'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'
import { ActIcon } from './ActIcon.tsx'
import { browserWords, type Entry, sentenceOf } from '../../../forms/activity/activityLabels.ts'
import { Section } from './Section.tsx'
import styles from './Security.module.css'
import { Whence } from '../../../forms/activity/Whence.tsx'

// Few acts are doubted.
const NotMe = lazyOptional(async () => (await import('./NotMe.tsx')).NotMe, 'security')

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
  return (
    <div className={`stack ${styles.days}`}>
      {[...new Set(entries.map(dayOf))].map((day) => (
        <Section key={day} title={day}>
          <Rows entries={entries.filter((entry) => dayOf(entry) === day)} isByDay />
        </Section>
      ))}
    </div>
  )
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
  const sentence = sentenceOf(i18n, entry)
  const id = useId()
  const [isDoubted, doubt] = useState(false)
  return (
    <li className={rowStyles.row}>
      <ActIcon act={entry.Act} />
      <div>
        <h3 id={id}>
          {sentence}
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
          <Whence {...entry} isAfter />
        </p>
      </div>
      {entry.MayDoubt && (
        <Button look="quiet" of={id} aria-haspopup="dialog" onClick={() => doubt(true)}>
          <Trans>It was not me</Trans>
        </Button>
      )}
      {isDoubted && <NotMe sentence={sentence} onClose={() => doubt(false)} />}
    </li>
  )
}
