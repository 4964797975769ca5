import { Trans } from '@lingui/react/macro'
import { CookieList } from '../../../consent/CookieList.tsx'
import type { Decision } from '../../../consent/decision.ts'
import { useConsent } from '../../../consent/useConsent.ts'
import { usePortal } from '../../../context/portal.ts'
import { useRefusable } from '../../../forms/submit/useRefusable.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { Refused } from '../../../ui/feedback/Refused.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/** The cookie categories of a player. Each switch turns only when its own call has succeeded. */
export function Cookies() {
  const { consent } = useConsent()
  const [decisions, setDecisions] = useLoaded(consent.decisions, usePortal().fail)
  const { busy, refused, act } = useRefusable<number>()

  function change(changed: Decision) {
    const old = decisions ?? []
    const isChanged = ({ category }: Decision) => category.Id === changed.category.Id
    act(changed.category.Id, async () => {
      await consent.change(old, changed)
      setDecisions(old.map((decision) => (isChanged(decision) ? changed : decision)))
    })
  }

  return (
    <>
      <h1>
        <Trans>Cookies</Trans>
      </h1>
      <p>
        <Trans>Your choice counts from now on, here and in your account.</Trans>
      </p>
      <Refused words={refused?.words ?? []} />
      {decisions === null ? (
        <Skeleton />
      ) : (
        <CookieList decisions={decisions} busy={busy} onChange={change} />
      )}
    </>
  )
}
