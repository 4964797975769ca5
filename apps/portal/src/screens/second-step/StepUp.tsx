import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import { usePortal } from '../../context/portal.ts'
import { useScreenData } from '../../context/useScreenData.ts'
import { ProofForm } from '../../forms/second-factor/ReauthenticationByFactors.tsx'
import { refusedItems } from '../../forms/submit/FormError.ts'

/** A site asks a signed-in player for a stronger proof, and goes on once it is given. */
export function StepUp() {
  const { t } = useLingui()
  const { session, fail, proceed } = usePortal()
  const { value: ways } = useScreenData(async () => {
    try {
      return (await session.api('proofOptions', { body: {} })).Stronger
    } catch (error) {
      // Nothing is asked where nothing is offered.
      if (refusedItems(error) === null) throw error
      return []
    }
  })
  const isProven = ways?.length === 0
  const goOn = useEffectEvent(() => void proceed())
  useEffect(() => {
    if (isProven) goOn()
  }, [isProven])
  if (ways === null || isProven) return null
  return (
    <>
      <h1 tabIndex={-1}>{t`One more step`}</h1>
      <p>{t`The site that you come from asks for your second step.`}</p>
      <ProofForm ways={ways} onProven={() => void proceed()} onFailure={fail} />
    </>
  )
}
