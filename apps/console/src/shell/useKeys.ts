import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { copyForTicket } from '../lists/copyForTicket.ts'
import { moveRow, selectRow } from '../lists/rows.ts'
import { isTyping, singleKeys } from './keys.ts'
import { say } from '../acts/toasts.ts'
import { keysOfScreens } from '../api/screens.ts'

interface Opening {
  /** Undefined before a deployment is chosen. */
  readonly place: string | undefined
  readonly person: string
  readonly openPalette: () => void
  readonly openKeys: () => void
}

/** The keys of every screen. */
export function useKeys({ place, person, openPalette, openKeys }: Opening): void {
  const navigate = useNavigate()
  const wentAt = useRef(-Infinity)

  const screens: Readonly<Record<string, () => unknown>> = {
    s: () => navigate({ to: '/' }),
    ...Object.fromEntries(keysOfScreens.map(([key, path]) => [key, () => goTo(path)])),
  }
  const single: Readonly<Record<string, () => unknown>> = {
    '/': search,
    '?': openKeys,
    j: () => moveRow(1),
    k: () => moveRow(-1),
    x: selectRow,
    c: copy,
  }

  function goTo(path: string) {
    if (place === undefined) say('Choose a deployment first.')
    else void navigate({ href: `/${place}/${path}` })
  }

  function search() {
    const field = document.querySelector<HTMLElement>('[data-search]')
    if (field === null) void navigate({ to: '/' })
    else field.focus()
  }

  async function copy() {
    try {
      const said = await copyForTicket(person)
      if (said !== null) say(said)
    } catch {
      say('The browser did not let the page copy.')
    }
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) openPalette()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (!singleKeys.read() || isTyping(event.target)) return
    if (document.querySelector('dialog[open]') !== null) return
    const isGoing = event.timeStamp - wentAt.current < 1500
    wentAt.current = event.key === 'g' ? event.timeStamp : -Infinity
    const act = isGoing ? screens[event.key] : single[event.key]
    // Not a text that is selected: the browser copies that.
    if (act === undefined || (event.key === 'c' && getSelection()?.isCollapsed === false)) return
    event.preventDefault()
    void act()
  })

  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
