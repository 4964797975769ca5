import { type CallName, calls } from '@gatehouse/contract/calls'
import { schemas } from '@gatehouse/contract/schemas'
import type { CallSchema } from '@gatehouse/contract/schemas/row'
import type { InjectOptions } from 'fastify'
import * as z from 'zod'
import { routeOf } from '../mount.ts'

export type FieldType = 'string' | 'boolean' | 'integer' | 'array' | 'object'

/** A field that a call takes, as its row describes it. */
export interface Field {
  readonly call: CallName
  readonly part: 'body' | 'query'
  readonly name: string
  readonly type: FieldType
  readonly isNullable: boolean
  readonly isRequired: boolean
}

interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

export type Values = Readonly<Record<string, unknown>>

/** What a call takes in its body or query, field by field; nothing of rows that take any name. */
export function fieldsOf(call: CallName): readonly Field[] {
  const row: CallSchema = schemas[call]
  return (['body', 'query'] as const).flatMap((part) => {
    const schema = row[part]
    if (!schema) return []
    const { properties = {}, required = [] } = z.toJSONSchema(schema, {
      io: 'input',
      unrepresentable: 'any',
    }) as JsonSchema
    return Object.entries(properties).map(([name, { type, anyOf = [] }]) => {
      const types = [type, ...anyOf.map((each) => each.type)].flat()
      return {
        call,
        part,
        name,
        type: (types.find((each) => each !== undefined) ?? 'object') as FieldType,
        isNullable: types.includes('null'),
        isRequired: required.includes(name),
      }
    })
  })
}

const plain: Readonly<Record<FieldType, unknown>> = {
  string: 'x',
  boolean: false,
  integer: 1,
  array: [],
  object: null,
}

/** A body or query in which every field is there, with a value of its type that means nothing. */
export function plainValues(call: CallName, part: Field['part']): Values {
  const fields = fieldsOf(call).filter((field) => field.part === part)
  return Object.fromEntries(fields.map(({ name, type }) => [name, plain[type]]))
}

export interface Given {
  readonly userId?: number | string
  /** What stands in the path where it is not a player's id, as it is sent. */
  readonly segment?: string
  readonly body?: Values | string
  readonly query?: Values | string
}

/** A request that reaches the row of a call; texts are sent as they are. */
export function sampleRequest(
  call: CallName,
  {
    userId = 1,
    segment = 'x',
    body = plainValues(call, 'body'),
    query = plainValues(call, 'query'),
  }: Given = {},
): InjectOptions & { readonly url: string; readonly method: 'GET' | 'POST' } {
  const { method } = calls[call]
  const path = routeOf(call).replace(':userId', String(userId)).replace(/:\w+/, segment)
  const search = typeof query === 'string' ? query : new URLSearchParams(texts(query)).toString()
  const url = search === '' ? path : `${path}?${search}`
  if (method === 'GET') return { method, url }
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  return { method, url, payload, headers: { 'content-type': 'application/json' } }
}

function texts(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}
