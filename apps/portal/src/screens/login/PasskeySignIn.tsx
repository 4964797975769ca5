import styles from './PasskeySignIn.module.css'
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef } from 'react'
import { CallError } from '@gatehouse/client/client'
import { findErrorCode } from '@gatehouse/contract/errors'
import type { SignedCredential } from '../../forms/passkeys/ceremony.ts'
import { followSafety } from '../../forms/submit/followSafety.ts'
import { useActions } from '../../forms/submit/useActions.ts'
import { usePortal } from '../../context/portal.ts'
import { localStore } from '../../storage/localStore.ts'
import { Button } from '@gatehouse/ui/Button'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import { offerPasskeys } from './offerPasskeys.ts'

const place = 'passkey'

interface Props {
  /** The step has the field of the name, which offers passkeys too. */
  readonly hasNameField: boolean
}

/** The log-in by passkey, beside the form. A browser without passkeys shows nothing. */
export function PasskeySignIn({ hasNameField }: Props) {
  const portal = usePortal()
  const { configuration, session, returnTo } = portal
  const { isBusy, errorsOf, act } = useActions<typeof place>()
  const isSupported = 'PublicKeyCredential' in globalThis
  /** The domain of the passkeys, as the server named it. */
  const domain = useRef('')
  const offer = useRef<ReturnType<typeof offerPasskeys> | null>(null)

  async function ask() {
    const body = { ClientId: returnTo.clientId() }
    const { Options } = await session.api('passkeyLogInOptions', { body })
    domain.current = String(Options['rpId'])
    return Options
  }

  async function logIn(Credential: SignedCredential) {
    const { tellDevice, forgetOnDevice } = await import('../../forms/passkeys/ceremony.ts')
    try {
      const body = {
        Credential,
        RedirectUrl: returnTo.redirectUrl(),
        StudioName: configuration.RegisterStudioName,
      }
      const { Created, Signal } = await returnTo.forClient((ClientId) =>
        session.api('passkeyLogIn', { body: { ...body, ClientId } }),
      )
      tellDevice(Signal)
      localStore.forget('lastWay')
      await portal.enter(Created)
    } catch (error) {
      if (followSafety(portal, error)) return
      if (isToForget(error)) forgetOnDevice(domain.current, Credential.id)
      throw error
    }
  }

  function press() {
    // Of two questions at once, both answers would count as a copy of the passkey.
    offer.current?.stop()
    act(place, async () => {
      const { answerPasskey } = await import('../../forms/passkeys/ceremony.ts')
      const credential = await answerPasskey(await ask())
      // The player changed their mind, or their device did: the form is as it was.
      if (credential !== null) await logIn(credential)
    })
  }

  const begin = useEffectEvent(() =>
    offerPasskeys(ask, (credential) => act(place, () => logIn(credential))),
  )
  useEffect(() => {
    if (!hasNameField || !isSupported) return undefined
    const begun = begin()
    offer.current = begun
    return begun.end
  }, [hasNameField, isSupported])

  if (!isSupported) return null
  return (
    <>
      <p className={`line quiet ${styles.or}`}>
        <Trans context="between two ways to sign in">or</Trans>
      </p>
      <Button look="secondary" isBusy={isBusy(place)} onClick={press}>
        {isBusy(place) ? (
          <Trans>Waiting for your device…</Trans>
        ) : (
          <Trans>Log in with a passkey</Trans>
        )}
      </Button>
      <ActionErrors errors={errorsOf(place)} />
    </>
  )
}

/** True if the server says that no account has the passkey. */
function isToForget(error: unknown): boolean {
  const items = error instanceof CallError ? (error.body?.ErrorMessages ?? []) : []
  return items.some(
    ({ ErrorMessage, Forget }) =>
      findErrorCode(ErrorMessage) === 'ERROR_PASSKEY_UNKNOWN' && Forget === true,
  )
}
