import { Button } from '@gatehouse/ui/Button'
import { Dialog } from '@gatehouse/ui/Dialog'
import { Notice } from '@gatehouse/ui/Notice'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type Lost, lookForSession, lostSession, startOver } from '../api/session.ts'
import { useStore } from '../api/store.ts'
import { useMe } from '../api/useMe.ts'
import { Name } from '../lists/Name.tsx'
import { signInPath } from '../screens/signInPath.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that the browser is offline; what is on the page stays. */
export function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Notice>
      <p>You are offline. This page may be out of date, and what you typed is safe.</p>
    </Notice>
  )
}

/** Says it two minutes before a session ends. */
export function SessionEnd({ endsAt }: { readonly endsAt: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 15_000)
    return () => clearInterval(timer)
  }, [])
  const left = Date.parse(endsAt) - now
  if (!(left > 0 && left < 120_000)) return null
  return (
    <Notice>
      <p>
        Your session ends in less than two minutes. Then you sign in again, and nothing is lost.
      </p>
    </Notice>
  )
}

/** Over all that is open, while the person of the page is not signed in: the calls wait and then go on. */
export function SessionLost() {
  const lost = useStore(lostSession)
  return lost && <LostDialog key={lost.is} lost={lost} />
}

function LostDialog({ lost }: { readonly lost: Lost }) {
  const me = useMe()
  const [hasTried, setTried] = useState(false)
  useEffect(() => {
    const look = () => void lookForSession()
    const timer = setInterval(look, 3000)
    document.addEventListener('visibilitychange', look)
    // Nothing of the page is seen behind it.
    document.documentElement.dataset['covered'] = 'true'
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      delete document.documentElement.dataset['covered']
    }
  }, [])
  async function look() {
    setTried(!(await lookForSession()))
  }
  const isAnother = lost.is === 'another'
  const title = isAnother ? 'Another person has signed in' : 'Your session has ended'
  return (
    <Dialog title={title} onCancel={() => undefined} needsAnswer>
      {isAnother ? (
        <p>
          This page belongs to <Name of={me.name} />, and <Name of={lost.name} /> is now signed in
          in this browser. Nothing was sent in another name. To go on, sign in as{' '}
          <Name of={me.name} /> in another window: this page waits, with everything that was typed.
        </p>
      ) : (
        <p>Sign in again in another window. This page waits for you, with everything you typed.</p>
      )}
      {hasTried && <p role="status">You are not signed in yet.</p>}
      <div className="acts">
        <a className="button" data-look="primary" href={signInPath('/')} target="gatehouse-sign-in">
          Sign in{isAnother && <> as {me.name}</>}
        </a>
        {isAnother ? (
          <Button look="secondary" onClick={startOver}>
            Start over as {lost.name}
          </Button>
        ) : (
          <Button look="quiet" onClick={() => void look()}>
            I have signed in
          </Button>
        )}
      </div>
    </Dialog>
  )
}
