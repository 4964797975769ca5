import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { type ActRow, reason } from '@gatehouse/contract/acts/act'
import * as z from 'zod'

/** The OpenAPI 3.1 document of the acts: every row that needs a server. */
export function describeActs(): object {
  const served = actNames.filter((name) => everyAct[name].kind !== 'offline')
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse acts',
      version: '1',
      description:
        'The acts that an operator orders of a server: the rows of the command line. Answers have `data` and a `message`; a refusal has `error`, `message`, `fields` and `data`.',
    },
    paths: Object.fromEntries(
      served.map((name) => [
        `/api/v1/${name.replaceAll(' ', '/')}`,
        { post: operationOf(name, everyAct[name]) },
      ]),
    ),
    components: {
      securitySchemes: {
        machine: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of the machine’s file in DATA_DIR.',
        },
      },
      schemas: { Refused: schemaOf(refused) },
    },
  }
}

const refused = z.strictObject({
  error: z.string(),
  message: z.string(),
  fields: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  data: z.unknown(),
})

function operationOf(name: ActName, row: ActRow): object {
  const why = schemaOf(reason)
  const who = { type: 'string', minLength: 1 }
  const order = schemaOf(row.order)
  const schema = {
    type: 'object',
    required: row.needsReason ? ['order', 'who', 'why'] : ['order', 'who'],
    properties: { order, who, why, isDry: { type: 'boolean' } },
    additionalProperties: false,
  }
  return {
    operationId: name.replaceAll(' ', '-'),
    summary: row.summary,
    tags: name.split(' ').slice(0, 1),
    security: [{ machine: [] }],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      200: answer('It is done.', doneOf(row)),
      400: answer('`INVALID_ORDER`, `WHY_REQUIRED` or `WHY_NAMES_SOMEBODY`', ofRefusal),
      409: answer('The order is understood and cannot be carried out.', ofRefusal),
    },
    'x-roles': row.roles,
  }
}

const ofRefusal = { $ref: '#/components/schemas/Refused' }

/** The data of an act; `mask` is the class of a part, which says what of it each role reads. */
function doneOf({ answer: data }: ActRow): object {
  return {
    type: 'object',
    required: ['data', 'message'],
    properties: {
      data: data === null ? {} : schemaOf(data, 'output'),
      message: { type: 'string' },
    },
    additionalProperties: false,
  }
}

function answer(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
