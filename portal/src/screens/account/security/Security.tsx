import { Trans } from '@lingui/react/macro'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { isPartnerAccount } from '../../../partner-login/isPartnerAccount.ts'
import { Devices } from './Devices.tsx'
import { Emergency } from './Emergency.tsx'
import { LastEntries } from './LastEntries.tsx'
import { Loaded } from './Loaded.tsx'
import type { OverviewProps } from './overview.ts'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Sites } from './Sites.tsx'
import { TwoStep } from './TwoStep.tsx'
import { useLoaded } from '../../../ui/useLoaded.ts'

/** Who is in the account, by what, and what was done to it. */
export function Security() {
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
      <h1 tabIndex={-1}>
        <Trans>Security</Trans>
      </h1>
      {isPartnerAccount(user, rules) ? (
        <p>
          <Trans>You sign in with your {partner} account.</Trans>
        </p>
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
      <Sites />
      <LastEntries />
      <Emergency />
    </>
  )
}
