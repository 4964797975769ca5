import { Trans, useLingui } from '@lingui/react/macro'
import { CookieList } from '../../../consent/CookieList.tsx'
import type { Decision } from '../../../consent/decision.ts'
import { RefusedByBrowser } from '../../../consent/RefusedByBrowser.tsx'
import { useConsent } from '../../../consent/useConsent.ts'
import { useSwitches } from '../../../forms/submit/useSwitches.ts'
import { useSettings } from '../../../context/portal.ts'
import { useScreenData } from '../../../context/useScreenData.ts'
import { ActionErrors } from '../../../ui/feedback/ActionErrors.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/**
 * The cookie categories of a player. Each switch turns only when its own call has succeeded; a
 * withdrawal holds in this browser from the press on.
 */
export function Cookies() {
  const { t } = useLingui()
  const { consent } = useConsent()
  const { goesBeyondSpecification } = useSettings().rules
  const { value: decisions, change: changeDecisions } = useScreenData(consent.decisions)
  const { wishOf, errorsOf, turn } = useSwitches()

  function change({ category }: Decision) {
    const now = decisions?.find((decision) => decision.category.Id === category.Id)
    const wish = turn(category.Id, now?.isAccepted === true, async (isAccepted) => {
      const changed = { category, isAccepted }
      await consent.change(decisions ?? [], changed)
      changeDecisions((old) =>
        old.map((decision) => (decision.category.Id === category.Id ? changed : decision)),
      )
    })
    // Its call may wait for another one: it holds here from the press on.
    if (!wish) void consent.withdraw(decisions ?? [], { category, isAccepted: false })
  }

  return (
    <>
      <h1>{t`Cookies`}</h1>
      <p>{t`Change your mind at any time.`}</p>
      <RefusedByBrowser />
      <ActionErrors errors={decisions?.flatMap(({ category }) => errorsOf(category.Id)) ?? []} />
      {decisions === null ? (
        <Skeleton />
      ) : (
        <CookieList
          decisions={decisions}
          wishOf={wishOf}
          onChange={change}
          wordOf={goesBeyondSpecification ? wordOf : undefined}
        />
      )}
    </>
  )
}

function wordOf(isAccepted: boolean) {
  return isAccepted ? (
    <Trans context="a category of cookies">On</Trans>
  ) : (
    <Trans context="a category of cookies">Off</Trans>
  )
}
