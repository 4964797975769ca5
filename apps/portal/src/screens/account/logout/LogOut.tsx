import { useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useQuery } from '../../../router/router.ts'
import { needsConfirmation } from '../../../context/confirmation.ts'
import { forgetPlayer } from '../../../context/forgetPlayer.ts'
import { announceLogOut } from '../../../context/announceLogOut.ts'
import { browserCookie } from '../../../storage/browserCookie.ts'
import { type Portal, usePortal } from '../../../context/portal.ts'
import { useActOnce } from '../../../ui/useActOnce.ts'
import { Button } from '@gatehouse/ui/Button'
import { Progress } from '../../../ui/feedback/Progress.tsx'

/** How long the server may keep a player from leaving, in milliseconds. */
const serverTimeout = 5000

/** Logs out as soon as it is shown. A player who did not ask for it confirms first. */
export function LogOut() {
  const { t } = useLingui()
  const portal = usePortal()
  const query = useQuery()
  const [isConfirmed, confirm] = useState(() => !needsConfirmation(portal, paths.logout))

  async function logOut() {
    const frames = await endAtServer(portal, query['id-user'])
    portal.session.end()
    forgetPlayer(portal)
    const forgotten = frames.length > 0 ? showFrames(frames) : null
    const destination = await portal.returnTo.take()
    await forgotten
    portal.returnTo.forget()
    if (destination === null) announceLogOut(portal)
    await portal.follow(destination, paths.home)
  }

  useActOnce(String(isConfirmed), () => {
    if (isConfirmed) void logOut()
  })

  if (isConfirmed) return <Progress />
  return (
    <>
      <h1>{t`Log out of your account?`}</h1>
      <Button onClick={() => confirm(true)}>{t`Confirm`}</Button>
    </>
  )
}

/**
 * Ends the session at the server; answers the pages of clients that forget their visitor in frames.
 * When that fails, the player is still logged out here.
 */
async function endAtServer(
  { session }: Pick<Portal, 'session'>,
  idUser: string | undefined,
): Promise<readonly string[]> {
  const { token } = session.read()
  if (token === null) return []
  const userId = /^[1-9]\d{0,14}$/.test(idUser ?? '') ? Number(idUser) : token.Id_User
  const ended = await session
    .api('logOut', { path: { userId }, body: {} }, { signal: AbortSignal.timeout(serverTimeout) })
    .catch(() => null)
  if (ended?.CookieName) browserCookie.remove(ended.CookieName)
  return ended?.Frames ?? []
}

/** How long clients may take to forget their visitor, in milliseconds. */
const frameTimeout = 2000

/**
 * Shows pages of clients without a server in hidden frames, which forget their visitor (OpenID
 * Connect Front-Channel Logout). Resolves when all have loaded; one that is slow or down delays no
 * log-out.
 */
async function showFrames(addresses: readonly string[]): Promise<void> {
  const frames = addresses.map(frameOf)
  const loads = frames.map(
    (frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })),
  )
  const wait = new Promise((resolve) => setTimeout(resolve, frameTimeout))
  document.body.append(...frames)
  await Promise.race([Promise.all(loads), wait])
  // On the way to another page of the portal, what they have begun goes on for a moment.
  void wait.then(() => frames.map((frame) => frame.remove()))
}

function frameOf(address: string): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts', 'allow-same-origin')
  frame.hidden = true
  frame.src = address
  return frame
}
