import { Trans } from '@lingui/react/macro'
import type { AnswerOf, InputOf } from '@gatehouse/contract/calls'
import type { ReactNode } from 'react'
import { usePortal } from '../../context/portal.ts'
import { askPasskey } from '../../forms/passkeys/askPasskey.ts'
import { CodeField } from '../../forms/second-factor/CodeField.tsx'
import { useWay } from '../../forms/second-factor/useWay.tsx'
import type { FormValues } from '../../forms/submit/FormValues.ts'

type Ways = AnswerOf<'readSafetyLink'>['Ways']
type Given = Pick<InputOf<'actOnSafetyLink'>['body'], 'Way' | 'Code' | 'Credential'>

/** The second factor that an act asks one of: its fields, and what is sent of it. */
export function useSecondFactor(
  link: string,
  ways: Ways,
): {
  readonly fields: ReactNode
  /** Asks the passkey where that is the way. Throws what keeps the form as it is where the player gives up. */
  readonly give: (values: FormValues) => Promise<Given>
} {
  const { session } = usePortal()
  const {
    way: [way],
    otherWays,
  } = useWay(ways.map((one) => [one]))
  if (way === undefined || way === 'password') {
    return { fields: null, give: () => Promise.resolve({}) }
  }

  const options = async () =>
    (await session.api('safetyProofOptions', { body: { Link: link } })).Options

  return {
    fields: (
      <>
        {way === 'passkey' ? (
          <p>
            <Trans>Confirm with your passkey.</Trans>
          </p>
        ) : (
          <CodeField way={way} />
        )}
        {otherWays}
      </>
    ),
    give: async (values) =>
      way === 'passkey'
        ? { Way: way, Credential: await askPasskey(options) }
        : { Way: way, Code: values.text('Code') },
  }
}
