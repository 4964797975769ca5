import { type ReactNode, useState } from 'react'
import type { Proof } from '@gatehouse/contract/errorItems'
import { type ErrorCode, findErrorCode } from '@gatehouse/contract/errors'
import { isPartnerAccount } from '../../session/partnerLogin.ts'
import { useSession, useSettings } from '../../context/portal.ts'
import { Reauthentication } from './PasswordForm.tsx'
import type { ReauthenticationByFactors } from '../second-factor/ReauthenticationByFactors.tsx'
import { ReauthenticationByPartner } from './ReauthenticationByPartner.tsx'
import { FormError, refusedItems } from '../submit/FormError.ts'

interface Pending {
  /** The ways that the server named, and the dialog for them; null where the password is enough. */
  readonly factors: {
    readonly ways: Proof['Ways']
    readonly Dialog: typeof ReauthenticationByFactors
  } | null
  readonly go: () => void
  readonly stop: (reason: unknown) => void
}

const required: ErrorCode = 'ERROR_REAUTHENTICATION_REQUIRED'

/**
 * For calls that need a recent log-in. `withReauthentication` sends such a call; where the server asks
 * for it, `dialog` asks the player for the password and the call is sent once more. A partner's player
 * is sent to log in there, and asks again after that. When the player cancels, the form is refused
 * without a word and stays as it was.
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
  const { factors, go, stop } = pending
  const shared = { onCancel: () => stop(new FormError()), onFailure: stop }
  let dialog = <Reauthentication onProven={go} {...shared} />
  if (factors !== null) {
    dialog = <factors.Dialog ways={factors.ways} onProven={go} {...shared} />
  } else if (user !== null && isPartnerAccount(user, rules)) {
    dialog = <ReauthenticationByPartner user={user} {...shared} />
  }
  return { withReauthentication, dialog }
}

/** Few players have a second factor: its dialog is fetched when one is asked for. */
async function dialogOf(proof: Proof | undefined): Promise<Pending['factors']> {
  if (proof === undefined) return null
  const { ReauthenticationByFactors: Dialog } =
    await import('../second-factor/ReauthenticationByFactors.tsx')
  return { ways: proof.Ways, Dialog }
}
