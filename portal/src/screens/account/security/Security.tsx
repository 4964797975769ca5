import { Trans } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { usePortal, useSession } from '../../../context/portal.ts'
import { isPartnerAccount } from '../../../partner-login/isPartnerAccount.ts'
import { Devices } from './Devices.tsx'
import { Emergency } from './Emergency.tsx'
import { LastEntries } from './LastEntries.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { Sites } from './Sites.tsx'
import { TwoStep } from './TwoStep.tsx'

/** The sections of the screen, in their order. */
const sections: readonly (readonly [name: string, section: ComponentType])[] = [
  ['passkeys', Passkeys],
  ['two-step', TwoStep],
  ['password', Password],
  ['devices', Devices],
  ['sites', Sites],
  ['activity', LastEntries],
  ['emergency', Emergency],
]

/** Who is in the account, by what, and what was done to it. */
export function Security() {
  const { rules, configuration } = usePortal()
  const { user } = useSession()
  if (user === null) return null
  const partner = user.AuthPartner ?? configuration.PartnerName
  return (
    <>
      <h1 tabIndex={-1}>
        <Trans>Security</Trans>
      </h1>
      {isPartnerAccount(user, rules) && (
        <p>
          <Trans>You sign in with your {partner} account.</Trans>
        </p>
      )}
      {sections.map(([name, Section]) => (
        <Section key={name} />
      ))}
    </>
  )
}
