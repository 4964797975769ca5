import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useLoaded } from '../ui/useLoaded.ts'
import { Button } from '@gatehouse/ui/Button'
import { DialogWithMessages } from '../ui/DialogWithMessages.tsx'
import { Notice } from '@gatehouse/ui/Notice'
import { Progress } from '../ui/feedback/Progress.tsx'
import { CookieList } from './CookieList.tsx'
import { RefusedByBrowser } from './RefusedByBrowser.tsx'
import type { Decision } from './decision.ts'
import { useConsent } from './useConsent.ts'

/** The dialog in which each cookie category is chosen; nothing is decided until it is confirmed. */
export function ConsentSettings() {
  const { t } = useLingui()
  const { consent } = useConsent()
  const { value: decided, hasFailed, retry } = useLoaded(consent.decisions)
  const [changes, change] = useState<readonly Decision[]>([])
  const decisions = decided?.map(
    (decision) => changes.find(({ category }) => category.Id === decision.category.Id) ?? decision,
  )
  return (
    <DialogWithMessages
      title={<Trans>Cookie settings</Trans>}
      onCancel={() => consent.detail(false)}
    >
      {hasFailed || decisions?.length === 0 ? (
        <Notice>
          <p>{t`We cannot show your settings right now. Please try again later.`}</p>
          {hasFailed && <Button look="secondary" onClick={retry}>{t`Try again`}</Button>}
        </Notice>
      ) : decisions === undefined ? (
        <Progress />
      ) : (
        <>
          <RefusedByBrowser />
          <CookieList
            decisions={decisions}
            onChange={(changed) =>
              change([...changes.filter(({ category }) => category !== changed.category), changed])
            }
          />
          <Button onClick={() => void consent.decide(decisions)}>{t`Confirm your settings`}</Button>
        </>
      )}
      <Button look="quiet" onClick={() => consent.detail(false)}>{t`Close`}</Button>
    </DialogWithMessages>
  )
}
