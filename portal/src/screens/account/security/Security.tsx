import { Trans, useLingui } from '@lingui/react/macro'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { Devices } from './Devices.tsx'
import { FreezeAccount } from './FreezeAccount.tsx'
import { Loaded } from './Loaded.tsx'
import type { OverviewProps } from './overview.ts'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { TwoStep } from './TwoStep.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { paths } from '@gatehouse/contract/routes'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { EntryList } from './EntryList.tsx'
import { Section } from './Section.tsx'
import { ClientRows } from '../../../forms/clients/ClientRows.tsx'

/** The sessions and factors of an account, and its activity. */
export function Security() {
  const { t } = useLingui()
  const { rules, configuration } = useSettings()
  const { session } = usePortal()
  const { user } = useSession()
  const part = useLoaded(() => session.api('readSecurity', {}))
  if (user === null) return null
  const partner = user.AuthPartner ?? configuration.PartnerName
  const change: OverviewProps['change'] = (next) =>
    part.change((before) => ({ ...before, ...next(before) }))
  return (
    <>
      <h1 tabIndex={-1}>{t`Security`}</h1>
      {isPartnerAccount(user, rules) ? (
        <p>{t`You log in with your ${partner} account.`}</p>
      ) : (
        <Loaded part={part}>
          {(overview) => {
            const props = { overview, change, reload: part.reload }
            return (
              <>
                <Passkeys {...props} />
                <TwoStep {...props} />
                <Password {...props} />
              </>
            )
          }}
        </Loaded>
      )}
      <Devices trusted={part.value?.Trusted ?? []} change={change} reload={part.reload} />
      <ConnectedClients />
      <LastEntries />
      <FreezeAccount />
    </>
  )
}

const shown = 5

/** The last acts on the account. */
function LastEntries() {
  const { t } = useLingui()
  const { session } = usePortal()
  const part = useLoaded(async () => (await session.api('listActivity', { query: {} })).Entries)
  if (part.isAbsent) return null
  return (
    <Section title={<Trans>Activity</Trans>}>
      <Loaded part={part}>
        {(entries) => <EntryList heading="h3" entries={entries.slice(0, shown)} />}
      </Loaded>
      <LinkButton look="secondary" to={paths.activity}>{t`Show all`}</LinkButton>
    </Section>
  )
}

/** The sites that use the account. */
function ConnectedClients() {
  const { t } = useLingui()
  const { session } = usePortal()
  const part = useLoaded(async () => (await session.api('listSites', {})).Sites)
  if (part.isAbsent) return null
  return (
    <Section title={<Trans>Connected sites</Trans>}>
      <Loaded part={part}>
        {(clients) =>
          clients.length === 0 ? (
            <p>{t`No site uses your account yet.`}</p>
          ) : (
            <ClientRows
              clients={clients}
              heading="h3"
              onWithdrawn={(id) =>
                part.change((all) => all.filter(({ ClientId }) => ClientId !== id))
              }
            />
          )
        }
      </Loaded>
    </Section>
  )
}
