import * as z from 'zod'
import type { Role } from './act.ts'

/*
 * Leaves of the answers of acts. Each has a class that says which staff see it; `maskAnswer` applies
 * the classes. A field that an answer does not describe is passed on to no staff.
 */

/** `whole`: as it is; `masked`: a part of it; a role that is not named does not get the field. */
type Seen = 'whole' | 'masked'

const classes = {
  /** All who may order the act. */
  shown: {
    support: 'whole',
    brand: 'whole',
    privacy: 'whole',
    operator: 'whole',
    auditor: 'whole',
  },
  /** A mail address; a text without an @ is no address, and whole. */
  address: { support: 'masked', privacy: 'whole', operator: 'masked' },
  /** The id of a player, where roles without players read the rest. */
  player: { support: 'whole', privacy: 'whole', operator: 'whole', auditor: 'whole' },
  /** A network address of a person. */
  network: { support: 'masked', privacy: 'whole', operator: 'whole' },
  /** Names, dates of birth, and whole records. */
  personal: { privacy: 'whole' },
  /** For the command line alone. */
  hidden: {},
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Role, Seen>>>>>

export type Mask = keyof typeof classes

/** Gives a leaf, or all that is in it, its class. */
function leaf<Schema extends z.ZodType>(mask: Mask, schema: Schema): Schema {
  return schema.meta({ mask })
}

/** Absent for those who do not see it; performers give it always. */
type Partly<Schema> = z.ZodType<z.output<Schema> | undefined, z.input<Schema>>

function partly<Schema extends z.ZodType>(mask: Mask, schema: Schema): Partly<Schema> {
  return leaf(mask, schema) as unknown as Partly<Schema>
}

export const shown = <Schema extends z.ZodType>(schema: Schema) => leaf('shown', schema)
export const personal = <Schema extends z.ZodType>(schema: Schema) => partly('personal', schema)
export const hidden = <Schema extends z.ZodType>(schema: Schema) => partly('hidden', schema)

export const text = shown(z.string())
export const number = shown(z.number())
export const isSo = shown(z.boolean())
/** A moment as ISO 8601; performers give it as a date or as a text. */
export const instant = shown(z.iso.datetime() as unknown as z.ZodType<string, Date | string>)
export const address = partly('address', z.string())
export const network = partly('network', z.string())
export const playerId = partly('player', z.number())

/**
 * A person of the staff, or a service, by its mark: two may have one name. Null for the command line, and
 * where no entry of the audit log says it.
 */
export const person = text.nullable()

/** The player of an act, as its answer names it. */
export const onPlayer = { id: number, username: text } as const
export const done = z.strictObject(onPlayer)
export const ofCatalogue = z.strictObject({ id: number })

const masks: Readonly<Partial<Record<Mask, (text: string) => string>>> = {
  address: maskAddress,
  network: maskNetwork,
}

/** `p••••r@example.com`: the first and the last letter, and the domain. */
export function maskAddress(text: string): string {
  const at = text.lastIndexOf('@')
  return at < 1 ? text : `${text[0]}••••${text.slice(at - 1)}`
}

/** The network of an address: a /24, of IPv6 a /48. A larger network stays as it is. */
export function maskNetwork(text: string): string {
  const [host = '', bits] = text.split('/')
  if (!host.includes(':')) {
    if (Number(bits ?? 32) <= 24) return text
    return `${host.split('.').slice(0, 3).join('.')}.0/24`
  }
  if (Number(bits ?? 128) <= 48) return text
  const [before = '', after] = host.split('::')
  const [left, right] = [groupsOf(before), groupsOf(after ?? '')]
  // An IPv4 address at the end stands for two groups.
  const count = [...left, ...right].reduce((sum, each) => sum + (each.includes('.') ? 2 : 1), 0)
  const gap = after === undefined ? [] : Array.from({ length: 8 - count }, () => '0')
  return `${[...left, ...gap, ...right].slice(0, 3).join(':')}::/48`
}

const groupsOf = (part: string) => (part === '' ? [] : part.split(':'))

/** The class of a schema; undefined for one that is made of others. */
export function maskOf(schema: z.ZodType): Mask | undefined {
  return schema.meta()?.['mask'] as Mask | undefined
}

/** The schema in an optional or nullable one. */
function innerOf(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
  return isWrapped ? innerOf(schema.unwrap() as z.ZodType) : schema
}

/**
 * The data of an act as staff with these roles read them: what none of the roles sees is absent, and
 * so is each field that the answer does not describe. Takes data in the form of JSON.
 */
export function maskAnswer(answer: z.ZodType, data: unknown, roles: readonly Role[]): unknown {
  const schema = innerOf(answer)
  const mask = maskOf(answer) ?? maskOf(schema)
  if (mask !== undefined) return maskLeaf(mask, data, roles)
  if (data === null) return null
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(data)) return undefined
    const element = schema.element as z.ZodType
    return data.map((each) => maskAnswer(element, each, roles)).filter((each) => each !== undefined)
  }
  if (!(schema instanceof z.ZodObject) || typeof data !== 'object') return undefined
  const given = data as Readonly<Record<string, unknown>>
  const { catchall } = schema.def
  // Fields without a name of their own have the class of all others.
  const others = catchall === undefined || catchall instanceof z.ZodNever ? [] : Object.keys(given)
  const fields = Object.entries<z.ZodType>({
    ...Object.fromEntries(others.map((name) => [name, catchall as z.ZodType])),
    ...schema.shape,
  })
  const seen = fields
    .filter(([name]) => Object.hasOwn(given, name))
    .map(([name, each]) => [name, maskAnswer(each, given[name], roles)] as const)
  return Object.fromEntries(seen.filter(([, value]) => value !== undefined))
}

/** How much of a class staff with these roles see: of several roles, the most; null for nothing. */
export function seenBy(mask: Mask, roles: readonly Role[]): Seen | null {
  const ofRole: Readonly<Partial<Record<Role, Seen>>> = classes[mask]
  const seen = new Set(roles.map((role) => ofRole[role]))
  if (seen.has('whole')) return 'whole'
  return seen.has('masked') ? 'masked' : null
}

function maskLeaf(mask: Mask, value: unknown, roles: readonly Role[]): unknown {
  const seen = seenBy(mask, roles)
  if (seen === 'whole') return value
  if (seen === null) return undefined
  return typeof value === 'string' ? masks[mask]?.(value) : value === null ? null : undefined
}

/** The data that a performer gives for an answer: unknown where the row describes none. */
export type DataOf<Answer> = Answer extends z.ZodType ? Given<z.input<Answer>> : unknown

type Given<Value> = Value extends Date
  ? Value
  : Value extends readonly (infer Element)[]
    ? readonly Given<Element>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Given<Value[Key]> }
      : Value
