import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { useQuery } from '../../../../routing/router.ts'
import { ActOnLoad } from '../../../../session/ActOnLoad.tsx'
import { mailLinksAsk } from '../../../../session/mailLinksAsk.ts'
import { usePortal } from '../../../../session/portal.ts'
import { wasLost } from '../../../../session/wasLost.ts'

/** The link in the mail to a new address: makes it the account's, with or without a session here. */
export function UpdateEmailConfirm() {
  const { session, visit, go, fail } = usePortal()
  const { uid = '', ...query } = useQuery()

  async function confirm() {
    await session.api('confirmEmailUpdate', { query: { uid, ...query } })
    // The address has changed, whatever becomes of showing it.
    await session.load().catch(() => undefined)
    go(paths.updateEmailSuccess, { replace: true })
  }

  function refuse(error: unknown) {
    // What the server has refused once it refuses again: another try needs another link.
    if (!wasLost(error)) visit.note({ retry: paths.updateEmail })
    fail(error)
  }

  return (
    <ActOnLoad
      cause={uid}
      act={() => void confirm().catch(refuse)}
      asks={mailLinksAsk()}
      question={<Trans>Confirm your new email address?</Trans>}
    />
  )
}
