import * as z from 'zod'
import type { ErrorCode } from '../errors.ts'
import { bounds } from '../limits.ts'
import { opened } from './entities.ts'
import { loginBan, ownSignIn, post, type When } from './row.ts'
import { broughtAlong, enrolmentCode, id, moment, needed, nothing, text, typed } from './values.ts'

/* Ours: passkeys, and an account without a password. */

/** Players sign in here, and may add stronger factors than a password. */
const offered = { ...ownSignIn, offersStrongSignIn: true } as const satisfies When

const encoded = (max: number) =>
  z
    .string('INVALID_REQUEST')
    .max(max, 'INVALID_REQUEST')
    .regex(/^[\w-]*$/, 'INVALID_REQUEST')

/** At most 1,023 bytes (WebAuthn). */
const credentialId = encoded(1364).min(1, 'INVALID_REQUEST')

/** Bytes of WebAuthn: the `toJSON` of a browser's credential. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key', 'INVALID_REQUEST'),
}

/** The registration answer of a new passkey. */
export const newCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(4000),
        attestationObject: encoded(16_000),
        transports: z.array(z.string().max(20)).max(10).optional(),
      },
      'INVALID_REQUEST',
    ),
  },
  'INVALID_REQUEST',
)

/** The signed answer of a passkey. */
export const signedCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: encoded(4000),
        authenticatorData: encoded(4000),
        signature: encoded(2000),
        userHandle: encoded(200).nullish(),
      },
      'INVALID_REQUEST',
    ),
  },
  'INVALID_REQUEST',
)

/** The options of `navigator.credentials`, as JSON. */
export const credentialOptions = z.looseObject({ challenge: z.string() })

/**
 * The valid passkeys, which browsers report to the authenticators so that these offer no removed
 * one.
 */
export const passkeySignal = z.object({
  RpId: z.string(),
  UserHandle: z.string(),
  AcceptedIds: z.array(z.string()),
  Name: z.string(),
})

/** A passkey as its player sees it. */
export const passkey = z.object({
  Id: z.int(),
  Name: z.string(),
  AddedAt: moment,
  LastUsedAt: moment.nullable(),
  /** Its provider keeps a copy of it on other devices. */
  IsSynced: z.boolean(),
})

/** Counted in code points; normalised to one form. */
const name = needed(
  typed('line', 'ERROR_PASSKEY_NAME')
    .transform((typed) => typed.normalize('NFC'))
    .refine((given) => isWithin([...given].length, bounds.passkeyName), 'ERROR_PASSKEY_NAME'),
)

function isWithin(length: number, { min, max }: { readonly min: number; readonly max: number }) {
  return length >= min && length <= max
}

const stepUp = ['ERROR_REAUTHENTICATION_REQUIRED'] as const satisfies readonly ErrorCode[]

export const passkeyCalls = {
  /** The challenge of a log-in. It reveals no player, and costs no write. */
  passkeyLogInOptions: post('log/passkey/options', 'key', {
    when: offered,
    ipBan: loginBan,
    input: { body: z.object({ ClientId: broughtAlong('clientId') }) },
    answer: z.object({ Options: credentialOptions }),
    refusals: ['ERROR_USER_IP_BANNED_LOGIN'],
  }),
  /**
   * Logs the owner of a passkey in: it is both factors. The refusal carries `Forget` where no
   * account has the passkey.
   */
  passkeyLogIn: post('log/passkey/log-in', 'key', {
    when: offered,
    ipBan: loginBan,
    input: {
      body: z.object({
        Credential: signedCredential,
        ClientId: broughtAlong('clientId'),
        RedirectUrl: broughtAlong('redirectUrl'),
        StudioName: text(),
      }),
    },
    answer: opened.extend({ Signal: passkeySignal }),
    status: 201,
    refusals: [
      'ERROR_USER_IP_BANNED_LOGIN',
      'ERROR_PASSKEY_UNKNOWN',
      'ERROR_PASSKEY_REFUSED',
      'ERROR_USER_BANNED',
      'ERROR_USER_CONFIRMED',
      'ERROR_ACCOUNT_FROZEN',
      'ERROR_SECOND_FACTOR_REQUIRED',
    ],
  }),
  passkeyOptions: post('security/passkeys/options', 'player', {
    isBeforeEnrolment: true,
    when: offered,
    input: { body: z.object({ EnrolmentCode: enrolmentCode }) },
    answer: z.object({ Options: credentialOptions }),
    refusals: ['ERROR_USER_CONFIRMED', ...stepUp, 'ERROR_PASSKEY_LIMIT', 'ERROR_CODE_INVALID'],
  }),
  addPasskey: post('security/passkeys/add', 'player', {
    isBeforeEnrolment: true,
    when: offered,
    input: { body: z.object({ Credential: newCredential, Name: name }) },
    answer: z.object({
      Passkey: passkey,
      Signal: passkeySignal,
      /** True when the player has recovery codes; without them the screen asks to make some. */
      HasCodes: z.boolean(),
    }),
    status: 201,
    refusals: [
      'ERROR_USER_CONFIRMED',
      ...stepUp,
      'ERROR_PASSKEY_NAME',
      'ERROR_PASSKEY_LIMIT',
      'ERROR_PASSKEY_EXIST',
      'ERROR_PASSKEY_REFUSED',
    ],
  }),
  renamePasskey: post('security/passkeys/rename', 'player', {
    when: ownSignIn,
    input: { body: z.object({ Id: id(), Name: name }) },
    answer: nothing,
    refusals: ['ERROR_PASSKEY_NAME'],
  }),
  removePasskey: post('security/passkeys/remove', 'player', {
    when: ownSignIn,
    input: { body: z.object({ Id: id() }) },
    answer: z.object({ Signal: passkeySignal }),
    refusals: ['ERROR_ACCOUNT_HELD', ...stepUp, 'ERROR_LAST_WAY_IN', 'ERROR_TWO_STEP_NEEDED'],
  }),
  /** From then on the player signs in with passkeys alone. */
  removePassword: post('security/password/remove', 'player', {
    when: offered,
    input: { body: nothing },
    answer: nothing,
    refusals: ['ERROR_ACCOUNT_HELD', ...stepUp, 'ERROR_LAST_WAY_IN'],
  }),
}
