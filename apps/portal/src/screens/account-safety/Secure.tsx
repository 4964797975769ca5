import { mailOutcome } from '../../context/mailOutcome.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { Form } from '../../forms/submit/Form.tsx'
import { readAgain } from '../../ui/readAgain.ts'
import {
  type ChoiceProps,
  type Done,
  type LinkProps,
  nothingAsked,
  NumberField,
} from './proofs.tsx'
import styles from './Secure.module.css'
import { Outcome } from './Outcome.tsx'
import { Undo } from './Undo.tsx'

type Choice = 'freeze' | 'undo' | 'mine'

/** Asks what happened to an account, without a log-in: it is frozen, put back to what it was, or left alone. */
export function Secure({ token, link }: LinkProps) {
  const { t } = useLingui()
  const [choice, choose] = useState<Choice | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  if (done !== null) return <Outcome done={done} />
  // A server before this one knows no entries.
  const { Username: username, IsFrozen, Entries = [], MayRelease } = link as Partial<typeof link>
  const choices: readonly (readonly [Choice, string, string])[] = [
    ['freeze', t`Freeze the account now`, t`Nobody gets in any more, until you open it again.`],
    ['undo', t`Undo what was done since …`, t`Your account is put back to what it was before.`],
    [
      'mine',
      t`It was me after all`,
      MayRelease ? t`The account can be opened again.` : t`Nothing changes.`,
    ],
  ]
  const isOffered = { freeze: !IsFrozen, undo: Entries.length > 0, mine: true }
  const props = { token, link, onDone: setDone }
  return (
    <>
      <h1>{t`Secure your account`}</h1>
      <fieldset className={`stack near ${styles.asked}`}>
        <legend>{t`${username}, tell us what happened.`}</legend>
        {choices.map(
          ([value, label, means]) =>
            isOffered[value] && (
              <label key={value} className="tick choice">
                <input
                  type="radio"
                  name="Choice"
                  value={value}
                  checked={choice === value}
                  onChange={() => choose(value)}
                />
                <span className={styles.choice}>
                  {label}
                  <span className="quiet">{means}</span>
                </span>
              </label>
            ),
        )}
      </fieldset>
      {choice === 'freeze' && <Freeze {...props} />}
      {choice === 'undo' && <Undo {...props} />}
      {choice === 'mine' && <Mine {...props} />}
    </>
  )
}

/** Closes the account to everybody. */
function Freeze({ token, link: { NeedsNumber } }: ChoiceProps) {
  const { t } = useLingui()
  const { session, go } = usePortal()
  return (
    <Form
      name="safety-freeze"
      submitLook="danger"
      submitLabel={<Trans>Freeze the account now</Trans>}
      onSubmit={async ({ values, api }) => {
        const body = { ...nothingAsked, Link: token, Number: values.text('Number') }
        const { Email } = await api('actOnSafetyLink', { body: { ...body, Act: 'freeze' } })
        // A player who was logged in here is not any more, unless the account is another one.
        await readAgain(() => session.load())
        mailOutcome.freeze({ Email })
        go(paths.accountFrozen, { replace: true })
      }}
    >
      <p>{t`We log everyone out, here and at every site. Only the link in our next mail opens it.`}</p>
      {NeedsNumber && <NumberField />}
    </Form>
  )
}

/** Changes nothing, or takes back the freeze that this address has ordered. */
function Mine({ token, link: { NeedsNumber, MayRelease }, onDone }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <Form
      name="safety-mine"
      submitLabel={<Trans context="the player has answered">Done</Trans>}
      onSubmit={async ({ values, api }) => {
        if (!MayRelease) return onDone({ what: 'nothing' })
        const body = { ...nothingAsked, Link: token, Number: values.text('Number') }
        const answer = await api('actOnSafetyLink', { body: { ...body, Act: 'release' } })
        onDone({ what: 'release', answer })
      }}
    >
      {MayRelease && (
        <p>{t`The account stays frozen. Its present address can open it again by our mail.`}</p>
      )}
      {MayRelease && NeedsNumber && <NumberField />}
    </Form>
  )
}
