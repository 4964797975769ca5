import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useQuery } from '../../../router/router.ts'
import { forgetVisit } from '../../../session/forgetVisit.ts'
import { needsConfirmation } from '../../../context/confirmation.ts'
import { browserCookie } from '../../../storage/browserCookie.ts'
import { type Portal, usePortal } from '../../../context/portal.ts'
import { tabStore } from '../../../storage/tabStore.ts'
import { useActOnce } from '../../../ui/useActOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { Progress } from '../../../ui/feedback/Progress.tsx'
import { showFrames } from './showFrames.ts'

/** How long the server may keep a player from leaving, in milliseconds. */
const patience = 5000

/** Logs out as soon as it is shown. A player who did not ask for it confirms first. */
export function Logout() {
  const portal = usePortal()
  const query = useQuery()
  const [isConfirmed, confirm] = useState(() => !needsConfirmation(portal, paths.logout))

  async function logOut() {
    const frames = await endAtServer(portal, query['id-user'])
    portal.session.end()
    tabStore.clear()
    // Back to the log-in finds no name, and back to the registration nothing of another player.
    portal.pageState.update({ username: '', registering: null, registered: null, accessKey: '' })
    portal.pageState.drafts.clear()
    const forgotten = frames.length > 0 ? showFrames(frames) : null
    const destination = await portal.returnTo.take()
    await forgotten
    forgetVisit()
    await portal.follow(destination, paths.home)
  }

  useActOnce(String(isConfirmed), () => {
    if (isConfirmed) void logOut()
  })

  if (isConfirmed) return <Progress />
  return (
    <>
      <h1>
        <Trans>Log out of your account?</Trans>
      </h1>
      <Button onClick={() => confirm(true)}>
        <Trans>Confirm</Trans>
      </Button>
    </>
  )
}

/**
 * Ends the session at the server; answers the pages of clients that forget their visitor in frames.
 * When that fails, the player is logged out here all the same.
 */
async function endAtServer(
  { session }: Pick<Portal, 'session'>,
  idUser: string | undefined,
): Promise<readonly string[]> {
  const { token } = session.read()
  if (token === null) return []
  const userId = /^[1-9]\d{0,14}$/.test(idUser ?? '') ? Number(idUser) : token.Id_User
  const ended = await session
    .api('logOut', { path: { userId }, body: {} }, { signal: AbortSignal.timeout(patience) })
    .catch(() => null)
  if (ended?.CookieName) browserCookie.remove(ended.CookieName)
  return ended?.Frames ?? []
}
