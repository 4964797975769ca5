import { Trans } from '@lingui/react/macro'
import type { Proof } from '@gatehouse/contract/errorItems'
import { useEffect, useEffectEvent } from 'react'
import { usePortal } from '../../context/portal.ts'
import { ProofForm } from '../../forms/second-factor/ReauthenticationByFactors.tsx'
import { refusedItems } from '../../forms/submit/FormError.ts'
import { useLoaded } from '../../ui/useLoaded.ts'

/** A site asks a signed-in player for a stronger proof, and goes on once it is given. */
export function StepUp() {
  const { session, fail, proceed } = usePortal()
  const [ways] = useLoaded<Proof['Ways']>(
    async () => {
      const { Stronger } = await session
        .api('proofOptions', { body: {} })
        .catch((error: unknown) => {
          // Nothing is asked where nothing is offered.
          if (refusedItems(error) === null) throw error
          return { Stronger: [] }
        })
      return Stronger
    },
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  const isProven = ways?.length === 0
  const goOn = useEffectEvent(() => void proceed())
  useEffect(() => {
    if (isProven) goOn()
  }, [isProven])
  if (ways === null || isProven) return null
  return (
    <>
      <h1 tabIndex={-1}>
        <Trans>One more step</Trans>
      </h1>
      <p>
        <Trans>The site that you come from asks for your second step.</Trans>
      </p>
      <ProofForm ways={ways} onProven={() => void proceed()} onFailure={fail} />
    </>
  )
}
