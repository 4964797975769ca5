import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { passed } from '../platform/standIn.ts'
import type { Account, AccountSwitches } from './accounts.ts'

const megabyte = 1024 * 1024
const json = (reply: FastifyReply, body: string) => reply.type('application/json').send(body)

// Made once, because packing takes as long as unpacking.
let zipped: Buffer | undefined
const bomb = () => (zipped ??= gzipSync(' '.repeat(16 * megabyte)))

/** The wrong answers to a server. */
export const wrongAnswers: Readonly<Record<string, (reply: FastifyReply) => unknown>> = {
  html: (reply) => reply.type('text/html').send('<!doctype html><h1>We will be back soon</h1>'),
  htmlAsJson: (reply) => json(reply, '<!doctype html><h1>We will be back soon</h1>'),
  badGateway: (reply) => reply.code(502).type('text/html').send('<h1>502 Bad Gateway</h1>'),
  timeout: (reply) => reply.code(408).type('text/html').send('<h1>408 Request Timeout</h1>'),
  serverError: (reply) => reply.code(500).send({ error: 'Internal Server Error' }),
  redirect: (reply) => reply.redirect('http://localhost/elsewhere'),
  empty: (reply) => json(reply, ''),
  emptyObject: (reply) => json(reply, '{}'),
  list: (reply) => json(reply, '[]'),
  null: (reply) => json(reply, 'null'),
  truncated: (reply) => json(reply, '{"data":[{"id":"1'),
  deep: (reply) => json(reply, `${'['.repeat(50_000)}${']'.repeat(50_000)}`),
  proto: (reply) => json(reply, '{"__proto__":{"id":"1"},"constructor":{"prototype":{"id":"1"}}}'),
  huge: (reply) => json(reply, JSON.stringify({ filler: 'x'.repeat(10 * megabyte) })),
  bomb: (reply) => reply.type('application/json').header('content-encoding', 'gzip').send(bomb()),
  cut(reply) {
    reply.hijack()
    reply.raw.socket?.destroy()
  },
}

/** A profile on the wire; hostile ones may have any type. */
interface Profile {
  readonly id: unknown
  readonly name: unknown
  readonly avatar: unknown
}

/** Profiles of a malicious player or provider. */
const hostileProfiles: Readonly<Record<string, Partial<Profile>>> = {
  longName: { name: 'N'.repeat(10 * 1024) },
  htmlName: { name: '<img src=x onerror="document.title=1">' },
  bidiName: { name: 'evil\u202Egnp.exe\u2066\u200B\u0000' },
  emptyName: { name: '' },
  objectName: { name: { toString: 'no' } },
  scriptAvatar: { avatar: 'javascript:document.title=1' },
  dataAvatar: { avatar: 'data:text/html,<script>1</script>' },
  internalAvatar: { avatar: 'http://169.254.169.254/latest/meta-data' },
  foreignAvatar: { avatar: 'https://tracker.example/pixel.png' },
  objectId: { id: { $ne: null } },
  listId: { id: ['1', '2'] },
  otherId: { id: '1' },
}

/** Applies the switch `hostile` to a profile. */
export function profileAs(hostile: string, profile: Profile): Profile {
  return { ...profile, ...hostileProfiles[hostile] }
}

/**
 * Answers a server wrongly where the switches demand it; true for a sent answer. The general
 * switches have already slowed or answered the request. Those of the account have not.
 */
export async function wentWrong(
  request: FastifyRequest,
  reply: FastifyReply,
  switches: Omit<AccountSwitches, 'autoUser'>,
  account: Account | null = null,
): Promise<boolean> {
  await passed(Number(account?.switches?.['slowMs'] ?? 0))
  if (account?.switches?.['down'] === true) {
    await reply.code(503).send({ error: 'switched off' })
    return true
  }
  if (!request.url.includes(switches.onlyAt)) return false
  if (switches.rateLimited) {
    const { retryAfter } = switches
    const reset = String(Math.ceil(Date.now() / 1000) + retryAfter)
    const asked = { 'retry-after': String(retryAfter), 'ratelimit-reset': reset }
    await reply
      .code(429)
      .headers(retryAfter > 0 ? asked : {})
      .send({ error: 'Too Many Requests', status: 429, message: 'Slow down.' })
    return true
  }
  const wrong = wrongAnswers[switches.answer]
  await wrong?.(reply)
  return wrong !== undefined
}
