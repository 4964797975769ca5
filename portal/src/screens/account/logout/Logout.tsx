import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { useState } from 'react'
import { useQuery, useRouter } from '../../../routing/router.ts'
import { asksFirst } from '../../../session/asksFirst.ts'
import { browserCookie } from '../../../session/browserCookie.ts'
import { leave } from '../../../session/leave.ts'
import { type Portal, usePortal } from '../../../session/portal.ts'
import { tabValues } from '../../../session/tabValues.ts'
import { useActOnce } from '../../../session/useActOnce.ts'
import { Button } from '../../../ui/Button.tsx'
import { Progress } from '../../../ui/Progress.tsx'

/** How long the server may keep a player from leaving, in milliseconds. */
const patience = 5000

/** Logs out as soon as it is shown; whoever did not ask for it is asked first. */
export function Logout() {
  const portal = usePortal()
  const { navigate } = useRouter()
  const query = useQuery()
  const [isConfirmed, confirm] = useState(() => !asksFirst(portal, paths.logout))

  async function logOut() {
    await endAtServer(portal, query['id-user'])
    portal.session.end()
    tabValues.clear()
    const destination = await portal.returnTo.take()
    portal.returnTo.forget()
    if (destination?.kind === 'outside') await leave(destination.url)
    if (destination?.kind === 'inside') await navigate(destination.path, { replace: true })
    else portal.go(paths.home, { replace: true })
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

/** Ends the session at the server. Its failure keeps nobody logged in here. */
async function endAtServer({ session }: Portal, idUser: string | undefined): Promise<void> {
  const { token } = session.read()
  if (token === null) return
  const userId = /^[1-9]\d{0,14}$/.test(idUser ?? '') ? Number(idUser) : token.Id_User
  const ended = await session
    .api('logOut', { path: { userId }, body: {} }, { signal: AbortSignal.timeout(patience) })
    .catch(() => null)
  if (ended?.CookieName) browserCookie.remove(ended.CookieName)
}
