import { useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { usePortal } from '../../../context/portal.ts'
import type { NewCredential } from '../../../forms/passkeys/ceremony.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { FormError } from '../../../forms/submit/FormError.ts'
import { useLoaded } from '../../../ui/useLoaded.ts'
import '../../../i18n/factorWords.ts'

export type Passkey = AnswerOf<'listPasskeys'>['Passkeys'][number]

const ceremony = () => import('../../../forms/passkeys/ceremony.ts')

/** The player's passkeys, null until they have come, and what becomes of them here and on the device. */
export function usePasskeys() {
  const { t } = useLingui()
  const { session, fail, say } = usePortal()
  const { withReauthentication, dialog } = useReauthentication()
  const [answer, change] = useLoaded(
    () => session.api('listPasskeys', {}),
    (error) => fail(error, { replace: true, canRetry: true }),
  )
  const setPasskeys = (next: (all: Passkey[]) => Passkey[]) =>
    change((before) => ({ ...before, Passkeys: next(before.Passkeys) }))

  return {
    passkeys: answer?.Passkeys ?? null,
    /** Asks for a proof where one is due. */
    dialog,

    /** Makes one on this device; null where the player gave up. */
    async make() {
      const { Options } = await withReauthentication(() =>
        session.api('passkeyOptions', { body: {} }),
      )
      const { makePasskey, PasskeyNotMadeError } = await ceremony()
      return makePasskey(Options).catch((error: unknown) => {
        if (!(error instanceof PasskeyNotMadeError)) throw error
        const words = {
          exists: 'ERROR_PASSKEY_EXIST',
          'no-lock': t`This device cannot confirm that it is you. Use another one.`,
          failed: 'ERROR_PASSKEY_REFUSED',
        }[error.reason]
        throw new FormError({ Property: '', ErrorMessage: words })
      })
    },

    /** Adds what was made; for the first factor it returns codes of recovery, null for another one. */
    async keep(Credential: NewCredential, Name: string): Promise<readonly string[] | null> {
      const { tellDevice } = await ceremony()
      const { Passkey, Signal, HasCodes } = await withReauthentication(() =>
        session.api('addPasskey', { body: { Credential, Name } }),
      )
      tellDevice(Signal)
      setPasskeys((all) => [...all, Passkey])
      say(t`The passkey “${Name}” is added.`)
      if (HasCodes) return null
      // The passkey is added, whatever becomes of the codes: the section offers them too.
      const made = await session.api('makeRecoveryCodes', { body: {} }).catch(() => null)
      return made?.Codes ?? null
    },

    /** The device made one that the account does not get: it is to forget it. */
    async drop({ id }: NewCredential) {
      const { forgetOnDevice } = await ceremony()
      forgetOnDevice(answer?.Signal?.RpId ?? location.hostname, id)
    },

    async rename({ Id }: Passkey, Name: string) {
      await session.api('renamePasskey', { body: { Id, Name } })
      setPasskeys((all) => all.map((each) => (each.Id === Id ? { ...each, Name } : each)))
    },

    async remove({ Id, Name }: Passkey) {
      const { tellDevice } = await ceremony()
      const { Signal } = await withReauthentication(() =>
        session.api('removePasskey', { body: { Id } }),
      )
      tellDevice(Signal)
      setPasskeys((all) => all.filter((each) => each.Id !== Id))
      say(t`The passkey “${Name}” is removed.`)
    },
  }
}
