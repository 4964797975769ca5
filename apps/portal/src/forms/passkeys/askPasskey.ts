import type { Client } from '@gatehouse/client/client'
import type { AnswerOf } from '@gatehouse/contract/calls'
import { FormError, throwFormError } from '../submit/FormError.ts'
import type { SignedCredential } from './ceremony.ts'

type Options = AnswerOf<'proofOptions'>['Options']

/** True if the browser knows passkeys at all. */
export const knowsPasskeys = 'PublicKeyCredential' in globalThis

/**
 * The answer of a passkey to the server's question, for a form. A player who closes the device's
 * dialog refuses the form without a word, and it stays as it was.
 */
export async function askPasskey(ask: () => Promise<Options>): Promise<SignedCredential> {
  const { answerPasskey } = await import('./ceremony.ts')
  const options = await ask()
  if (options === null) throwFormError('ERROR_PASSKEY_REFUSED')
  const credential = await answerPasskey(options).catch(() => undefined)
  // The device could not: the player may try again, or another way.
  if (credential === undefined) throwFormError('ERROR_PASSKEY_REFUSED')
  if (credential === null) throw new FormError()
  return credential
}

/** Proves both factors of the signed-in player by a passkey, for a form. */
export async function provePasskey(api: Client): Promise<void> {
  const ask = async () => (await api('proofOptions', { body: {} })).Options
  const Credential = await askPasskey(ask)
  const body = { Way: 'passkey', Password: '', Code: '', Credential } as const
  await api('prove', { body })
}
