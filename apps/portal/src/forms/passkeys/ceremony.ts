import {
  browserSupportsWebAuthnAutofill,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { AnswerOf, InputOf } from '@gatehouse/contract/calls'
import { localStore } from '../../storage/localStore.ts'

/*
 * Passkeys, by the browser and its authenticators. It has its own file: import it dynamically.
 */

type RequestOptions = AnswerOf<'passkeyLogInOptions'>['Options']
type CreationOptions = AnswerOf<'passkeyOptions'>['Options']
type Signal = AnswerOf<'passkeyLogIn'>['Signal']
export type SignedCredential = InputOf<'passkeyLogIn'>['body']['Credential']
export type NewCredential = InputOf<'addPasskey'>['body']['Credential']

/** The reason why no passkey was made: the device has it already, or has no screen lock. */
export class PasskeyNotMadeError extends Error {
  override readonly name = 'PasskeyNotMadeError'
  readonly reason: 'exists' | 'no-lock' | 'failed'

  constructor(reason: PasskeyNotMadeError['reason'], options?: ErrorOptions) {
    super(`No passkey was made: ${reason}.`, options)
    this.reason = reason
  }
}

/** True if fields can offer passkeys. */
export function canAutofill(): Promise<boolean> {
  return browserSupportsWebAuthnAutofill()
}

/**
 * Asks the player's passkeys; `inField` offers them in a field in place of a dialog. Null where the
 * player, or another question, put an end to it. A question that still waits ends here.
 */
export async function answerPasskey(
  options: RequestOptions,
  inField = false,
): Promise<SignedCredential | null> {
  try {
    const answer = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: inField,
    })
    localStore.write('passkey', 'here')
    return answer
  } catch (error) {
    if (isGivenUp(error)) return null
    throw error
  }
}

/** Ends the question that waits. */
export function stopAsking(): void {
  WebAuthnAbortService.cancelCeremony()
}

/**
 * Makes a passkey on the player's device, with a name for it. Null where the player gave up. Throws
 * a PasskeyNotMadeError.
 */
export async function makePasskey(
  options: CreationOptions,
): Promise<{ readonly credential: NewCredential; readonly name: string } | null> {
  try {
    const made = await startRegistration({
      optionsJSON: options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'],
    })
    localStore.write('passkey', 'here')
    const { id, rawId, type, response } = made
    const { clientDataJSON, attestationObject, transports, authenticatorData } = response
    const name = providerOf(authenticatorData) ?? browserName()
    return {
      credential: {
        id,
        rawId,
        type,
        response: {
          clientDataJSON,
          attestationObject,
          ...(transports === undefined ? {} : { transports }),
        },
      },
      name,
    }
  } catch (error) {
    if (isGivenUp(error)) return null
    throw new PasskeyNotMadeError(reasonOf(error), { cause: error })
  }
}

function reasonOf(error: unknown): PasskeyNotMadeError['reason'] {
  if (!(error instanceof WebAuthnError)) return 'failed'
  if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'exists'
  if (error.code.startsWith('ERROR_AUTHENTICATOR_MISSING_')) return 'no-lock'
  return 'failed'
}

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')
}

/** Sends the device the list of a player's passkeys that still work. No caller waits for it. */
export function tellDevice({ RpId, UserHandle, AcceptedIds, Name }: Signal): void {
  void sendSignal({
    signalName: 'allAcceptedCredentials',
    rpID: RpId,
    userID: UserHandle,
    allAcceptedCredentialIDs: AcceptedIds,
  }).catch(ignore)
  void sendSignal({
    signalName: 'currentUserDetails',
    rpID: RpId,
    userID: UserHandle,
    userName: Name,
    userDisplayName: Name,
  }).catch(ignore)
}

/** Makes the device forget a passkey that no account has. */
export function forgetOnDevice(rpId: string, credentialId: string): void {
  void sendSignal({
    signalName: 'unknownCredential',
    rpID: rpId,
    credentialID: credentialId,
  }).catch(ignore)
}

/** Few browsers take signals. */
const ignore = () => {}

/** Those who keep passkeys, by the model that they name. It is for display alone. */
const providers: Readonly<Record<string, string>> = {
  ea9b8d664d011d213ce4b6b48cb575d4: 'Google Password Manager',
  adce000235bcc60a648b0b25f1f05503: 'Chrome on Mac',
  '08987058cadc4b81b6e130de50dcbe96': 'Windows Hello',
  '9ddd1817af5a4672a2b93e3dd95000a9': 'Windows Hello',
  '6028b017b1d44c02b4b3afcdafc96bb2': 'Windows Hello',
  fbfc3007154e4ecc8c0b6e020557d7bd: 'iCloud Keychain',
  dd4ec289e01d41c9bb8970fa845d4bf2: 'iCloud Keychain',
  '53414d53554e47000000000000000000': 'Samsung Pass',
  bada5566a7aa401fbd9645619a55120d: '1Password',
  d548826e79b4db40a3d811116f7e8349: 'Bitwarden',
  '531126d6e717415c93203d9aa6981239': 'Dashlane',
  fdb141b25d84443e8a354698c205a502: 'KeePassXC',
  '50726f746f6e506173732d50726f746f': 'Proton Pass',
  b84e404815dc4dd08640f4f60813c8af: 'NordPass',
}

function providerOf(authenticatorData: string | undefined): string | undefined {
  if (authenticatorData === undefined) return undefined
  const letters = atob(authenticatorData.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Array.from(letters, (letter) => letter.codePointAt(0) ?? 0)
  const model = bytes.slice(37, 53).map((byte) => byte.toString(16).padStart(2, '0'))
  return providers[model.join('')]
}

const browsers = [
  ['Edg', 'Edge'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const

function browserName(): string {
  return browsers.find(([mark]) => navigator.userAgent.includes(mark))?.[1] ?? 'Passkey'
}
