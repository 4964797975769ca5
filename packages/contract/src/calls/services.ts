import * as z from 'zod'
import type { ErrorCode } from '../errors.ts'
import { canonicalName, opened } from './entities.ts'
import { registrant, registrantCodes } from './registration.ts'
import { recoveryCase } from './security.ts'
import { loginBan, ownRegistration, ownSignIn, post, registerBan, type When } from './row.ts'
import { broughtAlong, flag, id, moment, needed, nothing, pageQuery, secret } from './values.ts'

/* Ours: an account of a service as a way in. */

const offered = { ...ownSignIn, offersServiceSignIn: true } as const satisfies When

/** A canonical name; any other one is refused as a service that is not offered. */
const service = z.object({ service: z.string().max(100) })

/** A proof of this browser that the service confirmed an account: once, for fifteen minutes. */
const ticket = needed(secret('ERROR_SERVICE_EXPIRED'))

const serviceCodes = [
  'ERROR_SERVICE_CANCELLED',
  'ERROR_SERVICE_DENIED',
  'ERROR_SERVICE_EXPIRED',
  'ERROR_SERVICE_UNREACHABLE',
] as const satisfies readonly ErrorCode[]

const stepUp = ['ERROR_REAUTHENTICATION_REQUIRED'] as const satisfies readonly ErrorCode[]

/** A visitor whom a service has confirmed, and who signs in to no account here with it. */
export const arrival = z.object({
  Ticket: z.string(),
  ExpiresAt: moment,
  CanonicalName: canonicalName,
  /** The name of the account at the service, as text. */
  AccountName: z.string(),
  /** A free username that resembles it; '' for none. */
  Username: z.string(),
  /**
   * An account here has it linked, and does not sign in with it: its player logs in another way and
   * joins them. Nobody registers with it.
   */
  IsLinked: z.boolean(),
})

