import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { usePortal, useSession } from '../../context/portal.ts'
import { Button } from '@gatehouse/ui/Button'
import { Isolated } from '../../ui/Isolated.tsx'

/** How long the good news stays before the player goes on, in milliseconds. */
const pause = 2000

/** The account is made and its player logged in: says so, and goes where the player was heading. */
export function PartnerConfirmRegister() {
  const { t } = useLingui()
  const { proceed, fail } = usePortal()
  const { user } = useSession()
  const isGoing = useRef(false)

  function goOn() {
    if (isGoing.current) return
    isGoing.current = true
    proceed().catch((error: unknown) => fail(error, { replace: true }))
  }

  const goOnAlone = useEffectEvent(goOn)
  useEffect(() => {
    const timer = setTimeout(() => goOnAlone(), pause)
    return () => clearTimeout(timer)
  }, [])

  const name = <Isolated of={user?.Username} />
  return (
    <>
      <h1>{t`Your account is ready`}</h1>
      <p>
        <Trans>Welcome, {name}. You are all set.</Trans>
      </p>
      <div>
        <Button onClick={goOn}>{t`Continue`}</Button>
      </div>
    </>
  )
}
