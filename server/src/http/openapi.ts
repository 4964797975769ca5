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

const anyCall = ['ERROR_NOT_ALLOWED', 'ERROR_TOO_MANY_ATTEMPTS', 'INVALID_REQUEST']

const introduction = new URL('introduction.md', import.meta.url)

/** The OpenAPI 3.1 document of the account API; its calls are the contract's rows. */
export function openapi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of callNames) {
    const { method, path } = calls[name]
    const url = path.startsWith('/') ? path : `${apiPrefix}/${path}`
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(name) }
  }
  for (const name of clientCallNames) {
    const { method, path } = clientCalls[name]
    paths[path] = { ...paths[path], [method.toLowerCase()]: clientOperation(name) }
  }
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
        bearer: { type: 'http', scheme: 'bearer', description: 'The player’s token.' },
        client: {
          type: 'http',
          scheme: 'bearer',
          description: 'A client’s access token, from the OpenID provider.',
        },
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
            description: 'What a banned player may know of the ban.',
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

function operation(name: CallName): object {
  const { caller, input = {}, documented, answer, status, refusals }: Call = calls[name]
  const query = documented?.query ?? input.query
  const body = documented?.body ?? input.body
  return {
    operationId: name,
    tags: [calls[name].path.split('/').find((part) => part !== '') ?? 'api'],
    security: { anyone: [], key: [{ key: [] }], player: bearer, either: [{ key: [] }, ...bearer] }[
      caller
    ],
    parameters: [
      ...parameters('path', input.path),
      ...(query && 'shape' in query ? parameters('query', query) : []),
    ],
    ...(body ? { requestBody: { required: true, content: json(jsonSchema(body, 'input')) } } : {}),
    responses: {
      [status ?? 200]: {
        description: 'Done.',
        content: json(jsonSchema(answer, 'output')),
      },
      400: { description: codesOf(refusals, anyCall), ...refusalLike(refusals[0]) },
      ...(caller === 'anyone' ? {} : { 401: { description: 'Key or bearer missing or dead.' } }),
      503: { description: '`ERROR_UNAVAILABLE`', ...refusalLike('ERROR_UNAVAILABLE') },
    },
  }
}

function clientOperation(name: ClientCallName): object {
  const { scope, summary, input = {}, answer, refusals }: ClientCall = clientCalls[name]
  const ofClients = ['ERROR_TOO_MANY_ATTEMPTS', 'INVALID_REQUEST']
  return {
    operationId: name,
    summary,
    tags: ['clients'],
    security: [{ client: [] }],
    ...(input.body
      ? { requestBody: { required: true, content: json(jsonSchema(input.body, 'input')) } }
      : {}),
    responses: {
      200: { description: 'Done.', content: json(jsonSchema(answer, 'output')) },
      400: { description: codesOf(refusals, ofClients), ...refusalLike(refusals[0]) },
      401: { description: '`invalid_token`' },
      403: { description: `\`insufficient_scope\`: the token lacks \`${scope}\`.` },
      503: { description: '`ERROR_UNAVAILABLE`', ...refusalLike('ERROR_UNAVAILABLE') },
    },
  }
}

/** The answer of a refusal, with an example. */
function refusalLike(code: ErrorCode = 'INVALID_REQUEST'): object {
  const schema = { $ref: '#/components/schemas/ApiError' }
  const example = { ErrorMessages: [errorItem(code)] }
  return { content: { 'application/json': { schema, example } } }
}

const bearer = [{ key: [], bearer: [] }]

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
        needed === true || usual === undefined ? schema : { ...schema, default: usual },
      ]),
    ),
    ...(all.length > 0 ? { required: all } : {}),
  }
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

function codesOf(refusals: Call['refusals'], others: readonly string[]): string {
  const codes = new Set<string>([...refusals, ...others])
  return [...codes].map((code) => `\`${code}\``).join(', ')
}