export const serviceCalls = {
  /** The address of the service's sign-in, which leads back to `signInCallbackPathOf(service)`. */
  serviceLogInUrl: post('log/service/{service}/url', 'key', {
    when: offered,
    ipBan: loginBan,
    input: {
      path: service,
      body: z.object({
        ClientId: broughtAlong('clientId'),
        RedirectUrl: broughtAlong('redirectUrl'),
      }),
    },
    answer: z.string(),
    refusals: ['ERROR_USER_IP_BANNED_LOGIN'],
  }),
  /** Takes the query of the way back, unchanged: a session, a second step, or an arrival. */
  serviceLogIn: post('log/service/{service}/callback', 'key', {
    when: offered,
    ipBan: loginBan,
    input: { path: service, body: pageQuery },
    documented: { body: z.object({ state: z.string(), code: z.string() }) },
    answer: z.object({
      ...opened.shape,
      /** Null with an arrival. */
      Created: z.string().nullable(),
      /** Null with a session. */
      Arrival: arrival.nullable(),
      /** That of `serviceLogInUrl`, where it is allowed. */
      RedirectUrl: z.string().nullable(),
    }),
    refusals: [
      ...serviceCodes,
      'ERROR_USER_IP_BANNED_LOGIN',
      'ERROR_USER_BANNED',
      'ERROR_ACCOUNT_FROZEN',
      'ERROR_SECOND_FACTOR_REQUIRED',
    ],
  }),
  /** Makes an account without a password for an arrival, and logs it in. */
  registerWithService: post('register/service', 'key', {
    hidesDuration: true,
    when: { ...ownRegistration, ...offered },
    ipBan: registerBan,
    input: { body: z.object({ Ticket: ticket, ...registrant }) },
    answer: opened,
    status: 201,
    refusals: [...registrantCodes, 'ERROR_SERVICE_EXPIRED', 'ERROR_USER_STEAM_EXIST'],
  }),
  /**
   * Joins the account of an arrival to the caller's, who has logged in after it in this browser:
   * links it, and switches it on as a way in.
   */
  joinService: post('profile/connects/join', 'player', {
    when: offered,
    input: { body: z.object({ Ticket: ticket }) },
    answer: z.object({ CanonicalName: canonicalName, AccountName: z.string() }),
    refusals: [
      ...stepUp,
      'ERROR_SERVICE_EXPIRED',
      'ERROR_SERVICE_OTHER',
      'ERROR_USER_STEAM_EXIST',
      'ERROR_USER_CONFIRMED',
    ],
  }),
  /**
   * Moves the account of a ticket from another player's account to the caller's, where it is not that
   * player's only way in. Where it is a way in there, it moves after three days, unless that player
   * stops it.
   */
  moveLink: post('profile/connects/move', 'player', {
    when: offered,
    input: { body: z.object({ Ticket: ticket }) },
    answer: z.object({
      Outcome: z.enum(['moved', 'waits']),
      /** Until when that player can stop it, or take it back. */
      Until: moment,
    }),
    refusals: [
      ...stepUp,
      'ERROR_LAST_WAY_IN',
      'ERROR_SERVICE_EXPIRED',
      'ERROR_SERVICE_OTHER',
      'ERROR_USER_CONFIRMED',
    ],
  }),
  /** Stops a move, by either player; after it, the first player takes the account back. */
  stopLinkMove: post('profile/connects/move/stop', 'player', {
    when: ownSignIn,
    input: { body: z.object({ Id: id() }) },
    answer: nothing,
    refusals: [...stepUp, 'ERROR_LAST_WAY_IN', 'ERROR_SERVICE_OTHER'],
  }),
  /** Switches a linked account on as a way in, or off; also where none is offered any more. */
  setServiceSignIn: post('security/service-sign-in', 'player', {
    when: ownSignIn,
    input: { body: z.object({ CanonicalName: canonicalName, IsOn: flag() }) },
    answer: nothing,
    refusals: ['ERROR_ACCOUNT_HELD', ...stepUp, 'ERROR_LAST_WAY_IN'],
  }),
  /** The same address for a player who has no password, passkey or app to prove the account. */
  serviceProofUrl: post('proof/service/{service}/url', 'player', {
    isBeforeEnrolment: true,
    when: offered,
    input: { path: service, body: nothing },
    answer: z.string(),
    refusals: [],
  }),
  proveByService: post('proof/service/{service}/callback', 'player', {
    isBeforeEnrolment: true,
    when: offered,
    input: { path: service, body: pageQuery },
    documented: { body: z.object({ state: z.string(), code: z.string() }) },
    answer: z.object({ First: moment }),
    refusals: serviceCodes,
  }),
  /** The same address for the reader of a link who adds the account to a recovery case. */
  recoveryServiceUrl: post('recovery/service/{service}/url', 'key', {
    when: { ...offered, hasSecuritySection: true },
    input: {
      path: service,
      body: z.object({ Link: needed(secret('ERROR_SAFETY_LINK_NOTEXISTS')) }),
    },
    answer: z.string(),
    refusals: ['ERROR_SAFETY_LINK_NOTEXISTS', 'ERROR_SAFETY_LINK_EXPIRED', 'ERROR_ACCOUNT_HELD'],
  }),
  /** Adds an account of a service that has been linked for long to a recovery case. */
  addRecoveryService: post('recovery/service/{service}/callback', 'key', {
    when: { ...offered, hasSecuritySection: true },
    input: {
      path: service,
      body: z.object({
        Link: needed(secret('ERROR_SAFETY_LINK_NOTEXISTS')),
        /** The query of the page that the service led back to. */
        Query: pageQuery.default({}),
      }),
    },
    answer: z.object(recoveryCase),
    refusals: [
      ...serviceCodes,
      'ERROR_SAFETY_LINK_NOTEXISTS',
      'ERROR_SAFETY_LINK_EXPIRED',
      'ERROR_ACCOUNT_HELD',
      'ERROR_RECOVERY_NOT_ENOUGH',
    ],
  }),
}
