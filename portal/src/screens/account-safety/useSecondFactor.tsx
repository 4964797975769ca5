import { Trans } from '@lingui/react/macro'
import type { AnswerOf, InputOf } from '@gatehouse/contract/calls'
import { type ReactNode, useState } from 'react'
import { usePortal } from '../../context/portal.ts'
import { CodeField, type CodeWay } from '../../forms/second-factor/CodeField.tsx'
import { useCodeWay } from '../../forms/second-factor/useCodeWay.tsx'
import { FormError } from '../../forms/submit/FormError.ts'
import type { FormValues } from '../../forms/submit/FormValues.ts'
import '../../i18n/factorWords.ts'
import { Button } from '../../ui/Button.tsx'

type Ways = AnswerOf<'readSafetyLink'>['Ways']
type Given = Pick<InputOf<'actOnSafetyLink'>['body'], 'Way' | 'Code' | 'Credential'>

/** The second factor that an act asks one of: its fields, and what is sent of it. */
export function useSecondFactor(
  link: string,
  ways: Ways,
): {
  readonly fields: ReactNode
  /** Asks the passkey where that is the way. Throws a FormError where the player gives up. */
  readonly give: (values: FormValues) => Promise<Given>
} {
  const { session } = usePortal()
  const hasPasskey = ways.includes('passkey')
  const [isByPasskey, setByPasskey] = useState(hasPasskey)
  const { way, otherWay } = useCodeWay(ways.filter((one): one is CodeWay => one !== 'passkey'))
  if (ways.length === 0) return { fields: null, give: () => Promise.resolve({}) }

  async function askPasskey(): Promise<Given> {
    // Few players have one: it comes when it is asked for.
    const { answerPasskey } = await import('../../forms/passkeys/ceremony.ts')
    const { Options } = await session.api('safetyProofOptions', { body: { Link: link } })
    const Credential = await answerPasskey(Options)
    if (Credential === null) {
      throw new FormError({ Property: '', ErrorMessage: 'ERROR_PASSKEY_REFUSED' })
    }
    return { Way: 'passkey', Credential }
  }

  const codes = way !== null && (
    <>
      <CodeField way={way} />
      {otherWay}
      {hasPasskey && (
        <Button look="quiet" onClick={() => setByPasskey(true)}>
          <Trans>Use a passkey</Trans>
        </Button>
      )}
    </>
  )
  const passkey = (
    <>
      <p>
        <Trans>Confirm with your passkey.</Trans>
      </p>
      {way !== null && (
        <Button look="quiet" onClick={() => setByPasskey(false)}>
          <Trans>Use another way</Trans>
        </Button>
      )}
    </>
  )
  return {
    fields: isByPasskey ? passkey : codes,
    give: (values) =>
      isByPasskey || way === null
        ? askPasskey()
        : Promise.resolve({ Way: way, Code: values.text('Code') }),
  }
}
