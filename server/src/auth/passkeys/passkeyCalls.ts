import {
  addPasskey,
  listPasskeys,
  passkeyOptions,
  removePasskey,
  renamePasskey,
} from './changePasskeys.ts'
import { passkeyLogIn, passkeyLogInOptions } from './logInWithPasskey.ts'
import { removePassword } from './removePassword.ts'

export const passkeyCalls = {
  addPasskey,
  listPasskeys,
  passkeyLogIn,
  passkeyLogInOptions,
  passkeyOptions,
  removePasskey,
  removePassword,
  renamePasskey,
}
