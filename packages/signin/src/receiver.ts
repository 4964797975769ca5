/** A request that a portal has posted. */
export interface Notice {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The part of Fastify that a receiver needs. */
export interface FastifyApp {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    options: { parseAs: 'string' },
    parse: (
      request: unknown,
      body: string,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown
  post(
    path: string,
    handler: (request: FastifyPost, reply: FastifyAnswer) => Promise<unknown>,
  ): unknown
}

type PostHeaders = Readonly<Record<string, string | string[] | undefined>>

interface FastifyPost {
  readonly body: unknown
  readonly headers: PostHeaders
}

/** The part of Node's and Express's request that a receiver needs. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: PostHeaders
  readonly body?: unknown
}

/** The part of Node's and Express's response that a receiver needs. */
export interface NodeResponse {
  writeHead(status: number, headers: Record<string, string>): { end(body: string): unknown }
}

interface FastifyAnswer {
  code(status: number): {
    headers(values: Record<string, string>): { send(body: string): unknown }
  }
}

/**
 * Receives a portal's notices. Answers 400 to any other request. An error of the site's code goes
 * to the framework (500), and the portal repeats the notice.
 */
export interface Receiver {
  /** For handlers of a Request, as Hono, Next.js, Deno and Bun have them. */
  readonly fetch: (request: Request) => Promise<Response>
  /** For Express and Node's own server. No body parser may run before it. */
  readonly express: (
    request: NodeRequest,
    response: NodeResponse,
    next: (error?: unknown) => void,
  ) => Promise<void>
  /** A plugin for Fastify: `app.register(receiver.fastify, { path: '/backchannel-logout' })`. */
  readonly fastify: (app: FastifyApp, options: { readonly path: string }, done: () => void) => void
}

/** The notice is not from the portal. */
export class NotOfPortalError extends Error {
  override readonly name = 'NotOfPortalError'
}

/** No notice is longer; longer bodies are not read. */
const longestBody = 1 << 20

interface Answers {
  /** The status of an answer to a notice that was taken. */
  readonly accepted: number
  /** The JSON of the answer to a notice that is not from the portal. */
  readonly refusal: object
}

const usualAnswers: Answers = { accepted: 200, refusal: { error: 'invalid_request' } }

/** The result of `read` on a notice. Throws a NotOfPortalError instead of the errors of `read`. */
export async function asOfPortal<Found>(what: string, read: () => Promise<Found>): Promise<Found> {
  try {
    return await read()
  } catch (cause) {
    throw new NotOfPortalError(what, { cause })
  }
}

/** Makes a receiver of `take`, which throws a NotOfPortalError for other notices. */
export function createReceiver(
  take: (notice: Notice) => Promise<void>,
  { accepted, refusal }: Answers = usualAnswers,
): Receiver {
  async function statusOf(notice: Notice): Promise<number> {
    try {
      await take(notice)
      return accepted
    } catch (error) {
      if (error instanceof NotOfPortalError) return 400
      throw error
    }
  }
  const bodyOf = (status: number) => (status === 400 ? JSON.stringify(refusal) : '')
  return {
    async fetch(request) {
      const headers = Object.fromEntries(request.headers)
      const status = await statusOf({ body: await request.text(), headers })
      return new Response(bodyOf(status), { status, headers: headersOf(status) })
    },
    async express(request, response, next) {
      try {
        const body = await readBody(request)
        const status = await statusOf({ body, headers: flat(request.headers) })
        response.writeHead(status, headersOf(status)).end(bodyOf(status))
      } catch (error) {
        next(error)
      }
    },
    fastify(app, { path }, done) {
      // The signature covers the raw body, so no parser may run before.
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, then) => then(null, body))
      app.post(path, async ({ body, headers }, reply) => {
        const status = await statusOf({ body: textOf(body), headers: flat(headers) })
        return reply.code(status).headers(headersOf(status)).send(bodyOf(status))
      })
      done()
    },
  }
}

function headersOf(status: number): Record<string, string> {
  const type = status === 400 ? { 'content-type': 'application/json' } : {}
  return { 'cache-control': 'no-store', ...type }
}

function textOf(body: unknown): string {
  return typeof body === 'string' ? body : ''
}

async function readBody(request: NodeRequest): Promise<string> {
  const { body } = request
  if (typeof body === 'string') return body
  const decoder = new TextDecoder()
  if (body instanceof Uint8Array) return decoder.decode(body)
  if (body !== undefined) throw new Error('A body parser runs before this receiver.')
  let text = ''
  for await (const chunk of request) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > longestBody) throw new Error('The body is too long.')
  }
  return text + decoder.decode()
}

function flat(headers: PostHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
}
