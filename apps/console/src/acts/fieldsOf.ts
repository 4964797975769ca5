import type { ActRow, Role } from '@gatehouse/contract/acts/act'
import { everyWay, misnamed, waysFor } from '@gatehouse/contract/acts/playerNames'
import * as z from 'zod'
import { labelOf } from '../api/actWords.ts'

/** How a field of an order is asked for. */
type FieldKind = 'text' | 'area' | 'file' | 'number' | 'flag' | 'choice' | 'moment'

export interface Field {
  readonly name: string
  readonly kind: FieldKind
  readonly label: string
  readonly description: string
  readonly isRequired: boolean
  /** The values to choose from; '' stands for no choice. */
  readonly options: readonly string[]
  /** As text; '' without one. */
  readonly fallback: string
}

/** They are no question to a person: the envelope and the place say them. */
const silent = new Set(['deployment'])

interface Meta {
  readonly description?: string
  readonly value?: string
  readonly from?: string
}

/** The fields that a form asks people of these roles for, by the schema of the order. */
export function fieldsOf(order: z.ZodObject, roles: readonly Role[]): readonly Field[] {
  return Object.entries(order.shape)
    .filter(([name]) => !silent.has(name))
    .map(([name, schema]) => fieldOf(name, schema, roles))
}

/** A ban begins with a usual end, which these roles take away only where they may ban for ever. */
export function withUsualEnd(
  field: Field,
  { endsSessions, limitFor }: Pick<ActRow, 'endsSessions' | 'limitFor'>,
  roles: readonly Role[],
): Field {
  if (field.name !== 'until' || endsSessions !== 'account.banned') return field
  const limit = limitFor?.({}, roles, new Date()) ?? null
  const usual = { ...field, fallback: inDays(7) }
  return limit === null ? usual : { ...usual, isRequired: true, description: limit.message }
}

/** A moment in local time, as the field of the browser has it. */
export function inDays(days: number): string {
  const moment = new Date(Date.now() + days * 86_400_000)
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function fieldOf(name: string, schema: z.core.$ZodType, roles: readonly Role[]): Field {
  const meta = metaOf(schema)
  const { inner, isOptional, fallback } = unwrap(schema)
  const options = inner instanceof z.ZodEnum ? inner.options.map(String) : []
  return {
    name,
    kind: kindOf(inner, meta, options),
    label: labelOf(name),
    description: forPeople((meta.description ?? '').replace(everyWay, waysFor(roles))),
    isRequired: !isOptional,
    options: options.length > 0 && fallback === '' ? ['', ...options] : options,
    fallback,
  }
}

/** A command line reads files, and the standard input; a page has a field. */
function forPeople(description: string): string {
  const text = description.replace(/(?:; |, or )- (?:reads it|is stdin|for the standard input)/, '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function kindOf(inner: z.core.$ZodType, meta: Meta, options: readonly string[]): FieldKind {
  if (meta.from === 'file') return 'file'
  if (options.length > 0) return 'choice'
  if (inner instanceof z.ZodBoolean) return 'flag'
  if (inner instanceof z.ZodNumber) return 'number'
  if (inner instanceof z.ZodISODateTime) return 'moment'
  return meta.value === 'text' ? 'area' : 'text'
}

/** The outermost description: a wrapper may say more than what it wraps. */
function metaOf(schema: z.core.$ZodType): Meta {
  const own = z.globalRegistry.get(schema) as Meta | undefined
  if (own?.description !== undefined) return own
  const wrapped = innerOf(schema)
  return wrapped === undefined ? {} : metaOf(wrapped)
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap()
  if (schema instanceof z.ZodDefault) return schema.unwrap()
  return schema instanceof z.ZodPipe ? schema.in : undefined
}

function unwrap(schema: z.core.$ZodType) {
  let inner = schema
  let isOptional = false
  let fallback = ''
  for (let next = innerOf(inner); next !== undefined; next = innerOf(inner)) {
    isOptional ||= !(inner instanceof z.ZodPipe)
    if (inner instanceof z.ZodDefault) fallback = String(inner.def.defaultValue)
    inner = next
  }
  return { inner, isOptional, fallback }
}

export type Values = Readonly<Record<string, string>>

/** The values that a form begins with. */
export function startOf(fields: readonly Field[]): Values {
  return Object.fromEntries(fields.map(({ name, fallback }) => [name, fallback]))
}

/** The order that is sent: what is empty is left out, a moment gets its offset. */
export function orderOf(
  fields: readonly Field[],
  values: Values,
  preset: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const given = fields
    .filter(({ name }) => (values[name] ?? '') !== '' && !Object.hasOwn(preset, name))
    .map(({ name, kind }) => [name, valueOf(kind, values[name] ?? '')] as const)
  return { ...Object.fromEntries(given), ...preset }
}

function valueOf(kind: FieldKind, text: string): unknown {
  if (kind === 'flag') return text === 'true'
  if (kind === 'number') return Number(text)
  if (kind !== 'moment') return text
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString()
}

/** Complaints about a value of the wrong kind, or that is none of the choices. */
const isOfValue: ReadonlySet<string | undefined> = new Set(['invalid_type', 'invalid_value'])

/**
 * The complaints about an order, by its schema and by how these roles name players: a message for each
 * field; '' is the whole order.
 */
export function complaintsOf(
  schema: z.ZodObject,
  order: Readonly<Record<string, unknown>>,
  roles: readonly Role[],
): Readonly<Record<string, string>> {
  const { error } = schema.safeParse(order)
  const wrong = misnamed(schema, order, roles)
  if (error === undefined && wrong !== null) return { [wrong.path]: wrong.message }
  const issues = error?.issues ?? []
  // The first complaint about a field is the one that helps.
  return Object.fromEntries(
    issues
      .map(({ path: [name = ''], code, message }) => {
        const isMissing = isOfValue.has(code) && order[String(name)] === undefined
        return [String(name), isMissing ? 'is needed' : message] as const
      })
      .toReversed(),
  )
}
