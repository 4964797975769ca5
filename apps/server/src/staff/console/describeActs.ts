import { type ActRow, reason } from '@gatehouse/contract/acts/act'
import { bodyBytesAt, hasAct, orderAt } from '@gatehouse/contract/acts/entrances'
import { type ActName, actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { actTitle } from '@gatehouse/contract/acts/titles'
import * as z from 'zod'

/** The listeners that describe themselves. */
type Described = 'machine' | 'console'

type Schema = Readonly<Record<string, unknown>>

const documents = new Map<Described, string>()

/** The OpenAPI 3.1 document of the acts that an entrance has, as JSON. It is made once. */
export function describeActs(entrance: Described): string {
  const known = documents.get(entrance)
  if (known !== undefined) return known
  const made = JSON.stringify(entrance === 'machine' ? machineDocument() : consoleDocument())
  documents.set(entrance, made)
  return made
}

function machineDocument(): object {
  const security = {
    machine: { ...bearer, description: 'The token of the machine’s file in DATA_DIR.' },
  }
  return documentOf('machine', security, {
    required: ['who'],
    properties: {
      who: { type: 'string', minLength: 1, description: 'The person who orders it.' },
      isDry: { type: 'boolean', description: 'It is only tried: nothing is changed.' },
      isAssistant: {
        type: 'boolean',
        description: 'An assistant orders it, with its rights alone.',
      },
    },
  })
}

function consoleDocument(): object {
  const cookie = { type: 'apiKey', in: 'cookie', name: '__Host-gh_staff' }
  const security = {
    person: {
      ...cookie,
      description:
        'The log-in of a person, for the console’s own pages: they send `x-gatehouse-console: 1`, too. On plain http the cookie is `gh_staff`.',
    },
    service: {
      ...bearer,
      description: 'An access token of the studio’s identity provider (RFC 9068) for a service.',
    },
  }
  return documentOf('console', security, {
    required: [],
    properties: {
      dryRun: { type: 'boolean', description: 'It is only tried: nothing is changed.' },
    },
  })
}

const bearer = { type: 'http', scheme: 'bearer' }

interface Envelope {
  readonly required: readonly string[]
  readonly properties: Schema
}

function documentOf(entrance: Described, securitySchemes: Schema, envelope: Envelope): object {
  const served = actNames.filter((name) => hasAct(entrance, everyAct[name]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse actions',
      version: '1',
      description:
        'The actions that this address takes: rows of one table, which the command line has, too. Answers have `data` and a `message`; a refusal has `error`, `message`, `fields` and `data`.',
    },
    paths: Object.fromEntries(
      served.map((name) => [
        `/api/v1/${name.replaceAll(' ', '/')}`,
        { post: operationOf(entrance, name, envelope) },
      ]),
    ),
    components: {
      securitySchemes,
      schemas: { Refused: schemaOf(refusal), Waiting: schemaOf(waiting) },
    },
  }
}

const refusal = z.strictObject({
  error: z.string(),
  message: z.string(),
  fields: z.array(z.strictObject({ path: z.string(), message: z.string() })),
  data: z.unknown(),
})

const waiting = z.strictObject({
  approval: z.strictObject({ id: z.string(), expiresAt: z.iso.datetime() }),
})

/** The ticket of a file, which its person takes once. */
const ticket = z.strictObject({
  file: z.strictObject({ name: z.string(), ticket: z.string(), expiresAt: z.iso.datetime() }),
})

function operationOf(entrance: Described, name: ActName, envelope: Envelope): object {
  const row: ActRow = everyAct[name]
  const { summary, needsReason, isTried, roles } = row
  const isAsked = needsReason && !isTried
  const schema = {
    type: 'object',
    required: ['order', ...(isAsked ? ['why'] : []), ...envelope.required],
    properties: {
      order: schemaOf(orderAt(entrance, row)),
      why: reasonOf(row),
      ...envelope.properties,
    },
    additionalProperties: false,
  }
  const security = securityOf(entrance, row)
  return {
    operationId: name.replaceAll(' ', '-'),
    summary: actTitle(name),
    description: `${summary} At most ${bodyBytesAt(entrance, row)} bytes.`,
    tags: name.split(' ').slice(0, 1),
    security,
    ...(entrance === 'console' && { parameters: [idempotencyKey, ownPage] }),
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: { 200: answer('It is done.', doneOf(entrance, row)), ...refusalsOf(entrance, row) },
    'x-roles': roles,
  }
}

/** A trial, and a look that asks for none, take no reason, or an empty one. */
function reasonOf({ needsReason, isTried }: ActRow): object {
  const given = schemaOf(reason)
  return needsReason && !isTried ? given : { anyOf: [given, { const: '' }] }
}

function securityOf(entrance: Described, row: ActRow): readonly object[] {
  if (entrance === 'machine') return [{ machine: [] }]
  return [{ person: [] }, ...(hasAct('service', row) ? [{ service: [] }] : [])]
}

const idempotencyKey = {
  name: 'idempotency-key',
  in: 'header',
  required: false,
  description: 'The same for every repetition of one order, which is carried out once.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{8,100}$' },
}

