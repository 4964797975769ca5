import { type ReactNode, useState } from 'react'
import type { Proof } from '@gatehouse/contract/errorItems'
import { type ErrorCode, findErrorCode } from '@gatehouse/contract/errors'
import { isPartnerAccount } from '../../session/partnerLogin.ts'
import { useSession, useSettings } from '../../context/portal.ts'
import { Reauthentication } from './PasswordForm.tsx'
import { needWords } from '../../i18n/words.ts'
import type { ReauthenticationByService } from './ReauthenticationByService.tsx'
import type { ReauthenticationByFactors } from '../second-factor/ReauthenticationByFactors.tsx'
import { ReauthenticationByPartner } from './ReauthenticationByPartner.tsx'
import { FormError, refusedItems } from '../submit/FormError.ts'

interface Pending {
  /** The ways that the server named, and the dialog for them; null where the password is enough. */
  readonly factors: {
    readonly ways: Proof['Ways']
    readonly Dialog: typeof ReauthenticationByFactors
  } | null
  /** For a player who has nothing but services to prove the account. */
  readonly AtService: typeof ReauthenticationByService | null
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
      const dialogs = await dialogsOf(asked.Proof)
      await new Promise<void>((go, stop) => setPending({ ...dialogs, go, stop })).finally(() =>
        setPending(null),
      )
      return await call()
    }
  }

  if (pending === null) return { withReauthentication, dialog: null }
  const { factors, AtService, go, stop } = pending
  const shared = { onCancel: () => stop(new FormError()), onFailure: stop }
  let dialog = <Reauthentication onProven={go} {...shared} />
  if (AtService !== null) {
    dialog = <AtService {...shared} />
  } else if (factors !== null) {
    dialog = <factors.Dialog ways={factors.ways} onProven={go} {...shared} />
  } else if (user !== null && isPartnerAccount(user, rules)) {
    dialog = <ReauthenticationByPartner user={user} {...shared} />
  }
  return { withReauthentication, dialog }
}

/** Few players have a second factor, or services alone: such a dialog is fetched when it is needed. */
async function dialogsOf(
  proof: Proof | undefined,
): Promise<Pick<Pending, 'factors' | 'AtService'>> {
  if (proof === undefined) return { factors: null, AtService: null }
  if (proof.Ways.length === 0) {
    const [{ ReauthenticationByService: AtService }] = await Promise.all([
      import('./ReauthenticationByService.tsx'),
      needWords('services'),
    ])
    return { factors: null, AtService }
  }
  const { ReauthenticationByFactors: Dialog } =
    await import('../second-factor/ReauthenticationByFactors.tsx')
  return { factors: { ways: proof.Ways, Dialog }, AtService: null }
}
