import * as z from 'zod'
import {
  activityKinds,
  type LedgerAct,
  type NotRestored,
  notRestored,
  recoveryProofs,
  type RecoveryProof,
  signInMethods,
} from '../activity.ts'
import { canonicalName } from './entities.ts'
import { secondFactor } from './factors.ts'
import { credentialOptions, passkey, passkeySignal, signedCredential } from './passkeys.ts'
import { generalBan, get, newPasswordCodes, post } from './row.ts'
import { id, moment, needed, nothing, password, secret, text, typed } from './values.ts'

/* Ours: the sessions, factors and ledger of an account, and the way to freeze it. */

const when = { hasSecuritySection: true } as const

const browser = {
  /** Such as `Firefox`; empty if the browser does not send it. */
  Browser: z.string(),
  /** Such as `Windows`; empty if the browser does not send it. */
  System: z.string(),
}

const whence = {
  /** Such as `Lyon, France`, by its address; empty where no database knows it. */
  Place: z.string(),
  /** The part of its address that its network has in common; empty where that is kept no more. */
  Network: z.string(),
}

/** An act on the account, as its player reads it. */
const entry = {
  Id: id(),
  At: moment,
  Act: z.enum(Object.keys(activityKinds) as LedgerAct[]),
  Actor: z.enum(['player', 'mail', 'operator', 'system', 'partner']),
  ...browser,
  ...whence,
  /** The values of the act: see `ShownByAct`. */
  Shown: z.record(z.string(), z.unknown()),
}

const methods = z.array(z.enum(signInMethods))

const proofs = z.array(z.enum(recoveryProofs as [RecoveryProof]))

/** A recovery case, as whoever adds a proof to it reads it. */
export const recoveryCase = {
  Have: proofs,
  /** When it opens the account; null as long as proofs are missing. */
  DueAt: moment.nullable(),
}

const safetyAct = z.enum(
  ['freeze', 'restore', 'release', 'unfreeze', 'stop', 'finish', 'cancel'],
  'INVALID_REQUEST',
)

/** What an act of a safety link has done. */
const outcome = {
  /** `waits`: the account is frozen, and is put back at the moment `Until`. */
  Outcome: z.enum(['done', 'waits']),
  /** Where the account's mails go, masked. */
  Email: z.string(),
  /** Of a restored account: until when changes are on hold; of one that waits: its moment. */
  Until: moment.optional(),
  /** Of a restored account: the moment that it is back at. */
  Since: moment.optional(),
  /** Of a restored account: what could not be put back. */
  NotRestored: z.array(z.enum(notRestored as [NotRestored])).optional(),
}

const linkCodes = ['ERROR_SAFETY_LINK_NOTEXISTS', 'ERROR_SAFETY_LINK_EXPIRED'] as const

