import * as z from 'zod'

/** The roles of a studio's staff. */
export const roles = ['support', 'brand', 'privacy', 'operator', 'auditor'] as const
export type Role = (typeof roles)[number]

/**
 * A `look` changes nothing. An `act` changes something in one transaction, a `long` one in several.
 * An `offline` one needs no server: it takes files, settings, or a database that no server has open.
 */
export type ActKind = 'look' | 'act' | 'long' | 'offline'

/** Why an order is above the limit of those who gave it: a code for programs, a sentence for people. */
export interface Limit {
  readonly code: string
  readonly message: string
}

/**
 * A row of the table of acts: what a person may order of a server, by the command line and by the
 * API of the console. Options, help, path and description follow from it.
 */
export interface ActRow<
  Order extends z.ZodObject = z.ZodObject,
  Kind extends ActKind = ActKind,
  Answer extends z.ZodType | null = z.ZodType | null,
> {
  readonly kind: Kind
  /**
   * What it does, as a phrase that begins with its verb: 'Ban {a player}'. The words in braces give way to
   * the name of what it is about, where that is known. `titles.ts` reads this field and the next two.
   */
  readonly title: string
  /** What people read once it is done: '{The player} is banned.' Null for what changes nothing. */
  readonly done: string | null
  /** How a request for it is called: 'the export of {a player}'. Null where no second person is asked. */
  readonly request: string | null
  /** Its effect, in one line. */
  readonly summary: string
  /** Its input at the command line: each field is an option, except the operands. */
  readonly order: Order
  /** Its input everywhere else, without the fields that are the command line's alone. */
  readonly staffOrder: z.ZodObject
  /** Fields that the command line takes without a name, in their order. */
  readonly operands: readonly string[]
  /**
   * Its data, in the form of JSON: each leaf has a class that says which staff see it, by the helpers
   * of `answers.ts`. Null for an act of the command line alone.
   */
  readonly answer: Answer
  /** Staff who may order it in the console; none: it is for the command line alone. */
  readonly roles: readonly Role[]
  /** True for a look at a player: it stands in the audit log, and in the player's activity. */
  readonly isSeen: boolean
  /** Says why staff of these roles may not order this, where the act itself is theirs. */
  limitFor?(order: z.output<Order>, roles: readonly Role[], now: Date): Limit | null
  /** True where it needs a reason: it changes something, or shows what is delicate. */
  readonly needsReason: boolean
  /** True where staff of the console first prove once more who they are, at their identity provider. */
  readonly needsProof: boolean
  /** True where another person of the staff has to approve it in the console. */
  readonly needsApproval: boolean
  /** True where it can be tried, which changes nothing: each act of one transaction, and some long ones. */
  readonly isTried: boolean
  /** True for a long act of its own, which is seen to go on, to be done or to have failed. */
  readonly isRun: boolean
  /** True where another server goes on with it once its own has died: what is done stays done. */
  readonly isResumed: boolean
  /** True where nothing takes it back: a person in the console types the name of what it is about. */
  readonly isIrreversible: boolean
  /**
   * How the sites of players whose sessions it ends hear of that, besides log-outs; null for an act that
   * ends none. Its answer names the sites that do not hear of it.
   */
  readonly endsSessions: SessionsEnd | null
  /** True where it is a thing between people who are signed in: the command line has it not. */
  readonly isConsoleOnly: boolean
  /** False where assistants do not get it, because others do the same with a second person. */
  readonly isForAssistants: boolean
  /** The name of the file that its data are for a person in the console, who takes it once. */
  readonly fileName: string | null
  /** The limit of a person that it counts against in the console; null for that of its kind. */
  readonly countedAs: 'search' | 'look' | 'reveal' | null
  /** True where it names no deployment, and asks each in which its person has a role for it. */
  readonly isAnywhere: boolean
}

/** The event that says it, or log-outs alone. */
type SessionsEnd =
  | 'account.banned'
  | 'account.frozen'
  | 'account.sessions_revoked'
  | 'account.deleted'
  | 'log-outs alone'

