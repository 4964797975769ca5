import { useLingui } from '@lingui/react/macro'
import type { AnswerOf, InputOf } from '@gatehouse/contract/calls'
import type { ReactNode } from 'react'
import { usePortal } from '../../context/portal.ts'
import { TextField } from '../../forms/fields/TextField.tsx'
import { askPasskey } from '../../forms/passkeys/askPasskey.ts'
import { CodeField } from '../../forms/second-factor/CodeField.tsx'
import { useWay } from '../../forms/second-factor/useWay.tsx'
import type { FormValues } from '../../forms/submit/useSubmission.ts'

/* What the act of a link takes besides the link. */

export interface LinkProps {
  readonly token: string
  readonly link: AnswerOf<'readSafetyLink'>
}

type Act = InputOf<'actOnSafetyLink'>['body']['Act']

/** What was done: an act with its answer, or that nothing was. */
export type Done =
  | { readonly what: Act; readonly answer: Omit<AnswerOf<'actOnSafetyLink'>, 'Created'> }
  | { readonly what: 'nothing' }

/** A choice of the page, which ends with what it has done. */
export interface ChoiceProps extends LinkProps {
  readonly onDone: (done: Done) => void
}

/** What an act sends of which nothing is asked. */
export const nothingAsked = { Number: '', Password: '', Confirm: '' } as const

/** The digits of the mail beside the link. */
export function NumberField() {
  const { t } = useLingui()
  return (
    <TextField
      name="Number"
      kind="digits"
      data-first=""
      data-unkept=""
      label={t`Number in our mail`}
      hint={t`This browser is new to us. Type the six digits below the button in our mail.`}
      inputMode="numeric"
      autoComplete="off"
      dir="ltr"
    />
  )
}

type Ways = AnswerOf<'readSafetyLink'>['Ways']
type Given = Pick<InputOf<'actOnSafetyLink'>['body'], 'Way' | 'Code' | 'Credential'>

/** The second factor of an act: its fields, and the values to send. */
export function useSecondFactor(
  Link: string,
  ways: Ways,
  /** The first entry that is undone, where it is for that. */
  From?: number,
): {
  readonly takesPasskey: boolean
  readonly fields: ReactNode
  /**
   * Asks the passkey where that is the way. Throws what keeps the form as it is where the player
   * gives up.
   */
  readonly give: (values: FormValues) => Promise<Given>
} {
  const { session } = usePortal()
  const {
    way: [way],
    otherWays,
  } = useWay(ways.map((one) => [one]))
  if (way === undefined || way === 'password') {
    return { takesPasskey: false, fields: null, give: () => Promise.resolve({}) }
  }

  const options = async () =>
    (await session.api('safetyProofOptions', { body: { Link, ...(From && { From }) } })).Options

  return {
    takesPasskey: way === 'passkey',
    fields: (
      <>
        {way !== 'passkey' && <CodeField way={way} />}
        {otherWays}
      </>
    ),
    give: async (values) =>
      way === 'passkey'
        ? { Way: way, Credential: await askPasskey(options) }
        : { Way: way, Code: values.text('Code') },
  }
}
