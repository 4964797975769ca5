import { createContext, type ReactNode, use, useId } from 'react'
import { LastNotification } from '../ui/StatusMessage.tsx'
import { type Portal, usePortal } from './portal.ts'

const PlaceContext = createContext<string | undefined>(undefined)

interface Props {
  /** By which other screens name the part; absent: only what is in it speaks of it. */
  readonly name?: string
  readonly children: ReactNode
}

/** A part of a screen that says at its end, in words, what went well in it. */
export function Place({ name, children }: Props) {
  const id = useId()
  const about = name ?? id
  return (
    <PlaceContext value={about}>
      {children}
      <LastNotification about={about} />
    </PlaceContext>
  )
}

/** Reports a success at the end of the part of the screen that it is called in, or of the screen. */
export function useNotify(): Portal['notify'] {
  const { notify } = usePortal()
  const about = use(PlaceContext)
  return (words, saying) => notify(words, { ...(about !== undefined && { about }), ...saying })
}
