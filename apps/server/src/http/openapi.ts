import { readFileSync } from 'node:fs'
import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import {
  type ClientCall,
  type ClientCallName,
  clientCallNames,
  clientCalls,
} from '@gatehouse/contract/calls/clients'
import type { Call } from '@gatehouse/contract/calls/row'
import { type ErrorCode, errorItem } from '@gatehouse/contract/errors'
import * as z from 'zod'
import { apiPrefix } from './registerRoutes.ts'

const introduction = new URL('introduction.md', import.meta.url)

/** The OpenAPI 3.1 document of the account API; its calls are the contract's rows. */
export function openapi(): object {
  const paths: Record<string, Record<string, object>> = {}
  const add = (path: string, method: string, operation: object) => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation }
  }
  for (const name of callNames) {
    const { method, path } = calls[name]
    add(path.startsWith('/') ? path : `${apiPrefix}/${path}`, method, operationOf(name))
  }
  for (const name of clientCallNames) {
    const { method, path } = clientCalls[name]
    add(path, method, clientOperationOf(name))
  }
  const bearer = { type: 'http', scheme: 'bearer' }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse account API',
      version: '1',
      description: readFileSync(introduction, 'utf8'),
    },
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'The deployment’s AccountApiKey.',
        },
        bearer: { ...bearer, description: 'The player’s token.' },
        client: { ...bearer, description: 'A client’s access token, from the OpenID provider.' },
      },
      schemas: { ApiError: refusalSchema },
    },
  }
}

const refusalSchema = {
  type: 'object',
  required: ['ErrorMessages'],
  properties: {
    ErrorMessages: {
      type: 'array',
      items: {
        type: 'object',
        required: ['Property', 'ErrorMessage'],
        properties: {
          Property: { type: 'string' },
          ErrorMessage: { type: 'string' },
          Challenge: {
            type: 'object',
            description:
              'With ERROR_TOO_MANY_ATTEMPTS: a proof of work of ALTCHA. The same call with its solution in the header `x-proof-of-work`, after the seconds of Retry-After, is let through.',
            properties: { parameters: { type: 'object' }, signature: { type: 'string' } },
          },
          Ban: {
            type: 'object',
            description: 'The parts of a ban that its player may know.',
            properties: {
              Reason: { type: ['string', 'null'] },
              Until: { type: ['string', 'null'], format: 'date-time' },
            },
          },
        },
      },
    },
  },
}

/** Answers that every call can have: an empty object, whose status says it all. */
const emptyAnswers = Object.fromEntries(
  Object.entries({
    404: 'There is no such address.',
    413: 'The body is too long.',
    414: 'The address is too long.',
    415: 'The body is no JSON in UTF-8.',
    421: 'No deployment has this host.',
    429: 'Too many requests from one address; `Retry-After` says when to come back.',
    431: 'The headers are too long.',
  }).map(([status, description]) => [status, { description, content: json({ type: 'object' }) }]),
)

const bearerWithKey = [{ key: [], bearer: [] }]

/** The credentials of a call, by its caller. */
const securityOf = {
  anyone: [],
  key: [{ key: [] }],
  player: bearerWithKey,
  either: [{ key: [] }, ...bearerWithKey],
}

function operationOf(name: CallName): object {
  const { path, caller, input = {}, documented, answer, status, refusals }: Call = calls[name]
  const query = documented?.query ?? input.query
  return {
    operationId: name,
    tags: [path.split('/').find((part) => part !== '') ?? 'api'],
    security: securityOf[caller],
    parameters: [
      ...parameters('path', input.path),
      ...(query && 'shape' in query ? parameters('query', query) : []),
    ],
    ...requestBody(documented?.body ?? input.body),
    responses: {
      // A form that only a robot fills in is answered like a success, and makes nothing.
      ...(status === 201 && { 200: done(answer) }),
      [status ?? 200]: done(answer),
      ...emptyAnswers,
      400: refused(refusals, 'ERROR_NOT_ALLOWED', 'ERROR_TOO_MANY_ATTEMPTS', 'INVALID_REQUEST'),
      ...(caller === 'anyone'
        ? {}
        : { 401: { description: 'The key or access token is missing or invalid.' } }),
      503: refused(['ERROR_UNAVAILABLE']),
    },
  }
}

function clientOperationOf(name: ClientCallName): object {
  const { scope, summary, input = {}, answer, refusals }: ClientCall = clientCalls[name]
  return {
    operationId: name,
    summary,
    tags: ['clients'],
    security: [{ client: [] }],
    ...requestBody(input.body),
    responses: {
      200: done(answer),
      ...emptyAnswers,
      400: refused(refusals, 'ERROR_TOO_MANY_ATTEMPTS', 'INVALID_REQUEST'),
      401: { description: '`invalid_token`' },
      403: { description: `\`insufficient_scope\`: the token lacks \`${scope}\`.` },
      503: refused(['ERROR_UNAVAILABLE']),
    },
  }
}

function requestBody(schema: z.ZodType | undefined): object {
  return schema
    ? { requestBody: { required: true, content: json(jsonSchema(schema, 'input')) } }
    : {}
}

function done(answer: z.ZodType): object {
  return { description: 'Done.', content: json(jsonSchema(answer, 'output')) }
}

/** A refusal by one of some codes, with the first of the call's own as an example. */
function refused(own: Call['refusals'], ...others: readonly ErrorCode[]): object {
  const codes = [...new Set([...own, ...others])]
  const schema = { $ref: '#/components/schemas/ApiError' }
  const example = { ErrorMessages: [errorItem(own[0] ?? 'INVALID_REQUEST')] }
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: { 'application/json': { schema, example } },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: type,
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return io === 'input' ? withNeeded(rest as Described) : rest
}

interface Described {
  readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required?: readonly string[]
}

/** Fields that a call's own rule demands are required too, and their emptiness is no default. */
function withNeeded({ properties = {}, required = [], ...rest }: Described): object {
  const fields = Object.entries(properties)
  if (fields.length === 0) return rest
  const names = fields.filter(([, { needed }]) => needed === true).map(([name]) => name)
  const all = [...new Set([...required, ...names])]
  return {
    ...rest,
    properties: Object.fromEntries(
      fields.map(([name, { needed, default: usual, ...schema }]) => [
        name,
        needed === true || usual === undefined
          ? { ...schema, ...(needed === true && schema.type === 'string' && { minLength: 1 }) }
          : { ...schema, default: usual },
      ]),
    ),
    ...(all.length > 0 ? { required: all } : {}),
  }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}
