import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { useQuery, useRouter } from '../../routing/router.ts'
import { ActOnLoad } from '../../session/ActOnLoad.tsx'
import { leave } from '../../session/leave.ts'
import { mailLinksAsk } from '../../session/mailLinksAsk.ts'
import { usePortal } from '../../session/portal.ts'
import { wasLost } from '../../session/wasLost.ts'

/** The link of a mail: confirms the address, once, and goes where the player was heading. */
export function ConfirmEmail() {
  const { session, returnTo, visit, go, fail } = usePortal()
  const { navigate } = useRouter()
  const { uid = '' } = useQuery()

  async function confirm() {
    await session.api('confirmEmail', { body: { Uid: uid } })
    const destination = await returnTo.take()
    if (destination?.kind === 'outside') await leave(destination.url)
    if (destination?.kind === 'inside') await navigate(destination.path, { replace: true })
    else go(session.read().token === null ? paths.login : paths.account, { replace: true })
  }

  function refuse(error: unknown) {
    // What the server has refused once it refuses again: another try needs another link.
    if (!wasLost(error)) visit.note({ retry: paths.confirmEmailSend })
    fail(error)
  }

  return (
    <ActOnLoad
      cause={uid}
      act={() => void confirm().catch(refuse)}
      asks={mailLinksAsk()}
      question={<Trans>Confirm your email address?</Trans>}
    />
  )
}
