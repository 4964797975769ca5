import { useLingui } from '@lingui/react/macro'
import { useNotify } from '../../../context/Place.tsx'
import { usePortal } from '../../../context/portal.ts'
import type { NewCredential } from '../../../forms/passkeys/ceremony.ts'
import { useReauthentication } from '../../../forms/reauthentication/useReauthentication.tsx'
import { FormError, throwFormError } from '../../../forms/submit/FormError.ts'
import { type Overview, type OverviewProps, withoutFactor } from './overview.ts'
import type { MadeCodes } from './RecoveryCodes.tsx'
import { isolate } from '../../../i18n/isolate.ts'

export type Passkey = Overview['Passkeys'][number]

const ceremony = () => import('../../../forms/passkeys/ceremony.ts')

/** The changes of the player's passkeys, here and on the device. */
export function usePasskeys({ Signal }: Overview, change: OverviewProps['change']) {
  const { t } = useLingui()
  const { session } = usePortal()
  const notify = useNotify()
  const { withReauthentication, dialog } = useReauthentication()
  const lacksLock = () => t`This device cannot confirm that it is you. Use another one.`
  const setPasskeys = (next: (all: Passkey[]) => Passkey[]) =>
    change((before) => ({ Passkeys: next(before.Passkeys) }))

  const notifyAdded = (Name: string) =>
    notify(() => t`The passkey “${{ Name: isolate(Name) }}” is added.`)

  return {
    /** Asks for a proof where one is due. */
    dialog,

    /** Makes one on this device, with the code of a mail where one is asked; null where the player gave up. */
    async make(EnrolmentCode?: string) {
      const { Options } = await withReauthentication(() =>
        session.api('passkeyOptions', {
          body: EnrolmentCode === undefined ? {} : { EnrolmentCode },
        }),
      )
      const { makePasskey, PasskeyNotMadeError } = await ceremony()
      return makePasskey(Options).catch((error: unknown) => {
        if (!(error instanceof PasskeyNotMadeError)) throw error
        if (error.reason === 'exists') throwFormError('ERROR_PASSKEY_EXIST')
        if (error.reason === 'failed') throwFormError('ERROR_PASSKEY_REFUSED')
        throw new FormError({ Property: '', ErrorMessage: error.reason, words: lacksLock })
      })
    },

    /** The codes of recovery count, which the first factor brought. */
    noteCodes(CodesLeft: number, name: string) {
      change(() => ({ CodesLeft }))
      notifyAdded(name)
    },

    /** Adds what was made; for the first factor it returns codes of recovery, null for another one. */
    async save(Credential: NewCredential, Name: string): Promise<MadeCodes | null> {
      const { tellDevice } = await ceremony()
      const added = await withReauthentication(() =>
        session.api('addPasskey', { body: { Credential, Name } }),
      )
      tellDevice(added.Signal)
      change((before) => ({ Passkeys: [...before.Passkeys, added.Passkey], Signal: added.Signal }))
      // The passkey is added, whatever becomes of the codes: the section offers them too.
      const body = { CodesWait: true }
      const made = added.HasCodes
        ? null
        : await session.api('makeRecoveryCodes', { body }).catch(() => null)
      // The dialog of the codes comes first: it would end what was said.
      if (made === null) notifyAdded(Name)
      return made && { codes: made.Codes, seal: made.Seal }
    },

    /** The device made one that the account does not get: it is to forget it. */
    async drop({ id }: NewCredential) {
      const { forgetOnDevice } = await ceremony()
      forgetOnDevice(Signal?.RpId ?? location.hostname, id)
    },

    async rename({ Id }: Passkey, Name: string) {
      await session.api('renamePasskey', { body: { Id, Name } })
      setPasskeys((all) => all.map((each) => (each.Id === Id ? { ...each, Name } : each)))
    },

    async remove({ Id, Name }: Passkey) {
      const { tellDevice } = await ceremony()
      const removed = await withReauthentication(() =>
        session.api('removePasskey', { body: { Id } }),
      )
      tellDevice(removed.Signal)
      change((before) => ({
        ...withoutFactor(before, { Passkeys: before.Passkeys.filter((each) => each.Id !== Id) }),
        Signal: removed.Signal,
      }))
      notify(() => t`The passkey “${{ Name: isolate(Name) }}” is removed.`)
    },
  }
}
