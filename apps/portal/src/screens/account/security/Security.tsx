import { Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { paths } from '@gatehouse/contract/routes'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Place } from '../../../context/Place.tsx'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { ClientRows } from '../../../forms/clients/ClientRows.tsx'
import { isPartnerAccount } from '../../../session/partnerLogin.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { lazyOptional } from '../../../ui/feedback/lazyOptional.tsx'
import { Link } from '../../../router/Link.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { Notice } from '@gatehouse/ui/Notice'
import { readAgain } from '../../../ui/readAgain.ts'
import { type Loadable, useLoaded } from '../../../ui/useLoaded.ts'
import type { Entry } from '../../../forms/activity/activityLabels.ts'
import { Devices } from './Devices.tsx'
import { EntryList } from './EntryList.tsx'
import { FreezeAccount } from './FreezeAccount.tsx'
import { Hold } from './Hold.tsx'
import { Loaded } from './Loaded.tsx'
import { type Overview, type OverviewProps, servicesOf } from './overview.ts'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Protection } from './Protection.tsx'
import { Recovery } from './Recovery.tsx'
import { Section } from './Section.tsx'
import styles from './Security.module.css'
import { TwoStep } from './TwoStep.tsx'

// Of deployments that log in with services, and of players who have.
const Services = lazyOptional(async () => (await import('./Services.tsx')).Services, 'services')

/** The sessions and factors of an account, and its activity. */
export function Security() {
  const { t } = useLingui()
  const { session } = usePortal()
  const factors = useLoaded(() => session.api('readSecurity', {}))
  const devices = useLoaded(async () => (await session.api('listDevices', {})).Devices)
  const clients = useLoaded(async () => (await session.api('listSites', {})).Sites)
  const entries = useLoaded(async () => (await session.api('listActivity', { query: {} })).Entries)
  useFollowing(entries)
  const change: OverviewProps['change'] = (next) =>
    factors.change((before) => ({ ...before, ...next(before) }))
  return (
    <>
      <h1 tabIndex={-1}>{t`Security`}</h1>
      <InOrder
        parts={[
          [
            factors,
            <Factors
              key="factors"
              part={factors}
              change={change}
              endOthers={() => devices.change((all) => all.filter(({ IsThis }) => IsThis))}
              reload={() => Promise.all([factors.reload(), devices.reload()])}
            />,
          ],
          [
            devices,
            <Place key="devices">
              <Devices
                part={devices}
                trusted={factors.value?.Trusted ?? []}
                change={change}
                reload={factors.reload}
              />
            </Place>,
          ],
          [
            clients,
            <Place key="clients">
              <ConnectedClients part={clients} />
            </Place>,
          ],
          [entries, <LastEntries key="entries" part={entries} />],
        ]}
        end={<FreezeAccount />}
      />
    </>
  )
}

interface InOrderProps {
  readonly parts: readonly (readonly [Loadable<object>, ReactNode])[]
  /** After all of them. */
  readonly end: ReactNode
}

/** Each part stands once it and those above it have come or failed: none moves another one away. */
function InOrder({ parts, end }: InOrderProps) {
  const [shownCount, showUpTo] = useState(0)
  const next = parts.findIndex(([part]) => part.value === null && !part.hasFailed)
  const settled = next === -1 ? parts.length : next
  // A part that is tried again keeps its place.
  if (settled > shownCount) showUpTo(settled)
  return (
    <div className={`stack ${styles.parts}`}>
      {parts.slice(0, shownCount).map(([, shown]) => shown)}
      {/* Another one each time: the same one would be moved. */}
      {shownCount < parts.length ? <Skeleton key={shownCount} /> : end}
    </div>
  )
}

/** Reads a part again after each change. A change while it is read is read once more. */
function useFollowing(part: Loadable<object>): void {
  const { changes } = usePortal().session
  const wanted = useRef(0)
  const follow = useEffectEvent(async () => {
    wanted.current += 1
    if (wanted.current > 1) return
    let read: number
    do {
      read = wanted.current
      // The list from before is old, and not wrong.
      await readAgain(part.reload)
    } while (wanted.current > read)
    wanted.current = 0
  })
  useEffect(() => changes.subscribe(() => void follow()), [changes])
}

interface FactorsProps extends Omit<OverviewProps, 'overview'> {
  readonly part: Loadable<Overview>
}

/** The player's means of signing in: here, or at a partner. */
function Factors({ part, ...acts }: FactorsProps) {
  const { t } = useLingui()
  const { rules, configuration } = useSettings()
  const { user } = useSession()
  if (user === null) return null
  const partner = user.AuthPartner ?? configuration.PartnerName
  if (isPartnerAccount(user, rules)) {
    return (
      <>
        {part.value && <Hold {...part.value} />}
        <p>{t`You log in with your ${partner} account.`}</p>
      </>
    )
  }
  return (
    <Loaded part={part}>
      {(overview) => {
        const props = { overview, ...acts }
        return (
          <>
            <Recovery overview={overview} change={acts.change} />
            <Hold {...overview} />
            {overview.Leaked && overview.HasPassword && <LeakedPassword />}
            {rules.offersStrongSignIn && <Protection overview={overview} />}
            <div className={`stack ${styles.factors}`}>
              <div className="stack">
                <Place>
                  <Passkeys {...props} />
                </Place>
                <Place>
                  <Password {...props} />
                </Place>
              </div>
              <div className="stack">
                <Place>
                  <TwoStep {...props} />
                </Place>
                {(rules.offersServiceSignIn || servicesOf(overview).length > 0) && (
                  <Place>
                    <Services overview={overview} change={acts.change} />
                  </Place>
                )}
              </div>
            </div>
          </>
        )
      }}
    </Loaded>
  )
}

function LeakedPassword() {
  return (
    <Notice>
      <Trans>
        Your password is known from data leaks.{' '}
        <Link to={paths.resetPassword}>Choose another one.</Link>
      </Trans>
    </Notice>
  )
}

const shown = 5

/** The last acts on the account. */
function LastEntries({ part }: { readonly part: Loadable<Entry[]> }) {
  const { t } = useLingui()
  if (part.isAbsent) return null
  return (
    <Section title={<Trans>Activity</Trans>}>
      <Loaded part={part}>{(entries) => <EntryList entries={entries.slice(0, shown)} />}</Loaded>
      <LinkButton look="secondary" to={paths.activity}>{t`Show all`}</LinkButton>
    </Section>
  )
}

interface ClientsProps {
  readonly part: Loadable<AnswerOf<'listSites'>['Sites']>
}

/** The sites that use the account. */
function ConnectedClients({ part }: ClientsProps) {
  const { t } = useLingui()
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
