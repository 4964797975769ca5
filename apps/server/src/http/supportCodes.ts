import { cleanText } from '@gatehouse/contract/cleanText'
import { createHmac } from 'node:crypto'
import { lifetimes } from '@gatehouse/contract/limits'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { ApiError } from '../platform/apiError.ts'
import { after, type Clock } from '../platform/clock.ts'
import { type LimitName, limits } from '../platform/config/settings.ts'
import { seal, unseal } from '../platform/crypto/seal.ts'
import type { Keys, ServerKey } from '../platform/crypto/serverKey.ts'
import { normalizeName } from '../platform/normalizeName.ts'
import type { Deployment, Deployments } from '../deployments/deployments.ts'

/*
 * The note about a refusal or a fault that its answer carries, sealed: the player can hand it to the
 * support by a code, and can neither read nor forge it. It says nothing about an account but the
 * player's own, and each is equally long, so that no answer shows by it whether an account exists.
 */

const note = z.object({
  /** The deployment. */
  d: z.string(),
  /** When it was, in milliseconds. */
  t: z.number(),
  call: z.string(),
  status: z.number(),
  codes: z.array(z.string()),
  /** The id of the request in the log. */
  id: z.string(),
  limit: z.enum(Object.keys(limits) as [LimitName, ...LimitName[]]).optional(),
  /** When the call may be tried again, in milliseconds. */
  until: z.number().optional(),
  /** The player, where the session was proven. */
  player: z.number().optional(),
  /** The mark of the name that was typed. */
  name: z.string().optional(),
})

export type OpenedNote = z.output<typeof note>

/** The services of notes. */
export interface NoteServices {
  readonly deployments: Deployments
  readonly key: ServerKey
  readonly clock: Clock
}

interface Failure {
  /** The row of a page, where it was no call. */
  readonly page?: string
  readonly status: number
  readonly error: Error
}

/** Bytes of a note before it is sealed: 700 characters of base64 after it. */
const noteBytes = 496

/** The note of a call or a page that failed; null where the deployment makes no support codes. */
export function sealNote(
  { deployments, key, clock }: NoteServices,
  request: FastifyRequest,
  { status, error, page }: Failure,
): string | null {
  const { call = page } = request.routeOptions.config
  const deployment = request.deployment ?? deployments.byHost(request.host)
  if (call === undefined || !deployment?.rules.makesSupportCodes) return null
  const { items = [], retryAfter = null, limit = null } = error instanceof ApiError ? error : {}
  const typed = typedName(request.body)
  const now = clock.now()
  const about: OpenedNote = {
    d: deployment.name,
    t: now.getTime(),
    call,
    status,
    codes: [],
    id: request.id,
    ...(limit === null ? {} : { limit }),
    ...(retryAfter === null ? {} : { until: after(now, retryAfter).getTime() }),
    // Where no hook ran, it is not even null.
    ...(request.caller ? { player: request.caller.player_id } : {}),
    ...(typed === null ? {} : { name: nameMark(key.supportCodes[0], deployment, typed) }),
  }
  const codes = items.map(({ ErrorMessage }) => ErrorMessage)
  return seal(filled({ ...about, codes: fitting(about, codes) }), key.supportCodes)
}

/** As many of the codes as the note has room for. */
function fitting(about: OpenedNote, codes: readonly string[]): string[] {
  const fits = (count: number) => lengthOf({ ...about, codes: codes.slice(0, count) }) <= noteBytes
  const count = codes.findLastIndex((_, at) => fits(at + 1)) + 1
  return codes.slice(0, count)
}

const empty = { fill: '' }

function lengthOf(about: object): number {
  return Buffer.byteLength(JSON.stringify({ ...about, ...empty }))
}

function filled(about: object): object {
  return { ...about, fill: ' '.repeat(Math.max(0, noteBytes - lengthOf(about))) }
}

/** The name or address in a form that asks for one. */
function typedName(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null
  const { UsernameOrEmail, Email, email, Username } = body as Readonly<Record<string, unknown>>
  const typed = [UsernameOrEmail, Email, email, Username].find(
    (name) => typeof name === 'string' && cleanText('login', name) !== '',
  )
  return typeof typed === 'string' ? cleanText('login', typed) : null
}

/** The mark of a name: equal names of one deployment have equal ones, which show no name. */
export function nameMark(key: Buffer, { name }: Deployment, typed: string): string {
  const mark = createHmac('sha256', key)
    .update(`${name}\0${normalizeName(typed)}`)
    .digest()
  return mark.subarray(0, 16).toString('base64url')
}

/** Opens a note of this deployment; null for one that was changed, or is too old by now. */
export function openNote(
  text: string,
  keys: Keys,
  { name }: Deployment,
  now: Date,
): OpenedNote | null {
  const found = readNote(text, keys)
  if (found === null || found.d !== name) return null
  return after(new Date(found.t), lifetimes.supportNote) < now ? null : found
}

/** Opens a note, however old it is; null for one that was changed. */
export function readNote(text: string, keys: Keys): OpenedNote | null {
  try {
    return note.safeParse(unseal(text, keys)).data ?? null
  } catch {
    return null
  }
}
