import * as z from 'zod'

/** The roles of a studio's staff. */
export const roles = ['support', 'brand', 'privacy', 'operator', 'auditor'] as const
export type Role = (typeof roles)[number]

/**
 * A `look` changes nothing. An `act` changes something in one transaction, a `long` one in several.
 * An `offline` one needs no server: it takes files, settings, or a database that no server has open.
 */
export type ActKind = 'look' | 'act' | 'long' | 'offline'

/**
 * A row of the table of acts: what a person may order of a server, by the command line and by the
 * API of the console. Options, help, path and description follow from it.
 */
export interface ActRow<Order extends z.ZodObject = z.ZodObject, Kind extends ActKind = ActKind> {
  readonly kind: Kind
  /** Its effect, in one line. */
  readonly summary: string
  /** Its input: each field is an option of the command line, except the operands. */
  readonly order: Order
  /** Fields that the command line takes without a name, in their order. */
  readonly operands: readonly string[]
  /** Staff who may order it in the console; none: it is for the command line alone. */
  readonly roles: readonly Role[]
  /** True where it needs a reason and stands in the audit log: it changes something. */
  readonly needsReason: boolean
  /** True where staff of the console first prove once more who they are, at their identity provider. */
  readonly needsProof: boolean
  /** True where another person of the staff has to approve it in the console. */
  readonly needsApproval: boolean
  /** True where it is a thing between people who are signed in: the command line has it not. */
  readonly isConsoleOnly: boolean
  /** The name of the file that its data are for a person in the console, who takes it once. */
  readonly fileName: string | null
  /** The limit of a person that it counts against in the console; null for that of its kind. */
  readonly countedAs: 'search' | 'look' | 'reveal' | null
}

interface Given<Order extends z.ZodObject> {
  readonly summary: string
  readonly order: Order
  readonly operands?: readonly (keyof z.output<Order> & string)[]
  readonly roles?: readonly Role[]
  readonly needsReason?: boolean
  readonly needsProof?: boolean
  readonly needsApproval?: boolean
  readonly isConsoleOnly?: boolean
  readonly fileName?: string
  readonly countedAs?: 'search' | 'look' | 'reveal'
}

function rowsOf<Kind extends ActKind>(kind: Kind, needsReason: boolean) {
  return <Order extends z.ZodObject>(given: Given<Order>): ActRow<Order, Kind> => ({
    operands: [],
    roles: [],
    needsReason,
    needsProof: false,
    needsApproval: false,
    isConsoleOnly: false,
    fileName: null,
    countedAs: null,
    ...given,
    kind,
  })
}

export const look = rowsOf('look', false)
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
