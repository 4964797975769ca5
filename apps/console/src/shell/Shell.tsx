import type { Me } from '@gatehouse/contract/console/me'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ActDialogs } from '../acts/ActDialog.tsx'
import { followTabs, isRefusal, lostSession, readMe } from '../api/session.ts'
import { keep, readKept } from '../api/kept.ts'
import { MeContext, placeAt, placesOf } from '../api/useMe.ts'
import { useStore } from '../api/store.ts'
import { dressOf } from '../lists/Sign.tsx'
import { RefusalNotice, Skeleton } from '../lists/states.tsx'
import { openPlayer } from '../screens/openPlayer.ts'
import { SignedOut } from '../screens/SignedOut.tsx'
import { Bar } from './Bar.tsx'
import { choicesOf } from './choices.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { leave } from '../acts/leave.ts'
import { Menu } from './Menu.tsx'
import { Connection, SessionLost, SessionEnd } from './notices.tsx'
import { Palette } from './Palette.tsx'
import { Toasts } from './Toasts.tsx'
import { useKeys } from './useKeys.ts'
import { useLostFocus } from './useLostFocus.ts'

/** The frame of every screen: nothing of it is shown before it is known who is signed in. */
export function Shell() {
  const {
    data: me,
    error,
    refetch,
  } = useQuery({
    queryKey: ['me'],
    queryFn: readMe,
    refetchInterval: 60_000,
  })
  useEffect(() => followTabs(() => void refetch()), [refetch])
  if (me !== undefined) {
    return (
      <MeContext value={me}>
        <Frame me={me} />
      </MeContext>
    )
  }
  if (isRefusal(error, 'NOT_SIGNED_IN')) return <SignedOut />
  return (
    <main className="alone">
      <h1 className="unseen">Console</h1>
      {error === null ? (
        <Skeleton />
      ) : (
        <RefusalNotice error={error} onTryAgain={() => void refetch()} />
      )}
    </main>
  )
}

type Open = 'palette' | 'keys' | null

function Frame({ me }: { readonly me: Me }) {
  const params: { readonly place?: string } = useParams({ strict: false })
  const here = placeAt(me, params.place)
  const places = placesOf(me)
  // Where there is one alone, there is nothing to choose.
  const place = here ?? (places.length === 1 ? places[0] : undefined)
  const [open, setOpen] = useState<Open>(null)
  const [tables, choose] = useTables()
  const navigate = useNavigate()
  const player = useStore(openPlayer)
  const close = () => setOpen(null)
  const openPalette = () => setOpen('palette')
  const openKeys = () => setOpen('keys')
  useKeys({ place: place?.path, person: me.name, openPalette, openKeys })
  useTitle(here?.path)
  const main = useFocusOnChange()
  useLostFocus()
  const ways = {
    go: (href: string) => void navigate({ href }),
    player,
    signOut: leave,
  }
  return (
    <div className="app" {...dressOf(place?.deployment)} data-tables={tables}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Bar
        me={me}
        here={here}
        onPalette={openPalette}
        onKeys={openKeys}
        isCompact={tables === 'compact'}
        onCompact={() => choose(tables === 'compact' ? 'comfortable' : 'compact')}
      />
      <div className="frame">
        {place !== undefined && <Menu place={place} />}
        <main id="main" ref={main} tabIndex={-1}>
          <Connection />
          <SessionEnd endsAt={me.session.endsAt} />
          <Outlet />
        </main>
      </div>
      <ActDialogs />
      {open === 'palette' && <Palette choicesFor={choicesOf(me, place, ways)} onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
      <SessionLost />
      <Toasts />
    </div>
  )
}

/** How much space the rows of tables have, which this browser keeps for the person. */
function useTables() {
  const [tables, setTables] = useState(() =>
    readKept('tables') === 'compact' ? 'compact' : 'comfortable',
  )
  function choose(next: 'compact' | 'comfortable') {
    keep('tables', next)
    setTables(next)
  }
  return [tables, choose] as const
}

/** '{thing} · {deployment} · Console', by the heading of the screen. */
function useTitle(place: string | undefined): void {
  useEffect(() => {
    const write = () => {
      const heading = document.querySelector('main h1')?.textContent ?? ''
      // The page of a person who is not signed in says nothing of what is on it.
      const shown = lostSession.read() === null ? [heading, place ?? ''] : []
      document.title = [...shown, 'Console'].filter((part) => part !== '').join(' · ')
    }
    write()
    const observer = new MutationObserver(write)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [place])
}

/** A screen that was chosen by a link is read from its beginning. */
function useFocusOnChange() {
  const main = useRef<HTMLElement>(null)
  // Once the screen is there: before, the link that was followed still has the focus.
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // A field that took the focus keeps it.
    if (main.current?.contains(document.activeElement) !== true) main.current?.focus()
  }, [path])
  return main
}
