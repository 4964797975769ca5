import * as z from 'zod'
import { identityProviderNames } from '../identityProviderNames.ts'
import { languages } from '../languages.ts'
import { moment } from './values.ts'

/* The entities of the specification's section 3, spelled exactly as there. */

export const blockedUser = z.object({
  Id: z.int(),
  Username: z.string(),
  AvatarUrl: z.string(),
})

export const user = z.object({
  Id: z.int(),
  Username: z.string(),
  Email: z.string(),
  AvatarUrl: z.string(),
  Titles: z.string(),
  TitleName: z.string(),
  CreatedAt: moment,
  SteamCheck: z.boolean(),
  IsCookiePopupSeen: z.boolean(),
  /** Ours, for a player who logs in with a partner and has no password here; else left out. */
  AuthType: z.literal(2).optional(),
  /** Ours: that partner's name. */
  AuthPartner: z.string().nullable().optional(),
  /** Ours, where several languages are offered: the player's choice; '' follows the browser. */
  Language: z.enum(['', ...languages]).optional(),
  /** Ours: present while the address is not confirmed, of a player who came with a service. */
  IsUnconfirmed: z.literal(true).optional(),
  /** Ours: present while the session opens nothing but the set-up of a second step. */
  MustEnrol: z.literal(true).optional(),
  Blocks: z.array(blockedUser).optional(),
})

export const identification = z.object({
  AuthType: z.union([z.literal(1), z.literal(2)]),
  AuthPartner: z.string().nullable(),
  Id_User: z.int(),
  Username: z.string(),
  TitleName: z.string(),
  Email: z.string(),
  AvatarUrl: z.string(),
})

export const token = z.object({
  Value: z.string(),
  Refresh: z.string(),
  Id_User: z.int(),
  Validated: z.boolean(),
  Refreshed: z.boolean(),
  ExprireAt: moment,
})

export const cookieCategory = z.object({
  Id: z.int(),
  Name: z.string(),
  Description: z.string(),
  IsActive: z.boolean(),
  IsOptional: z.boolean(),
  IsAccepted: z.boolean(),
})

export const optInList = z.object({
  ListId: z.int(),
  ListName: z.string(),
  IsOptIn: z.boolean(),
  /** Ours: present for the platform's own lists, which `IsG2GOptIn` is about. */
  IsG2G: z.literal(true).optional(),
  /** Ours, beyond the specification: the content of its mails in a sentence; '' for none. */
  Description: z.string().optional(),
})

export const canonicalName = z.enum(identityProviderNames)

export const connect = z.object({
  Id: z.int(),
  CanonicalName: canonicalName,
  Name: z.string(),
  Icon: z.string(),
  IsLinked: z.boolean(),
  ConnectName: z.string().nullable(),
  Avatar: z.string().nullable(),
  LastCheck: moment.nullable(),
  Id_Account: z.string().nullable(),
  /**
   * Ours: true when this deployment can link and unlink it; present where that differs from the
   * usual.
   */
  CanLink: z.boolean().optional(),
  /** Ours: present while the identity provider no longer knows the linked account. */
  IsGone: z.literal(true).optional(),
  /** Ours: present where the linked account is a way in. */
  SignsIn: z.literal(true).optional(),
  /**
   * Ours: present while the account of this service moves between the caller's account and another
   * one: it `leaves`, it `arrives`, or it has `left` and can be taken back.
   */
  Move: z
    .object({ Id: z.int(), Kind: z.enum(['leaves', 'arrives', 'left']), Until: moment })
    .optional(),
})

/** Ours: the first answers of a session, for a portal that gets them without a call. */
export const sessionAnswers = z.object({
  /** The account API that would answer the three calls. */
  ApiUrl: z.string(),
  /** The session id that the token was read by. */
  Identity: z.string(),
  Token: token,
  User: user,
  Connects: z.array(connect),
})

export const deletionType = z.object({
  Id: z.int(),
  Description: z.string(),
  IsOther: z.boolean(),
})

/** The report of a partner about a linked account; kept with the pending registration. */
export const connectUserInfo = z.object({
  Id_Account: z.string(),
  ConnectName: z.string(),
  Avatar: z.string(),
})

export const partnerSsoInfo = z.object({
  SSOId: z.int().nullable(),
  SSOEmail: z.string().nullable(),
  Username: z.string().nullable(),
  CreateAccount: z.boolean(),
  AccountNotConfirmed: z.boolean(),
  RedirectUrl: z.string().nullable(),
  Created: z.string().nullable(),
  /** Ours, with the header `x-session-answers`, where the callback opens a session. */
  Answers: sessionAnswers.optional(),
  SteamConnectUserInfo: connectUserInfo.nullable(),
  EpicConnectUserInfo: connectUserInfo.nullable(),
  /** The one-time proof that a registration sends back. */
  Token: z.string().nullable(),
})

/** The answer of a call that opens a session. */
export const opened = z.object({
  Created: z.string(),
  /** Ours: only for a request with the header `x-session-answers`. */
  Answers: sessionAnswers.optional(),
})
