import * as z from 'zod'
import { canonicalName, opened } from './entities.ts'
import { credentialOptions, signedCredential } from './passkeys.ts'
import { post } from './row.ts'
import {
  enrolmentCode,
  flag,
  foreign,
  id,
  moment,
  needed,
  nothing,
  secret,
  tick,
  typed,
} from './values.ts'

/** The factors besides the password. */
export const secondFactor = z.enum(['totp', 'recovery-code', 'passkey'], 'INVALID_REQUEST')

/** A code is checked by its handler, whatever was typed. */
const code = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value.slice(0, 100) : ''))

/** Ways to prove a player, each with everything that it takes. */
const ways = z.array(z.array(z.enum(['password', 'passkey', 'totp', 'recovery-code'])))

/**
 * Codes count at once, or where their page asks for it once `keepRecoveryCodes` sends the seal back. A page
 * of a release before this one does not ask.
 */
const waits = z.boolean('INVALID_REQUEST').optional()
const sealOfCodes = z.string().nullable()

const adding = { offersStrongSignIn: true } as const

/** Ours: apps, recovery codes, the second step of a log-in, and proofs in a session. */
export const factorCalls = {
  /** Ends a log-in that a right password began, in the browser that began it. */
  secondStep: post('log/second-step', 'key', {
    costsHash: true,
    input: {
      body: z.object({
        Handle: needed(secret('ERROR_SECOND_FACTOR_EXPIRED')),
        Way: secondFactor,
        Code: code,
        /** The answer of a passkey to `secondStepOptions`. */
        Credential: signedCredential.optional(),
        TrustBrowser: tick(),
      }),
    },
    status: 201,
    answer: opened.extend({
      /** After a recovery code, how many are left; null after another factor. */
      CodesLeft: z.int().nullable(),
    }),
    refusals: [
      'ERROR_CODE_INVALID',
      'ERROR_CODE_USED',
      'ERROR_RECOVERY_CODE_INVALID',
      'ERROR_PASSKEY_REFUSED',
      'ERROR_SECOND_FACTOR_EXPIRED',
      'ERROR_SECOND_FACTOR_TRIES',
      'ERROR_USER_BANNED',
      'ERROR_ACCOUNT_FROZEN',
    ],
  }),
  /** The passkey challenge for the second step of a log-in. It costs no try. */
  secondStepOptions: post('log/second-step/options', 'key', {
    input: { body: z.object({ Handle: secret('ERROR_SECOND_FACTOR_EXPIRED') }) },
    answer: z.object({ Options: credentialOptions }),
    refusals: ['ERROR_SECOND_FACTOR_EXPIRED', 'ERROR_SECOND_FACTOR_TRIES'],
  }),
  /** The proofs for a sensitive act, or for a client that asks for a stronger session. */
  proofOptions: post('proof/options', 'player', {
    isBeforeEnrolment: true,
    input: { body: nothing },
    answer: z.object({
      /** Empty where the last proof is fresh. */
      Ways: ways,
      /** The proofs that make the session stronger; empty where none does. */
      Stronger: ways,
      /**
       * Services that prove a player who has no password, passkey or app: see `serviceProofUrl`.
       * Empty for any other, and where the last proof is fresh.
       */
      Services: z.array(canonicalName),
      /** The passkey challenge; null for a player without passkeys. */
      Options: credentialOptions.nullable(),
    }),
    refusals: [],
  }),
  /**
   * Verifies one factor of the caller again, a passkey both: it counts in this session for fifteen
   * minutes.
   */
  prove: post('proof', 'player', {
    isBeforeEnrolment: true,
    input: {
      body: z.object({
        Way: z.enum(['password', 'totp', 'recovery-code', 'passkey'], 'INVALID_REQUEST'),
        Password: z
          .unknown()
          .optional()
          .transform((value) => (typeof value === 'string' ? value.slice(0, 1000) : '')),
        Code: code,
        /** The answer of a passkey to `proofOptions`. */
        Credential: signedCredential.optional(),
      }),
    },
    answer: z.object({
      /** When the first factor was last proven in this session. */
      First: moment,
      /** When the second one was; null for never. */
      Second: moment.nullable(),
    }),
    refusals: [
      'ERROR_PASSWORD_EMPTY',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
      'ERROR_LOGIN_BY_MAIL',
      'ERROR_CODE_INVALID',
      'ERROR_CODE_USED',
      'ERROR_RECOVERY_CODE_INVALID',
      'ERROR_PASSKEY_REFUSED',
    ],
  }),
  /**
   * Mails the code that `startAuthenticator` and `passkeyOptions` ask of a player whom the deployment
   * requires to add a factor. While a code of this session is valid it mails another one only if asked to.
   */
  sendEnrolmentCode: post('security/enrolment-code', 'player', {
    isBeforeEnrolment: true,
    when: adding,
    input: { body: z.object({ Again: tick() }) },
    answer: z.object({
      /** Where the code is, masked. */
      Email: z.string(),
    }),
    refusals: [],
  }),
  /** Begins to add an authenticator app: the secret is shown once. */
  startAuthenticator: post('security/authenticators/start', 'player', {
    isBeforeEnrolment: true,
    when: adding,
    input: { body: z.object({ EnrolmentCode: enrolmentCode }) },
    status: 201,
    answer: z.object({
      Id: z.int(),
      /** In base 32. */
      Secret: z.string(),
      /** For a QR code, by the convention of `otpauth`. */
      Uri: z.string(),
    }),
    refusals: [
      'ERROR_USER_CONFIRMED',
      'ERROR_REAUTHENTICATION_REQUIRED',
      'ERROR_AUTHENTICATOR_LIMIT',
      'ERROR_CODE_INVALID',
    ],
  }),
  /** Adds the app by its first code. The first app switches the second step on. */
  confirmAuthenticator: post('security/authenticators/confirm', 'player', {
    isBeforeEnrolment: true,
    when: adding,
    input: {
      body: z.object({
        Id: id(),
        Code: needed(code),
        Name: needed(typed('line', 'ERROR_PASSKEY_NAME')),
        CodesWait: waits,
      }),
    },
    answer: z.object({
      /** Shown once; null where the player has codes already. */
      RecoveryCodes: z.array(z.string()).nullable(),
      /** Null where no codes wait. The second step waits with the first codes. */
      Seal: sealOfCodes,
    }),
    refusals: [
      'ERROR_USER_CONFIRMED',
      'ERROR_REAUTHENTICATION_REQUIRED',
      'ERROR_PASSKEY_NAME',
      'ERROR_CODE_INVALID',
      'ERROR_CODE_CLOCK',
      'ERROR_AUTHENTICATOR_LIMIT',
    ],
  }),
  /** Removing the last second factor also removes the second step and the recovery codes. */
  removeAuthenticator: post('security/authenticators/remove', 'player', {
    input: { body: z.object({ Id: id() }) },
    answer: nothing,
    refusals: [
      'ERROR_ACCOUNT_HELD',
      'ERROR_REAUTHENTICATION_REQUIRED',
      'ERROR_LAST_WAY_IN',
      'ERROR_TWO_STEP_NEEDED',
    ],
  }),
  makeRecoveryCodes: post('security/recovery-codes', 'player', {
    isBeforeEnrolment: true,
    input: { body: z.object({ CodesWait: waits }) },
    status: 201,
    answer: z.object({ Codes: z.array(z.string()), Seal: sealOfCodes }),
    refusals: ['ERROR_USER_CONFIRMED', 'ERROR_REAUTHENTICATION_REQUIRED'],
  }),
  /** The player has stored the codes of the seal: they count, and those from before do not any more. */
  keepRecoveryCodes: post('security/recovery-codes/keep', 'player', {
    isBeforeEnrolment: true,
    input: { body: z.object({ Seal: needed(foreign('ERROR_NOT_ALLOWED')) }) },
    answer: nothing,
    refusals: [],
  }),
  setTwoStep: post('security/two-step', 'player', {
    isBeforeEnrolment: true,
    input: { body: z.object({ IsOn: flag() }) },
    answer: nothing,
    refusals: [
      'ERROR_ACCOUNT_HELD',
      'ERROR_REAUTHENTICATION_REQUIRED',
      'ERROR_LAST_WAY_IN',
      'ERROR_TWO_STEP_NEEDED',
    ],
  }),
  forgetBrowser: post('security/trusted-browsers/forget', 'player', {
    input: { body: z.object({ Id: z.union([id(), z.literal('all')], 'INVALID_REQUEST') }) },
    answer: nothing,
    refusals: [],
  }),
}
