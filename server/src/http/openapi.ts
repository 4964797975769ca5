import { type CallName, callNames, calls } from '@gatehouse/contract/calls'
import type { Call } from '@gatehouse/contract/calls/row'
import * as z from 'zod'
import { apiPrefix } from './registerRoutes.ts'

const anyCall = ['ERROR_NOT_ALLOWED', 'ERROR_TOO_MANY_ATTEMPTS', 'INVALID_REQUEST']

/** The OpenAPI 3.1 document of the account API, made only from the contract's rows. */
export function openapi(): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const name of callNames) {
    const { method, path } = calls[name]
    const url = path.startsWith('/') ? path : `${apiPrefix}/${path}`
    paths[url] = { ...paths[url], [method.toLowerCase()]: operation(name) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse account API',
      version: '1',
      description:
        'Success is 200 or 201 with JSON. A refusal is 400, or 503 when something we need is out of reach, with the list `ErrorMessages`.',
    },
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
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
  const { caller, input = {}, answer, status, refusals }: Call = calls[name]
  const refusal = { content: json({ $ref: '#/components/schemas/ApiError' }) }
  return {
    operationId: name,
    tags: [calls[name].path.split('/').find((part) => part !== '') ?? 'api'],
    security: { anyone: [], key: [{ key: [] }], player: bearer, either: [{ key: [] }, ...bearer] }[
      caller
    ],
    parameters: [
      ...parameters('path', input.path),
      ...(input.query && 'shape' in input.query ? parameters('query', input.query) : []),
    ],
    ...(input.body
      ? { requestBody: { required: true, content: json(jsonSchema(input.body, 'input')) } }
      : {}),
    responses: {
      [status ?? 200]: {
        description: 'Done.',
        content: json(jsonSchema(answer, 'output')),
      },
      400: { description: codesOf(refusals), ...refusal },
      ...(caller === 'anyone' ? {} : { 401: { description: 'Key or bearer missing or dead.' } }),
      503: { description: '`ERROR_UNAVAILABLE`', ...refusal },
    },
  }
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
  return rest
}

function json(schema: object): object {
  return { 'application/json': { schema } }
}

function codesOf(refusals: Call['refusals']): string {
  const codes = new Set<string>([...refusals, ...anyCall])
  return [...codes].map((code) => `\`${code}\``).join(', ')
}