const ownPage = {
  name: 'x-gatehouse-console',
  in: 'header',
  required: false,
  description: 'With a person’s cookie alone.',
  schema: { const: '1' },
}

const ofRefusal = { $ref: '#/components/schemas/Refused' }
const ofWaiting = { $ref: '#/components/schemas/Waiting' }

function refusalsOf(entrance: Described, { needsApproval }: ActRow): object {
  const both = {
    400: answer('`INVALID_ORDER`, `WHY_REQUIRED` or `WHY_NAMES_SOMEBODY`', ofRefusal),
    401: answer('`NOT_SIGNED_IN`, or `PROOF_REQUIRED`', ofRefusal),
    409: answer('The order is understood and cannot be carried out.', ofRefusal),
    413: answer('The order is longer than its action takes.', ofRefusal),
    415: answer('The order is no JSON.', ofRefusal),
    503: answer('The server cannot carry it out now.', ofRefusal),
  }
  if (entrance === 'machine') {
    const unknown = answer('`UNKNOWN_ACT`: an assistant has it not.', ofRefusal)
    return { ...both, 404: unknown, 421: answer('`MISDIRECTED`', ofRefusal) }
  }
  return {
    ...(needsApproval && { 202: answer('A second person has to approve it.', ofWaiting) }),
    ...both,
    403: answer('`FOREIGN`, or `NOT_ALLOWED`: no role of the caller orders it.', ofRefusal),
    404: answer('`UNKNOWN_DEPLOYMENT`, or `UNKNOWN_ACT` for a service', ofRefusal),
    421: answer('`MISDIRECTED`', ofRefusal),
    429: answer('`TOO_MANY`, with `Retry-After`', ofRefusal),
  }
}

/**
 * The data of an act; `mask` is the class of a part, which says what of it each role reads. A trial has
 * none.
 */
function doneOf(entrance: Described, row: ActRow): object {
  return {
    type: 'object',
    required: ['data', 'message'],
    properties: { data: dataOf(entrance, row), message: { type: 'string' } },
    additionalProperties: false,
  }
}

function dataOf(entrance: Described, row: ActRow): object {
  const { answer: data, fileName, isTried, needsApproval } = row
  if (data === null) return {}
  // At the machine a request has the outcome of an order that is done.
  const isRequest = needsApproval && entrance === 'machine'
  const schemas = [
    fileName !== null && entrance === 'console'
      ? schemaOf(ticket, 'output')
      : answerOf(entrance, data),
    ...(isTried ? [{ type: 'null' }] : []),
    ...(isRequest ? [ofWaiting] : []),
  ]
  const [only, other] = schemas
  return only !== undefined && other === undefined ? only : { anyOf: schemas }
}

/** Staff do not get the parts that none of their roles sees. */
function answerOf(entrance: Described, data: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(data, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const { required, properties = {} } = jsonSchema
      if (entrance === 'machine' || required === undefined) return
      const seenByAll = required.filter((name) => maskIn(properties[name]) === 'shown')
      if (seenByAll.length > 0) jsonSchema.required = seenByAll
      else delete jsonSchema.required
    },
  })
  return rest
}

/** The class of a part: of a part that is made of others, `shown`. */
function maskIn(schema: unknown): unknown {
  const { mask, anyOf = [] } = (schema ?? {}) as {
    readonly mask?: unknown
    readonly anyOf?: readonly unknown[]
  }
  const within = anyOf.map(maskIn).find((each) => each !== 'shown')
  return mask ?? within ?? 'shown'
}

function answer(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } }
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output' = 'input'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
