import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useWholeQuery } from '../../router/router.ts'
import { usePortal } from '../../context/portal.ts'
import { CookiesRefusedError } from '../../session/session.ts'
import { useActOnce } from '../../ui/useActOnce.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Progress } from '../../ui/feedback/Progress.tsx'
import { arriveFromPartner } from './arriveFromPartner.ts'
import type { Unconfirmed } from './partnerArrival.ts'
import { UnverifiedAccount } from './UnverifiedAccount.tsx'

/** Where the partner's pages lead back to. Shows something only when the way ends here. */
export function PartnerCallback() {
  const portal = usePortal()
  const query = useWholeQuery()
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null)
  const [lacksCookies, setLacksCookies] = useState(false)

  useActOnce(JSON.stringify(query), () => {
    arriveFromPartner(portal, query)
      .then(setUnconfirmed)
      .catch((error: unknown) => {
        if (error instanceof CookiesRefusedError) return setLacksCookies(true)
        // The code of this return is spent: another try begins at the partner's page.
        portal.pageState.update({ retry: paths.login })
        return portal.fail(error, { replace: true })
      })
  })

  if (unconfirmed !== null) return <UnverifiedAccount unconfirmed={unconfirmed} />
  return lacksCookies ? <NeedsCookies /> : <Progress />
}

function NeedsCookies() {
  return (
    <>
      <h1>
        <Trans>Ooops, something went wrong.</Trans>
      </h1>
      <p>
        <Trans>Your browser blocks cookies. Allow them for this site to log in.</Trans>
      </p>
      <div>
        <LinkButton to={paths.home}>
          <Trans>Return to Home</Trans>
        </LinkButton>
      </div>
    </>
  )
}
