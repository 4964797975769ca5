import { Trans } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { useQuery } from '../../router/router.ts'
import { ActOnLoad } from '../../ui/feedback/ActOnLoad.tsx'
import { mailLinksNeedConfirmation } from '../../context/confirmation.ts'
import { usePortal, useSettings } from '../../context/portal.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { unsubscribe } from './unsubscribe.ts'

/**
 * Where the link of a mailing leads: takes the player off that list, once, and says so. Opened without
 * a link's token it says the same and does nothing.
 */
export function Unsubscribe() {
  const { configuration } = useSettings()
  const { fail } = usePortal()
  const { t: token = '' } = useQuery()
  const [isDone, setDone] = useState(token === '')

  if (!isDone) {
    return (
      <ActOnLoad
        cause={token}
        act={() =>
          void unsubscribe(configuration, token).then(
            () => setDone(true),
            (error: unknown) => fail(error, { replace: true }),
          )
        }
        asks={mailLinksNeedConfirmation()}
        question={<Trans>Unsubscribe from this newsletter?</Trans>}
      />
    )
  }
  return (
    <>
      <h1>
        <Trans>You have been unsubscribed.</Trans>
      </h1>
      <div>
        <LinkButton to={paths.home} look="secondary">
          <Trans>Return to Home</Trans>
        </LinkButton>
      </div>
    </>
  )
}
