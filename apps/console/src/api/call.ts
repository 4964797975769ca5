import type { Me } from '@gatehouse/contract/console/me'

/* The calls of the console. Every call is of the same origin, and says that it is the console's. */

interface FieldRefusal {
  readonly path: string
  readonly message: string
}

/** The server has refused a call, or was not reached (`OFFLINE`). */
export class RefusalError extends Error {
  readonly code: string
  readonly fields: readonly FieldRefusal[]
  readonly data: unknown

  constructor(code: string, message: string, more: Partial<Pick<RefusalError, 'fields' | 'data'>>) {
    super(message)
    this.code = code
    this.fields = more.fields ?? []
    this.data = more.data ?? null
  }
}

export interface Envelope {
  readonly order: Readonly<Record<string, unknown>>
  readonly why?: string
  readonly dryRun?: boolean
}

/** An act waits for another person, who has to approve it. */
interface Waiting {
  readonly id: string
  readonly expiresAt: string
}

export interface Answer {
  readonly data: unknown
  readonly message: string
  readonly approval: Waiting | null
}

const ours = { 'x-gatehouse-console': '1' } as const

let filledBy: string | null = null

/** From now on each call names the person of the page: it is refused where another one is signed in. */
export function fillAs(person: string): void {
  filledBy = person
}

/** Milliseconds: some acts go through all players, and no line that is dead is waited for. */
const timeLimit = 120_000
const late =
  'The console’s server did not answer within two minutes. What it was asked may be done: look before you ask again.'

const whoIsIt = '/api/v1/me'

async function send(path: string, init: RequestInit): Promise<Response> {
  const by = filledBy === null || path === whoIsIt ? {} : { 'x-gatehouse-person': filledBy }
  const signal = AbortSignal.timeout(timeLimit)
  let response
  try {
    response = await fetch(path, { ...init, signal, headers: { ...ours, ...by, ...init.headers } })
  } catch {
    if (signal.aborted) throw new RefusalError('LATE', late, {})
    throw new RefusalError('OFFLINE', 'The console’s server was not reached.', {})
  }
  if (response.ok) return response
  const body = (await readJson(response)) as Partial<Record<keyof RefusalBody, never>> | null
  const { error = `HTTP_${response.status}`, message = 'The server gave no reason.' } = body ?? {}
  throw new RefusalError(error, message, { fields: body?.fields ?? [], data: body?.data })
}

interface RefusalBody {
  readonly error: string
  readonly message: string
  readonly fields: readonly FieldRefusal[]
  readonly data: unknown
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return null
  }
}

/** The body of a good answer. A page of a proxy says nothing about what became of the call. */
async function bodyOf<Body>(response: Response): Promise<Body> {
  const body = await readJson(response)
  if (typeof body === 'object' && body !== null) return body as Body
  throw new RefusalError('NO_ANSWER', 'Another server than the console’s has answered.', {})
}

export async function fetchMe(): Promise<Me> {
  const { data } = await bodyOf<{ readonly data: Me }>(await send(whoIsIt, {}))
  // In an upgrade a server of 1.1.0 may answer, which does not say what waits.
  return { ...data, waiting: (data as Partial<Me>).waiting ?? [] }
}

/** Orders an act by its words. The key makes an order that is sent twice one order. */
export async function callAct(
  name: string,
  envelope: Envelope,
  {
    key,
    isWatching = false,
  }: { readonly key?: string | undefined; readonly isWatching?: boolean } = {},
): Promise<Answer> {
  const response = await send(`/api/v1/${name.replaceAll(' ', '/')}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(isWatching && { 'x-gatehouse-watching': '1' }),
    },
    body: JSON.stringify(envelope),
  })
  const { data = null, message = '', approval = null } = await bodyOf<Partial<Answer>>(response)
  return { data, message, approval }
}

export interface OwnSession {
  readonly id: number
  readonly created_at: string
  readonly seen_at: string
  readonly ends_at: string
  readonly ip: string
  readonly user_agent: string
  readonly isThis: boolean
}

/** The open log-ins of the person. */
export async function fetchSessions(): Promise<readonly OwnSession[]> {
  const response = await send('/api/v1/me/sessions', {})
  const { data } = await bodyOf<{ readonly data: readonly OwnSession[] }>(response)
  return data
}

export async function endSession(id: number): Promise<void> {
  await send('/api/v1/me/sessions/end', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  })
}

/** A file that an act has made; the server gives it once. */
export async function takeFile(ticket: string): Promise<Blob> {
  const response = await send(`/downloads/${encodeURIComponent(ticket)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  return response.blob()
}

/** The picture that a player uploaded, as an address that the policy of the page lets in. */
export async function fetchPicture(deployment: string, file: string): Promise<string> {
  const response = await send(`/api/v1/pictures/${deployment}/${file}`, {})
  const bytes = new Uint8Array(await response.arrayBuffer())
  return `data:image/webp;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
}

/** Ends the log-in; answers the address where the identity provider ends its own. */
export async function endLogIn(): Promise<string> {
  const response = await send('/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  const { data } = await bodyOf<{ readonly data: { readonly location: string } }>(response)
  return data.location
}
