import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { ActRow } from '@gatehouse/contract/acts/act'
import { bodyBytesAt, hasAct } from '@gatehouse/contract/acts/entrances'
import { actNames, everyAct } from '@gatehouse/contract/acts/everyAct'
import { bodyBytes } from '@gatehouse/contract/limits'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import * as z from 'zod'
import { carryOut } from '../acts/orders/carryOut.ts'
import { type ActAnswer } from '../acts/orders/actAnswer.ts'
import type { ActServices } from '../acts/orders/run.ts'
import { randomBytes } from '../../platform/crypto/random.ts'
import { isSame } from '../../platform/crypto/secrets.ts'
import { readJson } from '../../http/readJson.ts'
import { closeUnread } from '../../http/closeUnread.ts'
import { ApiError } from '../../platform/apiError.ts'
import { logEvent } from '../../platform/observability/events.ts'
import { removeMachineFile, writeMachineFile } from './machineFile.ts'
import { refuse } from './answers.ts'
import { describeActs } from './describeActs.ts'

const envelope = z.strictObject({
  order: z.unknown(),
  why: z.string().default(''),
  /** The person who orders it, as the command line knows. */
  who: z.string().min(1),
  isDry: z.boolean().default(false),
  isAssistant: z.boolean().default(false),
})

/**
 * The API of the acts, on the loopback, for the command line of this machine: a line that is
 * carried out here needs no second process at the database, which the embedded one forbids.
 * Null where the folder of the data takes no file: command lines then open the database themselves.
 */
export async function openActsApp(services: ActServices): Promise<FastifyInstance | null> {
  const { settings, log } = services
  const app = Fastify({
    bodyLimit: bodyBytes,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  const token = randomBytes(32).toString('hex')
  closeUnread(app)
  mountActs(app, services, token)
  app.addHook('onClose', () => removeMachineFile(settings, token))
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    await mkdir(resolve(settings.DATA_DIR), { recursive: true })
    await writeMachineFile(settings, { address: `http://127.0.0.1:${port}`, token })
    return app
  } catch (error) {
    // With PostgreSQL a command line opens the database itself, beside the server.
    if (settings.DATABASE_URL === undefined) logEvent(log, 'acts_api.unavailable', { err: error })
    await app.close()
    return null
  }
}

function mountActs(app: FastifyInstance, services: ActServices, token: string): void {
  app.addHook('onRequest', async (request, reply) => {
    // A page in a browser of this machine reaches the port by another name.
    const { address, port } = app.server.address() as AddressInfo
    if (request.headers.host !== `${address}:${port}`) {
      return refuse(reply, 421, 'MISDIRECTED', 'This address is for the command line.')
    }
    const [, given = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? []
    if (!isSame(given, token)) {
      return refuse(reply, 401, 'NOT_SIGNED_IN', 'The token of this server is missing or wrong.')
    }
    // Before its body is read.
    return request.is404 ? refuseUnknown(reply) : undefined
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson)
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, _, reply) => {
    if (error instanceof ApiError) return refuse(reply, 400, 'INVALID_ORDER', 'It is not readable.')
    const status = error.statusCode ?? 500
    if (status < 500) return refuse(reply, status, 'INVALID_ORDER', error.message)
    logEvent(services.log, 'act.failed', { err: error })
    return refuse(reply, 503, 'UNAVAILABLE', 'The server could not carry it out; its log says why.')
  })
  app.get('/api/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').send(describeActs('machine')),
  )
  const context = { environment: {}, services }
  for (const name of actNames) {
    const row: ActRow = everyAct[name]
    if (!hasAct('machine', row)) continue
    const url = `/api/v1/${name.replaceAll(' ', '/')}`
    const bodyLimit = bodyBytesAt('machine', row)
    app.post(url, { bodyLimit }, async (request, reply) => {
      const given = envelope.safeParse(request.body)
      if (!given.success) {
        return refuse(reply, 400, 'INVALID_ORDER', 'This server takes orders in another form.')
      }
      const { isAssistant } = given.data
      if (isAssistant && !hasAct('assistant', row)) return refuseUnknown(reply)
      return send(reply, await carryOut(await services.loadAct(name), given.data, context))
    })
  }
}

function refuseUnknown(reply: FastifyReply): FastifyReply {
  const message = 'This server has no such action: it is of another version.'
  return refuse(reply, 404, 'UNKNOWN_ACT', message)
}

const statuses = { done: 200, refused: 409, misunderstood: 400 } as const

function send(reply: FastifyReply, { outcome, ...answer }: ActAnswer) {
  const { message, data } = answer
  const body = outcome === 'done' ? { data, message } : answer
  return reply.code(statuses[outcome]).send(body)
}
