import { ActRefusedError } from './actRefusedError.ts'
import type { Author } from './run.ts'

/** The name of the author and the address of their own log-in; refuses one without a verified address. */
export function ownAddress({ staff }: Author): { readonly address: string; readonly name: string } {
  const { email: address = null, name = '' } = staff ?? {}
  if (address !== null) return { address, name }
  const message = 'Your identity provider has verified no address of yours.'
  throw new ActRefusedError(message, { code: 'NO_ADDRESS' })
}