export const securityCalls = {
  /**
   * The caller's means of signing in, without any secret; also where the section is off, for
   * players who have something to remove.
   */
  readSecurity: get('security', 'player', {
    isBeforeEnrolment: true,
    answer: z.object({
      HasPassword: z.boolean(),
      /** When the password was set; null if unknown, or without a password. */
      PasswordSetAt: moment.nullable(),
      /** True when a log-in found the password in data leaks of other sites. */
      Leaked: z.boolean(),
      /** True when the log-in asks for a second step after the password. */
      TwoStep: z.boolean(),
      /** Present where the account needs a second step: it can be changed, and not switched off. */
      IsRequired: z.literal(true).optional(),
      Passkeys: z.array(passkey),
      /** Null before the first passkey. */
      Signal: passkeySignal.nullable(),
      Apps: z.array(
        z.object({
          Id: z.int(),
          Name: z.string(),
          AddedAt: moment,
          LastUsedAt: moment.nullable(),
        }),
      ),
      /** The linked accounts of services that may be a way in, and those that are. */
      Services: z.array(
        z.object({
          CanonicalName: canonicalName,
          Name: z.string(),
          AccountName: z.string(),
          SignsIn: z.boolean(),
        }),
      ),
      /** Until then nothing that weakens the account changes; null for no hold. */
      HeldUntil: moment.nullable(),
      /** When the account is erased, as its player asked; null for no deletion that waits. */
      DeletionAt: moment.nullable(),
      /** When somebody can open the account without its second factors; null where nobody asked for it. */
      RecoveryAt: moment.nullable(),
      /** Recovery codes; null without a set. */
      CodesLeft: z.int().nullable(),
      /** The browsers that skip the second step. */
      Trusted: z.array(
        z.object({
          Id: z.int(),
          ...browser,
          Until: moment,
          IsThis: z.boolean(),
        }),
      ),
    }),
    refusals: [],
  }),
  listDevices: get('security/devices', 'player', {
    when,
    answer: z.object({
      /** The caller's own first, then the others, latest use first. */
      Devices: z.array(
        z.object({
          /** Names the log-in for `endDevice`, and grants nothing. */
          Id: z.string(),
          /** `Browser` is the client's name where a device without one is signed in. */
          ...browser,
          ...whence,
          /** The log-in. */
          Since: moment,
          /** The last use, to the hour. */
          SeenAt: moment,
          IsThis: z.boolean(),
          Methods: methods,
          /** The `Id` in `Trusted` of `readSecurity`; null where the browser is not trusted. */
          Trust: z.int().nullable(),
        }),
      ),
    }),
    refusals: [],
  }),
  endDevice: post('security/devices/end', 'player', {
    when,
    input: { body: z.object({ Id: needed(text('ERROR_NOT_ALLOWED', 100)) }) },
    answer: z.object({ Ended: z.int() }),
    refusals: [],
  }),
  endOtherDevices: post('security/devices/end-others', 'player', {
    when,
    input: { body: nothing },
    answer: z.object({ Ended: z.int() }),
    refusals: [],
  }),
  listActivity: get('security/activity', 'player', {
    when,
    input: {
      query: z.object({
        kind: z.enum(['sign-ins', 'changes', 'devices', 'sites', 'support']).optional(),
        /** The `Next` of the previous page. */
        before: z
          .string()
          .regex(/^[1-9]\d{0,14}$/)
          .transform(Number)
          .optional(),
      }),
    },
    answer: z.object({
      /** At most fifty, the newest first. */
      Entries: z.array(
        z.object({
          ...entry,
          /** Somebody else may have done it, and it can be undone: not by support, nor in the caller's session. */
          MayDoubt: z.boolean(),
        }),
      ),
      /** Where the next page begins; null after the last one. */
      Next: id().nullable(),
    }),
    refusals: [],
  }),
  freeze: post('security/freeze', 'player', {
    isBeforeEnrolment: true,
    when,
    input: { body: nothing },
    answer: nothing,
    refusals: [],
  }),
  askSafetyLink: post('safety/ask', 'key', {
    hidesDuration: true,
    when,
    ipBan: generalBan,
    input: {
      body: z.object({
        UsernameOrEmail: needed(typed('login', 'ERROR_USERNAME_EMPTY')),
        /**
         * `secure`: freezes the account or restores what it was; `recover`: the way in for who has lost
         * every second factor; else the way back into a frozen one.
         */
        For: z.enum(['secure', 'unfreeze', 'recover'], 'INVALID_REQUEST').optional(),
      }),
    },
    answer: nothing,
    refusals: ['ERROR_USERNAME_EMPTY'],
  }),
  readSafetyLink: post('safety/read', 'key', {
    when,
    input: { body: z.object({ Link: needed(secret('ERROR_SAFETY_LINK_NOTEXISTS')) }) },
    answer: z.object({
      Kind: z.enum(['freeze', 'unfreeze', 'reopen', 'stop', 'recover', 'finish', 'cancel']),
      Username: z.string(),
      /** The account is frozen. */
      IsFrozen: z.boolean(),
      /**
       * This browser is not known, and the act takes no second factor: it takes the digits of the
       * mail.
       */
      NeedsNumber: z.boolean(),
      /** The act sets a new password. */
      NeedsPassword: z.boolean(),
      /** The act takes one of these second factors, the strongest first; none where it is empty. */
      Ways: z.array(secondFactor),
      /** A link of kind `freeze` may take back the freeze that its address has ordered. */
      MayRelease: z.boolean(),
      /** When a rewind that waits is done; null where none waits. */
      RewindAt: moment.nullable(),
      /**
       * What the reader of the mail may undo, each with all that followed, the newest first. Empty for
       * every kind but `freeze`.
       */
      Entries: z.array(
        z.object({
          ...entry,
          /** What it did is not so any more once it is undone: false for a log-in, for example. */
          IsTakenBack: z.boolean(),
          /**
           * One of these, which the account had before the act, lets it happen at once; where it is
           * empty, it happens at once without.
           */
          Ways: z.array(secondFactor),
        }),
      ),
      /** Of a link of a recovery case; null for every other. */
      Recovery: z
        .object({
          ...recoveryCase,
          /** What can be added besides: the password, and accounts of these services. */
          MayPassword: z.boolean(),
          Services: z.array(canonicalName),
          WaitDays: z.int(),
        })
        .nullable(),
      /** What the link has done within a day; null for one that has yet to act. */
      Done: z.object({ Act: safetyAct, ...outcome }).nullable(),
      /** Hours that a rewind waits without one of these factors. */
      WaitHours: z.int(),
      /** Days after which an act cannot be undone any more. */
      Days: z.int(),
    }),
    refusals: [...linkCodes, 'ERROR_ACCOUNT_HELD'],
  }),
  /** The passkey challenge for the second factor of an act. It changes nothing. */
  safetyProofOptions: post('safety/proof/options', 'key', {
    when,
    input: {
      body: z.object({
        Link: secret('ERROR_SAFETY_LINK_NOTEXISTS'),
        /** The first entry to undo, where the factor is for that. */
        From: id().optional(),
      }),
    },
    answer: z.object({ Options: credentialOptions }),
    refusals: [...linkCodes, 'ERROR_ACCOUNT_HELD', 'ERROR_REWIND_NOT_YOURS'],
  }),
  actOnSafetyLink: post('safety/act', 'key', {
    when,
    costsHash: true,
    input: {
      body: z.object({
        Link: needed(secret('ERROR_SAFETY_LINK_NOTEXISTS')),
        /**
         * `restore` and `release` go with a link of kind `freeze`, `unfreeze` with one of kind `reopen`
         * too.
         */
        Act: safetyAct,
        /** For `restore`: the first entry that was not the player's own act. */
        From: id().optional(),
        Number: typed('digits', 'ERROR_NUMBER_INVALID', 20),
        Password: password('ERROR_PASSWORD_LENGTH'),
        Confirm: password('ERROR_CONFIRM_PASSWORD_INVALID'),
        /** Of the second factor, where one is asked. */
        Way: secondFactor.optional(),
        Code: z.string('ERROR_CODE_INVALID').max(100, 'ERROR_CODE_INVALID').optional(),
        /** The answer of a passkey to `safetyProofOptions`. */
        Credential: signedCredential.optional(),
      }),
    },
    answer: z.object({
      ...outcome,
      /**
       * The session that the proofs of an opening have opened; left out where they do not suffice.
       */
      Created: z.string().optional(),
    }),
    refusals: [
      ...linkCodes,
      'ERROR_ACCOUNT_HELD',
      'ERROR_NUMBER_INVALID',
      'ERROR_REWIND_NOT_YOURS',
      ...newPasswordCodes,
      'ERROR_CODE_INVALID',
      'ERROR_CODE_USED',
      'ERROR_RECOVERY_CODE_INVALID',
      'ERROR_PASSKEY_REFUSED',
    ],
  }),
  /**
   * Begins a recovery case after a right password, in the browser that gave it: mails a link to every
   * address that has a right to the account. It opens nothing.
   */
  openRecovery: post('recovery/open', 'key', {
    when,
    input: { body: z.object({ Handle: needed(secret('ERROR_SECOND_FACTOR_EXPIRED')) }) },
    answer: z.object({
      ...recoveryCase,
      /** Where the link went, masked. */
      Email: z.string(),
      WaitDays: z.int(),
    }),
    refusals: ['ERROR_SECOND_FACTOR_EXPIRED', 'ERROR_ACCOUNT_HELD'],
  }),
  /**
   * Adds the mailbox of a link to its recovery case, and the password where one is given. The browser counts
   * by itself. Two proofs begin the wait.
   */
  addRecoveryProof: post('recovery/proof', 'key', {
    when,
    costsHash: true,
    input: {
      body: z.object({
        Link: needed(secret('ERROR_SAFETY_LINK_NOTEXISTS')),
        Number: typed('digits', 'ERROR_NUMBER_INVALID', 20),
        Password: password('ERROR_USERNAME_PASSWORD_INCORRECT'),
      }),
    },
    answer: z.object(recoveryCase),
    refusals: [
      ...linkCodes,
      'ERROR_ACCOUNT_HELD',
      'ERROR_NUMBER_INVALID',
      'ERROR_RECOVERY_NOT_ENOUGH',
      'ERROR_USERNAME_PASSWORD_INCORRECT',
    ],
  }),
  /** Stops the recovery case of the caller's account without a re-authentication, because it only closes. */
  stopRecovery: post('security/recovery/stop', 'player', {
    when,
    input: { body: nothing },
    answer: nothing,
    refusals: [],
  }),
}
