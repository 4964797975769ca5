import { type ReactNode, useId, useMemo } from 'react'
import { Said } from '../ui/Said.tsx'
import type { Saying } from '../ui/news.ts'
import { PortalContext, usePortal } from './portal.ts'

interface Props {
  /** By which other screens name the part; absent: only what is in it speaks of it. */
  readonly name?: string
  readonly children: ReactNode
}

/** A part of a screen that says at its end, in words, what went well in it. */
export function Place({ name, children }: Props) {
  const portal = usePortal()
  const id = useId()
  const about = name ?? id
  const own = useMemo(() => {
    const say = (words: () => string, saying?: Saying) => portal.say(words, { about, ...saying })
    return { ...portal, say }
  }, [portal, about])
  return (
    <PortalContext value={own}>
      {children}
      <Said about={about} />
    </PortalContext>
  )
}
