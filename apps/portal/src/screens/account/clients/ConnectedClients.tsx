import { Trans, useLingui } from '@lingui/react/macro'
import { usePortal } from '../../../context/portal.ts'
import { ClientRows } from '../../../forms/clients/ClientRows.tsx'
import { useScreenData } from '../../../context/useScreenData.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'

/**
 * The third-party sites that use the account with the player's consent, and their withdrawal; also
 * the studio's own where the player is signed in.
 */
export function ConnectedClients() {
  const { t } = useLingui()
  const { session } = usePortal()
  const { value: clients, change } = useScreenData(
    async () => (await session.api('listSites', {})).Sites,
  )
  return (
    <>
      <h1 tabIndex={-1}>{t`Connected sites`}</h1>
      <p>
        <Trans>
          Sites that you logged in to with this account. Those of others know only what it says
          below.
        </Trans>
      </p>
      {clients === null ? (
        <Skeleton />
      ) : clients.length === 0 ? (
        <Empty drawing="doors">{t`No site uses your account yet.`}</Empty>
      ) : (
        <ClientRows
          clients={clients}
          heading="h2"
          onWithdrawn={(id) => change((all) => all.filter(({ ClientId }) => ClientId !== id))}
        />
      )}
    </>
  )
}
