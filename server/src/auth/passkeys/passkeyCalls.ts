import { addPasskey, passkeyOptions, removePasskey, renamePasskey } from './changePasskeys.ts'
import { passkeyLogIn, passkeyLogInOptions } from './logInWithPasskey.ts'
import { removePassword } from './removePassword.ts'

export const passkeyCalls = {
  addPasskey,
  passkeyLogIn,
  passkeyLogInOptions,
  passkeyOptions,
  removePasskey,
  removePassword,
  renamePasskey,
}
