/** Ours: the facts of a ban that the banned player may read. */
export interface Ban {
  /** Written by an operator for the player; null for none. */
  readonly Reason: string | null
  /** ISO 8601; null for a ban without end. */
  readonly Until: string | null
}

/** Ours: a proof of work, as the ALTCHA library sets and solves it. */
export interface Challenge {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly signature: string
}

/** Ours: the factors besides the password. */
export type SecondFactor = 'passkey' | 'totp' | 'recovery-code'

/** Ours: how a log-in goes on after a right password. */
export interface SecondStep {
  readonly Handle: string
  readonly Ways: readonly SecondFactor[]
  /** ISO 8601. */
  readonly ExpiresAt: string
  /** True when this browser may be trusted, so that it is not asked again for a while. */
  readonly MayTrust: boolean
  /** The days of trust; 0 if it may not. */
  readonly TrustDays: number
}

/**
 * Ours: the ways to re-authenticate, each with all its factors. None for a player who has none of
 * them: the services of `proofOptions` re-authenticate.
 */
export interface Proof {
  readonly Ways: readonly (readonly ('password' | SecondFactor)[])[]
}

/** Ours: one of the accounts that wait for the same address. */
export interface SharingAccount {
  readonly Username: string
}

/** Ours: the way into a frozen account for who has just proven it. */
export interface Safety {
  readonly Link: string
}

/** Ours: how an account of a service can move here from the account that has it. */
export interface LinkMove {
  /** For `moveLink`. */
  readonly Ticket: string
  /** Of the account that signs in with it, and so is the caller's own too; null for any other. */
  readonly Username: string | null
  /** True where it is a way in there, and so moves after a while. */
  readonly Waits: boolean
  /** True where that account has neither another way in nor a confirmed address: it ends. */
  readonly Ends: boolean
}

export interface ErrorItem {
  readonly Property: string
  readonly ErrorMessage: string
  /**
   * Only with ERROR_TOO_MANY_ATTEMPTS, where its solution lets the same call through after the
   * seconds of `Retry-After`.
   */
  readonly Challenge?: Challenge
  /** Only with ERROR_USER_BANNED, where the ban has a public reason or an end. */
  readonly Ban?: Ban
  /** Only with ERROR_SECOND_FACTOR_REQUIRED. */
  readonly Step?: SecondStep
  /** Only with ERROR_REAUTHENTICATION_REQUIRED, where a password alone is not enough. */
  readonly Proof?: Proof
  /**
   * Only with ERROR_PASSKEY_UNKNOWN: true where no deployment of the passkey's domain knows it, so
   * that the device may forget it.
   */
  readonly Forget?: boolean
  /**
   * Only with ERROR_USERNAME_PASSWORD_INCORRECT: true in a browser that has been in the account, whose
   * address is confirmed.
   */
  readonly Known?: boolean
  /** Only with ERROR_EMAIL_SHARED: the account that the link confirms. */
  readonly Account?: SharingAccount
  /**
   * Only with ERROR_ACCOUNT_FROZEN, where a second factor of the player opens the account, or stops what was
   * asked for: the link of the page for it, for ten minutes.
   */
  readonly Safety?: Safety
  /** Only with ERROR_USER_STEAM_EXIST, where the link can move. */
  readonly Move?: LinkMove
}

/** The body of every refusal: 400, or 503 when a service is unreachable. */
export interface ErrorBody {
  readonly ErrorMessages: readonly ErrorItem[]
}

/**
 * The items with a code or text in a refusal's body, from any server; null without a list of
 * them.
 */
export function readErrorItems(body: unknown): readonly ErrorItem[] | null {
  const items = (body as { readonly ErrorMessages?: unknown } | null | undefined)?.ErrorMessages
  if (!Array.isArray(items)) return null
  return items.flatMap((item: unknown) => {
    const {
      Property,
      ErrorMessage,
      Ban,
      Challenge,
      Step,
      Proof,
      Forget,
      Known,
      Account,
      Move,
      Safety,
    } = (item ?? {}) as Partial<Record<keyof ErrorItem, unknown>>
    if (typeof ErrorMessage !== 'string' || ErrorMessage === '') return []
    return [
      {
        Property: textOf(Property) ?? '',
        ErrorMessage,
        ...(isObject(Ban) && { Ban: banOf(Ban) }),
        ...(isObject(Challenge) && { Challenge: Challenge as unknown as Challenge }),
        ...(isObject(Step) && { Step: Step as unknown as SecondStep }),
        ...(isObject(Proof) && { Proof: Proof as unknown as Proof }),
        ...(typeof Forget === 'boolean' && { Forget }),
        ...(Known === true && { Known }),
        ...(isObject(Safety) && { Safety: { Link: textOf(Safety['Link']) ?? '' } }),
        ...(isObject(Move) && { Move: Move as unknown as LinkMove }),
        ...(isObject(Account) && { Account: { Username: textOf(Account['Username']) ?? '' } }),
      },
    ]
  })
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function banOf({ Reason, Until }: Partial<Record<keyof Ban, unknown>>): Ban {
  return { Reason: textOf(Reason), Until: textOf(Until) }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
