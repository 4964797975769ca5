import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Notice } from '../ui/feedback/Notice.tsx'

/** Says that the network is gone, for as long as the browser knows it. */
export function OfflineNotice() {
  const isOffline = useSyncExternalStore(subscribe, () => !navigator.onLine, never)
  return (
    isOffline && (
      <Notice>
        <Trans>You seem to be offline.</Trans>
      </Notice>
    )
  )
}

const news = ['online', 'offline']

function subscribe(listener: () => void): () => void {
  for (const one of news) addEventListener(one, listener)
  return () => {
    for (const one of news) removeEventListener(one, listener)
  }
}

const never = () => false
