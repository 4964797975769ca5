import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/paths'
import { useState } from 'react'
import { useQuery } from '../../../../routing/router.ts'
import { refusedItems } from '../../../../forms/refusal.ts'
import { message } from '../../../../locales/message.ts'
import { ActOnLoad } from '../../../../session/ActOnLoad.tsx'
import { mailLinksAsk } from '../../../../session/mailLinksAsk.ts'
import { usePortal } from '../../../../session/portal.ts'
import { LinkButton } from '../../../../ui/LinkButton.tsx'
import { Notice } from '../../../../ui/Notice.tsx'

/** The link in the mail to the old address: puts it back, and ends every session of the account. */
export function UpdateEmailRecovery() {
  const { session, go, fail } = usePortal()
  const query = useQuery()
  const [refused, setRefused] = useState<readonly string[]>([])

  async function recover() {
    await session.api('recoverEmailUpdate', { query })
    // Finds out that a session of this account has ended here too.
    await session.load().catch(() => undefined)
    go(paths.updateEmailSuccess, { replace: true })
  }

  function refuse(error: unknown) {
    const items = refusedItems(error)
    if (items === null) fail(error)
    else setRefused(items.map(({ ErrorMessage }) => ErrorMessage))
  }

  if (refused.length === 0) {
    return (
      <ActOnLoad
        cause={query['uid'] ?? ''}
        act={() => void recover().catch(refuse)}
        asks={mailLinksAsk()}
        question={<Trans>Get your old email address back?</Trans>}
      />
    )
  }
  return (
    <>
      <h1>
        <Trans>Your old email address</Trans>
      </h1>
      <Notice>
        {refused.map((fault) => (
          <p key={fault}>{message(fault)}</p>
        ))}
      </Notice>
      <p>
        <Trans>If you did not ask for the change, reset your password now.</Trans>
      </p>
      <div>
        <LinkButton to={paths.passwordRecovery}>
          <Trans>Reset your password</Trans>
        </LinkButton>
      </div>
    </>
  )
}