interface Given<Order extends z.ZodObject> {
  readonly title: string
  readonly summary: string
  readonly order: Order
  readonly operands?: readonly (keyof z.output<Order> & string)[]
  readonly needsReason?: boolean
  readonly needsProof?: boolean
  readonly isTried?: boolean
  readonly isRun?: boolean
  readonly isResumed?: boolean
  readonly isIrreversible?: boolean
  readonly endsSessions?: SessionsEnd
  limitFor?(order: z.output<Order>, roles: readonly Role[], now: Date): Limit | null
  readonly isConsoleOnly?: boolean
  readonly isForAssistants?: boolean
  readonly fileName?: string
  readonly countedAs?: 'search' | 'look' | 'reveal'
  readonly isAnywhere?: boolean
}

/** An act of staff says which of them see each part of its data. */
type ForStaff<Answer> =
  | { readonly roles: readonly [Role, ...Role[]]; readonly answer: Answer }
  | { readonly roles?: never; readonly answer?: never }

/** An act that changes something says what has changed. */
type Done<Kind extends ActKind> = Kind extends 'act' | 'long'
  ? { readonly done: string }
  : { readonly done?: never }

/** An act that needs a second person says how a request for it is called. */
type Request =
  | { readonly needsApproval: true; readonly request: string }
  | { readonly needsApproval?: never; readonly request?: never }

function rowsOf<Kind extends ActKind>(kind: Kind, needsReason: boolean) {
  return <Order extends z.ZodObject, Answer extends z.ZodType | null = null>(
    given: Given<Order> & ForStaff<Answer> & Done<Kind> & Request,
  ): ActRow<Order, Kind, Answer> => {
    const { roles = [], answer = null as Answer, ...more } = given
    return {
      done: null,
      request: null,
      staffOrder: withoutCommandLine(given.order),
      operands: [],
      isSeen: false,
      needsReason,
      needsProof: false,
      needsApproval: false,
      isTried: kind === 'act',
      isRun: kind === 'long',
      isResumed: false,
      isIrreversible: false,
      endsSessions: null,
      isConsoleOnly: false,
      isForAssistants: true,
      fileName: null,
      countedAs: null,
      isAnywhere: false,
      ...more,
      roles,
      answer,
      kind,
    }
  }
}

/** A path is one of the command line's machine, and `isOfCommandLine` says it of any other field. */
function withoutCommandLine(order: z.ZodObject): z.ZodObject {
  const own = Object.entries<z.ZodType>(order.shape).filter(([, field]) => {
    const { from, isOfCommandLine } = field.meta() ?? {}
    return from === 'path' || isOfCommandLine === true
  })
  const others = Object.entries(order.shape).filter(
    ([name]) => !own.some(([each]) => each === name),
  )
  return own.length === 0 ? order : z.strictObject(Object.fromEntries(others))
}

type OfPlayer = z.ZodObject<{ player: z.ZodString; deployment: z.ZodString }>

type SeenLook = <Order extends OfPlayer, Answer extends z.ZodType | null = null>(
  given: Given<Order> & ForStaff<Answer> & Done<'look'> & Request,
) => ActRow<Order, 'look', Answer> & { readonly isSeen: true }

export const look = rowsOf('look', false)
/** A look at a player, who reads of it in the activity. */
export const seenLook: SeenLook = (given) => ({ ...look(given), isSeen: true })
export const act = rowsOf('act', true)
export const longAct = rowsOf('long', true)
/** Without a reason unless it says that it needs one. */
export const offlineAct = rowsOf('offline', false)

/** The longest and the shortest reason. */
const reasonBounds = { least: 3, most: 500 } as const

const addressOrNumber = /[^\s@]@[^\s@]|\b\d{1,3}(\.\d{1,3}){3}\b|\b[\da-f]{1,4}(:[\da-f]{0,4}){3,}/i

/**
 * The reason of an act, for the audit log, which keeps it for ever: it may name a ticket, and
 * neither an address of a player nor one of a machine.
 */
export const reason = z
  .string()
  .trim()
  .min(reasonBounds.least, `is shorter than ${reasonBounds.least} characters`)
  .max(reasonBounds.most, `is longer than ${reasonBounds.most} characters`)
  .refine((text) => !addressOrNumber.test(text), {
    error: 'names a mail or network address, which the audit log would keep for ever',
  })
