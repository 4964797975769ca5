import type { Client } from '@gatehouse/client/client'
import { calls } from '@gatehouse/contract/calls'
import { type ReactNode, useState } from 'react'
import { type Portal, PortalContext, usePortal } from './portal.ts'

interface Props {
  /** A call that is no reading has succeeded. The first one given is called. */
  readonly onChange: () => void
  readonly children: ReactNode
}

/** A part of a screen whose own changes are followed, whichever form or button inside makes them. */
export function ChangesScope({ onChange, children }: Props) {
  const portal = usePortal()
  const [inner] = useState(() => watched(portal, onChange))
  return <PortalContext value={inner}>{children}</PortalContext>
}

function watched(portal: Portal, onChange: () => void): Portal {
  const api: Client = async (name, input, options) => {
    const answer = await portal.session.api(name, input, options)
    if (calls[name].method !== 'GET') onChange()
    return answer
  }
  return { ...portal, session: { ...portal.session, api } }
}
