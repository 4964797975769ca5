import type { FastifyInstance, FastifyRequest } from 'fastify'

export type Switches = Record<string, boolean | number | string>

/** The switches of every stand-in. */
interface CommonSwitches {
  /** Answers 503 to everything. */
  down: boolean
  /** Milliseconds before every answer. */
  slowMs: number
}

export interface RecordedRequest {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly at: string
}

/** The state that the control plane writes and a stand-in reads. */
export interface Stage<S extends Switches> {
  readonly switches: S & CommonSwitches
  /** The accounts of the outside service, in its own shape. */
  users: readonly unknown[]
}

/** The entry of a stand-in on the front page. */
export interface Listing {
  /** Its name in the control plane, and its path unless `path` is given. */
  readonly name: string
  /** The path of its pages; `/<name>` by default. */
  readonly path?: string
  readonly title: string
  readonly about: string
}

export interface StandIn<S extends Switches> extends Listing {
  /** Its own switches after a reset. */
  readonly switches: S
  readonly users?: readonly unknown[]
  /** Its pages ignore `down` and `slowMs`, as it applies these two in its own way. */
  readonly ownsCommonSwitches?: boolean
  /** Adds its routes, under `/<name>`. */
  readonly mount: (app: FastifyInstance, stage: Stage<S>) => void
  readonly reset?: () => void
}

const requestsKept = 500

/**
 * Adds a stand-in: its own routes, which obey `down` and `slowMs` and are recorded, and its part of
 * the control plane under `/__standin/<name>`. Returns its entry for the front page.
 */
export async function plugIn<S extends Switches>(
  app: FastifyInstance,
  standIn: StandIn<S>,
): Promise<Listing> {
  const initial = (): S & CommonSwitches => ({ down: false, slowMs: 0, ...standIn.switches })
  const stage: Stage<S> = { switches: initial(), users: standIn.users ?? [] }
  const requests: RecordedRequest[] = []

  await app.register(async (routes) => {
    routes.addHook('preHandler', async (request, reply) => {
      requests.push(recordOf(request))
      requests.splice(0, requests.length - requestsKept)
      if (standIn.ownsCommonSwitches === true) return
      await passed(stage.switches.slowMs)
      if (stage.switches.down) await reply.code(503).send({ error: 'switched off' })
    })
    standIn.mount(routes, stage)
  })

  const control = `/__standin/${standIn.name}`
  app.get(`${control}/switches`, () => stage.switches)
  app.put<{ Body: unknown }>(`${control}/switches`, async ({ body }, reply) => {
    const wrong = errorOf(stage.switches, body)
    if (wrong !== null) return reply.code(400).send({ error: wrong })
    return Object.assign(stage.switches, body)
  })
  app.post(`${control}/reset`, () => {
    Object.assign(stage.switches, initial())
    stage.users = standIn.users ?? []
    requests.length = 0
    standIn.reset?.()
    return {}
  })
  app.get(`${control}/requests`, () => requests)
  app.put<{ Body: unknown }>(`${control}/users`, async ({ body }, reply) => {
    if (!Array.isArray(body)) return reply.code(400).send({ error: 'users are a list' })
    stage.users = body
    return stage.users
  })
  app.put<{ Params: { id: string }; Body: unknown }>(
    `${control}/users/:id`,
    async ({ params: { id }, body }, reply) => {
      if (!isRecord(body)) return reply.code(400).send({ error: 'a user is an object' })
      const wrong = errorOf(stage.switches, body['switches'] ?? {})
      if (wrong !== null) return reply.code(400).send({ error: wrong })
      const others = stage.users.filter((user) => !isRecord(user) || user['id'] !== id)
      const before = stage.users.filter(isRecord).find((user) => user['id'] === id)
      const user = { ...before, ...body, id }
      stage.users = [...others, user]
      return user
    },
  )
  return standIn
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Resolves after this time; at once for 0. */
export function passed(milliseconds: number): Promise<void> {
  return milliseconds === 0
    ? Promise.resolve()
    : new Promise((resolve) => {
        setTimeout(resolve, milliseconds)
      })
}

/** Names the first switch that does not exist or has another type; null without one. */
function errorOf(switches: Switches, given: unknown): string | null {
  if (!isRecord(given)) return 'switches are an object'
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(switches, name)) return `there is no switch ${name}`
    if (typeof value !== typeof switches[name]) return `${name} is a ${typeof switches[name]}`
  }
  return null
}

function recordOf({ method, url, body }: FastifyRequest): RecordedRequest {
  return { method, url, body: body ?? null, at: new Date().toISOString() }
}
