import { useSyncExternalStore } from 'react'
import { usePortal } from '../context/portal.ts'
import { Toast } from '../ui/feedback/Toast.tsx'

/** Says what went well, on whichever screen the player is by then. */
export function NewsToast() {
  const { news } = usePortal()
  const said = useSyncExternalStore(news.subscribe, news.read, news.read)
  return <Toast words={said?.words ?? ''} number={said?.number ?? 0} />
}
