import { resolve } from 'node:path'
import files from '@fastify/static'
import { isLanguage } from '@gatehouse/contract/languages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { readMarkdown } from '../../mail/markdown.ts'
import { SettingsError } from '../../platform/config/settings.ts'
import { unseal } from '../../platform/crypto/seal.ts'
import { escapeHtml } from '../../platform/escapeHtml.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { withVersion } from '../../deployments/overlay.ts'
import { changesOf } from '../versions/overlays.ts'
import { drawPicture } from '../versions/pictures.ts'
import { publishedOf } from '../versions/publishedOf.ts'
import { pictureFrameFor } from './pictureFrame.ts'
import type { ConsoleServices } from './staffSession.ts'

/* Pictures of deployments with changes that are not published, on a separate host. */

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly isPreview?: true
  }
}

/** Returns whether a request goes to the host of previews, and to something that it has. */
export function isOfPreviews({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isPreview === true
}

const asked = z.strictObject({
  /** The changes as JSON; empty for what is served. */
  changes: z.string().max(300_000),
  what: z.string().max(60),
  language: z.string().refine(isLanguage),
  scheme: z.enum(['light', 'dark']),
  textSize: z.number().int().min(100).max(400).default(100),
  isForced: z.boolean().default(false),
  /** The words of a mailing, for the mail of one. */
  listName: z.string().max(100).optional(),
  subject: z.string().max(200).optional(),
  text: z.string().max(20_000).optional(),
})

type Asked = z.output<typeof asked>

/**
 * A frame of the console posts changes with a ticket of `drafts preview`, and gets the picture of a
 * screen or a mail with them. Nothing is kept, no account is read, and nothing that the changes name
 * is fetched by the server. The console alone may frame the answer.
 */
export async function mountPreviews(
  app: FastifyInstance,
  services: ConsoleServices,
): Promise<void> {
  const { settings, renderer } = services
  const { CONSOLE_PREVIEW_URL: url, PORTAL_DIST } = settings
  if (url === undefined || renderer === null) return
  const constraints = { host: new URL(url).host }
  const config = { isPreview: true } as const
  const { page, policy } = pictureFrameFor(settings.CONSOLE_URL ?? '')
  await app.register(async (previews) => {
    previews.addHook('onRequest', async (_, reply) => {
      reply.headers({
        'content-security-policy': policy,
        'cross-origin-resource-policy': 'cross-origin',
        'x-robots-tag': 'noindex',
      })
    })
    previews.get('/*', { constraints, config }, (_, reply) => html(reply, page))
    const posted = {
      constraints,
      config,
      bodyLimit: 1_000_000,
      onRequest: async ({ params }: FastifyRequest, reply: FastifyReply) =>
        deploymentOfTicket(services, params) === null ? sayOver(reply) : undefined,
    }
    previews.post('/*', posted, async (request, reply) => {
      const deployment = deploymentOfTicket(services, request.params)
      if (deployment === null) return sayOver(reply)
      const given = asked.safeParse(request.body)
      if (!given.success) return say(reply, 422, 'This picture cannot be drawn.')
      return answer(reply, services, deployment, given.data)
    })
    const root = resolve(PORTAL_DIST, 'assets')
    await previews.register(files, { root, serve: false, cacheControl: false, preCompressed: true })
    previews.get('/assets/*', { constraints, config }, (request, reply) => {
      const { '*': file } = request.params as { readonly '*': string }
      return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(file)
    })
  })
}

async function answer(
  reply: FastifyReply,
  services: ConsoleServices,
  file: Deployment,
  { changes, listName = '', subject, text, ...view }: Asked,
) {
  const { renderer, database } = services
  if (renderer === null) return say(reply, 404, 'There is no portal.')
  try {
    const shown =
      changes === '' ? await publishedOf(database.kysely, file) : withChanges(file, changes)
    const words =
      subject === undefined || text === undefined
        ? null
        : { listId: 1, listName, subject, blocks: readMarkdown(text).blocks }
    const picture = await drawPicture(renderer, shown, { ...view, words })
    if (picture === null) return await say(reply, 404, 'This deployment has no such screen.')
    return await html(reply, picture)
  } catch (error) {
    if (error instanceof SettingsError) return say(reply, 422, error.message)
    throw error
  }
}

function withChanges(file: Deployment, text: string): Deployment {
  const read = changesOf(text)
  if ('refusal' in read) throw new SettingsError(`changes: It ${read.refusal}.`)
  return withVersion(file, { id: 0, revision: null, overlay: read.overlay })
}

function sayOver(reply: FastifyReply): FastifyReply {
  return say(reply, 404, 'This preview is over. Another one comes in a moment.')
}

/** A page of text: what is wrong with the changes. */
function say(reply: FastifyReply, status: number, words: string): FastifyReply {
  const lines = words.split('\n').map((line) => `<p>${escapeHtml(line)}</p>`)
  return html(reply.code(status), `<!doctype html><title>Preview</title>${lines.join('')}`)
}

function html(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(text)
}

interface Ticket {
  readonly deployment: string
  readonly until: number
}

/** The file's deployment of a ticket; null for one that is over, or none of ours. */
function deploymentOfTicket(
  { deployments, key, clock }: ConsoleServices,
  params: unknown,
): Deployment | null {
  try {
    const { '*': text } = params as { readonly '*': string }
    const ticket = Buffer.from(text, 'base64url').toString('base64')
    const { deployment, until } = unseal(ticket, key.console) as Ticket
    if (until < clock.now().getTime()) return null
    return deployments.files.byName(deployment)
  } catch {
    return null
  }
}
