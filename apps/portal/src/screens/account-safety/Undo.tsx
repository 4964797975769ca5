import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '@gatehouse/ui/Button'
import { usePortal } from '../../context/portal.ts'
import { browserWords, sentenceOf } from '../../forms/activity/activityLabels.ts'
import { Whence } from '../../forms/activity/Whence.tsx'
import { Form } from '../../forms/submit/Form.tsx'
import type { Submission } from '../../forms/submit/useSubmission.ts'
import { dateIn } from '../../i18n/formats.ts'
import { readAgain } from '../../ui/readAgain.ts'
import { type ChoiceProps, nothingAsked, NumberField, useSecondFactor } from './proofs.tsx'
import styles from './Secure.module.css'

type Entry = ChoiceProps['link']['Entries'][number]
type When = 'now' | 'later'

/** Puts the account back to what it was before the first entry that the player doubts. */
export function Undo({ token, link, onDone }: ChoiceProps) {
  const { session } = usePortal()
  const [from, choose] = useState(0)
  const [when, wait] = useState<When | null>(null)
  const { Entries, NeedsNumber, WaitHours } = link
  const chosen = Entries.find(({ Id }) => Id === from)
  const ways = chosen?.Ways ?? []
  const isNow = ways.length > 0 && when === 'now'
  const { takesPasskey, fields, give } = useSecondFactor(token, isNow ? ways : [], from)

  async function undo({ values, api }: Submission) {
    const factor = await give(values)
    const body = { ...nothingAsked, Link: token, From: from, Number: values.text('Number') }
    const answer = await api('actOnSafetyLink', { body: { ...body, Act: 'restore', ...factor } })
    // A player who was logged in here is not any more, unless the account is another one.
    await readAgain(() => session.load())
    onDone({ what: 'restore', answer })
  }

  return (
    <Form
      name="safety-undo"
      submitLook="danger"
      submitLabel={takesPasskey ? <Trans>Undo it with my passkey</Trans> : <Trans>Undo it</Trans>}
      isComplete={chosen !== undefined && (ways.length === 0 || when !== null)}
      onSubmit={undo}
    >
      <Entered entries={Entries} from={from} onChoose={choose} />
      {chosen && <Undone entries={Entries} from={from} />}
      {ways.length > 0 && <Speed when={when} hours={WaitHours} onChoose={wait} />}
      {isNow && fields}
      {chosen && NeedsNumber && <NumberField />}
    </Form>
  )
}

interface EnteredProps {
  readonly entries: readonly Entry[]
  /** The chosen one; 0 before. */
  readonly from: number
  readonly onChoose: (from: number) => void
}

/** Of many, those that are shown at first. */
const fewest = 12

/** What was done, the newest first: the player names the first act of somebody else. */
function Entered({ entries, from, onChoose }: EnteredProps) {
  const { i18n, t } = useLingui()
  const [isWhole, showAll] = useState(entries.length <= fewest)
  const shown = isWhole ? entries : entries.slice(0, fewest)
  return (
    <>
      <fieldset className={`stack near ${styles.asked} ${styles.entries}`}>
        <legend>{t`Choose the first thing that was not you. It is undone, with all that came after it.`}</legend>
        {shown.map((entry) => {
          const browser = browserWords(i18n, entry)
          return (
            <label
              key={entry.Id}
              className="tick choice"
              data-undone={(from > 0 && entry.Id >= from) || undefined}
            >
              <input
                type="radio"
                name="From"
                value={entry.Id}
                checked={entry.Id === from}
                onChange={() => onChoose(entry.Id)}
              />
              <span>
                <strong>{sentenceOf(i18n, entry)}</strong>
                <br />
                <span className="quiet">
                  <time dateTime={entry.At}>
                    {dateIn(i18n.locale, entry.At, { dateStyle: 'long', timeStyle: 'short' })}
                  </time>
                  {browser !== '' && ` · ${browser}`}
                  <Whence {...entry} isAfter />
                </span>
                {entry.Id === from && (
                  <span className={styles.from}>{t`From here on it was not me`}</span>
                )}
              </span>
            </label>
          )
        })}
      </fieldset>
      {!isWhole && (
        <div>
          <Button look="secondary" onClick={() => showAll(true)}>
            <Trans>Show older</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

/** What the press undoes, and what it cannot give back. */
function Undone({ entries, from }: Omit<EnteredProps, 'onChoose'>) {
  const { i18n, t } = useLingui()
  const { rules } = usePortal()
  const undone = entries.filter(({ Id, IsTakenBack }) => Id >= from && IsTakenBack)
  const sentences = new Set(undone.map((entry) => sentenceOf(i18n, entry)))
  // A former address reads nothing of what followed its change, which is undone all the same.
  if (entries[0]?.Act === 'email-changed') {
    sentences.add(t`Everything that was done after this change of address`)
  }
  return (
    <div className="plate stack near" role="status">
      {sentences.size > 0 ? (
        <>
          <p>{t`This will be undone:`}</p>
          <ul className={styles.undone}>
            {[...sentences].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>{t`Nothing was changed since then. Everyone is logged out.`}</p>
      )}
      {rules.signIn !== 'by-partner' && (
        <p>{t`This is not put back: your old password – you choose a new one.`}</p>
      )}
    </div>
  )
}

interface SpeedProps {
  readonly when: When | null
  readonly hours: number
  readonly onChoose: (when: When) => void
}

/** A second step from before lets it happen at once; without it, its owner has the time to stop it. */
function Speed({ when, hours, onChoose }: SpeedProps) {
  const { t } = useLingui()
  const speeds = [
    ['now', t`Confirm it with your second step, and it happens now`],
    [
      'later',
      <Plural
        key="later"
        value={hours}
        one="Without it, the account is frozen now and restored in # hour unless somebody with its second step stops that."
        other="Without it, the account is frozen now and restored in # hours unless somebody with its second step stops that."
      />,
    ],
  ] as const
  return (
    <fieldset className={`stack near ${styles.asked}`}>
      <legend>{t`The account had a second step then.`}</legend>
      {speeds.map(([value, label]) => (
        <label key={value} className="tick choice">
          <input
            type="radio"
            name="When"
            value={value}
            checked={when === value}
            onChange={() => onChoose(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
