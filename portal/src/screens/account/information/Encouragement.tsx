import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '@gatehouse/contract/routes'
import { useState } from 'react'
import { usePortal, useSession, useSettings } from '../../../context/portal.ts'
import { isPartnerAccount } from '../../../partner-login/isPartnerAccount.ts'
import { localStore } from '../../../storage/localStore.ts'
import { Button } from '../../../ui/Button.tsx'
import { focusHeading } from '../../../ui/focusHeading.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import { Card } from './Card.tsx'

/**
 * Advises a player without a passkey and an app to add one, where the deployment encourages it. Whoever
 * says 'Not now' is left alone for thirty days in this browser.
 */
export function Encouragement() {
  const { rules } = useSettings()
  const { user } = useSession()
  const [isLater, later] = useState(() => user !== null && localStore.read(kept) === idOf(user))
  if (user === null || isLater) return null
  if (!rules.encouragesStrongSignIn || !rules.hasSecuritySection) return null
  if (isPartnerAccount(user, rules)) return null
  return (
    <Advice
      onLater={() => {
        localStore.keep(kept, idOf(user))
        later(true)
        focusHeading()
      }}
    />
  )
}

const kept = 'advised'

/** Browsers are shared: the answer is one player's. */
const idOf = ({ Id }: { readonly Id: number }) => String(Id)

function Advice({ onLater }: { readonly onLater: () => void }) {
  const { t } = useLingui()
  const { session } = usePortal()
  const { value: overview } = useLoaded(() => session.api('readSecurity', {}))
  if (overview === null || overview.Passkeys.length > 0 || overview.Apps.length > 0) return null
  return (
    <Card title={t`Protect your account`} to={paths.security} way={<Trans>Set it up</Trans>}>
      <p>
        <Trans>
          A password can be stolen. With a passkey or an authenticator app, it is not enough to get
          in.
        </Trans>
      </p>
      <Button look="quiet" onClick={onLater}>
        <Trans>Not now</Trans>
      </Button>
    </Card>
  )
}
