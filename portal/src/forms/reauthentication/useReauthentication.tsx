import { type ComponentType, type ReactNode, useState } from 'react'
import type { Proof } from '@gatehouse/contract/errorItems'
import { type ErrorCode, findErrorCode } from '@gatehouse/contract/errors'
import { isPartnerAccount } from '../../session/partnerLogin.ts'
import { useSession, useSettings } from '../../context/portal.ts'
import { Reauthentication } from './PasswordForm.tsx'
import { ReauthenticationByPartner } from './ReauthenticationByPartner.tsx'
import { FormError, refusedItems } from '../submit/FormError.ts'

interface FactorProps {
  readonly ways: Proof['Ways']
  readonly onProven: () => void
  readonly onCancel: () => void
  readonly onFailure: (error: unknown) => void
}

interface Pending {
  /** The ways that the server named, and the dialog for them; null where the password is enough. */
  readonly factors: {
    readonly ways: Proof['Ways']
    readonly Dialog: ComponentType<FactorProps>
  } | null
  readonly go: () => void
  readonly stop: (reason: unknown) => void
}

const required: ErrorCode = 'ERROR_REAUTHENTICATION_REQUIRED'

/**
 * For calls that need a recent log-in. `withReauthentication` sends such a call; where the server asks
 * for it, `dialog` asks the player for the password and the call is sent once more; a partner's player is sent to log in there, and asks again after that. When the player cancels, the form is refused without a word and stays as it was.
 */
export function useReauthentication(): {
  readonly withReauthentication: <T>(call: () => Promise<T>) => Promise<T>
  readonly dialog: ReactNode
} {
  const { rules } = useSettings()
  const { user } = useSession()
  const [pending, setPending] = useState<Pending | null>(null)

  async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      const items = refusedItems(error) ?? []
      const asked = items.find(({ ErrorMessage }) => findErrorCode(ErrorMessage) === required)
      if (!asked) throw error
      const factors = await dialogOf(asked.Proof)
      await new Promise<void>((go, stop) => setPending({ factors, go, stop })).finally(() =>
        setPending(null),
      )
      return await call()
    }
  }

  if (pending === null) return { withReauthentication, dialog: null }
  const cancel = () => pending.stop(new FormError())
  const { factors } = pending
  if (factors !== null) {
    const { ways, Dialog } = factors
    return {
      withReauthentication,
      dialog: (
        <Dialog ways={ways} onProven={pending.go} onCancel={cancel} onFailure={pending.stop} />
      ),
    }
  }
  const dialog =
    user !== null && isPartnerAccount(user, rules) ? (
      <ReauthenticationByPartner user={user} onCancel={cancel} onFailure={pending.stop} />
    ) : (
      <Reauthentication onProven={pending.go} onCancel={cancel} onFailure={pending.stop} />
    )
  return { withReauthentication, dialog }
}

/** Few players have a second factor: its dialog is fetched when one is asked for. */
async function dialogOf(proof: Proof | undefined): Promise<Pending['factors']> {
  if (proof === undefined) return null
  const { ReauthenticationByFactors: Dialog } =
    await import('../second-factor/ReauthenticationByFactors.tsx')
  return { ways: proof.Ways, Dialog }
}
