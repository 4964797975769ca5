import { devicePath } from '@gatehouse/contract/routes'
import type { DevicePageProps } from '@gatehouse/contract/serverPages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, senderOf } from '../../http/clientContext.ts'
import { consentedScopes } from '../../database/oidc/clientConsents.ts'
import { refuse } from '../../platform/apiError.ts'
import { browserOf } from '../../platform/browserOf.ts'
import { networkOf } from '../../platform/networkOf.ts'
import { type ClientScope, clientScopes, type OidcClient } from '../../deployments/client.ts'
import type { Limited } from '../../auth/rate-limits/rateLimiter.ts'
import type { Pending } from '../interactions/interactions.ts'
import { logInPage, signedInOf } from '../interactions/visit.ts'
import { type Answering, clientLetIn, type DeviceFound, letIn, turnAway } from './answerDevice.ts'
import { type DeviceInfo, hasDevices, choicesOf, lettersOf, shownCode } from './deviceRequest.ts'

/* The page on which a player lets a device in: its code, and then the number that it shows. */

/** No device waits by a code: it is wrong, or the player has let its device in already. */
type NoDevice =
  | { readonly outcome: 'unknown' | 'over' | 'too-many' }
  | { readonly outcome: 'allowed'; readonly client: OidcClient }

/**
 * Shows the device of a code, or asks for the code. Visitors log in first, and come back with it.
 */
export async function showDevicePage(pending: Pending): Promise<FastifyReply> {
  const typed = textOf((pending.request.query as Readonly<Record<string, unknown>>)['user_code'])
  const visiting = await visitingOf(pending)
  if (!visiting) return logIn(pending, typed)
  if (typed === '') return ask(visiting, '', null)
  const isLink = isOfLink(pending.request)
  const found = await deviceOf(visiting, typed, isLink)
  const isUnread = isLink && 'outcome' in found && found.outcome === 'too-many'
  return isUnread ? ask(visiting, typed, null) : showOutcome(visiting, typed, found)
}

/**
 * True for a page that was opened by a link, as far as the browser says it: our form stands on this page.
 * Any page leads its visitors to wrong codes, also by way of the log-in.
 */
function isOfLink({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site = 'none', referer = '' } = headers
  const isOfForm = URL.canParse(referer) && new URL(referer).pathname === devicePath
  return site !== 'none' && !(site === 'same-origin' && isOfForm)
}

/**
 * The player's answer. Only the number that the device shows lets it in; each other one ends its
 * request, so that they cannot all be tried. Refuses requests from another site's page.
 */
export async function answerDevice(pending: Pending): Promise<FastifyReply> {
  const { request, deployment } = pending
  const site = request.headers['sec-fetch-site']
  const isOurs = request.headers.origin === deployment.origin
  if (!isOurs || (site !== undefined && site !== 'same-origin')) throw refuse('INVALID_REQUEST')
  const form = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const typed = textOf(form['code'])
  const visiting = await visitingOf(pending)
  if (!visiting) return logIn(pending, typed)
  const found = await deviceOf(visiting, typed)
  if ('outcome' in found) return showOver(visiting, typed, found)
  // Another player has logged in since: what the page is not about this one.
  if (form['player'] !== String(visiting.player.id)) return showDevice(visiting, found)
  const { client } = found
  const number = textOf(form['number'])
  const isRight = number === found.info.number
  const isTaken = isRight ? await letIn(visiting, found) : await turnAway(visiting, found)
  if (!isTaken) return showOver(visiting, typed, await deviceOf(visiting, typed))
  const outcome = isRight ? 'allowed' : number === '' ? 'refused' : 'wrong-number'
  return render(visiting, { step: 'done', clientName: client.name, outcome })
}

/** A player who answers has seen the device: a missing code was right, and has expired. */
function showOver(
  visiting: Answering,
  typed: string,
  found: DeviceFound | NoDevice,
): Promise<FastifyReply> {
  const isOver = 'outcome' in found && found.outcome === 'unknown'
  return showOutcome(visiting, typed, isOver ? { outcome: 'over' } : found)
}

async function showOutcome(
  visiting: Answering,
  typed: string,
  found: DeviceFound | NoDevice,
): Promise<FastifyReply> {
  if (!('outcome' in found)) return showDevice(visiting, found)
  const { outcome } = found
  if (outcome !== 'allowed') return ask(visiting, typed, outcome)
  return render(visiting, { step: 'done', clientName: found.client.name, outcome })
}

function ask(
  visiting: Answering,
  code: string,
  refusal: Exclude<NoDevice['outcome'], 'allowed'> | null,
): FastifyReply {
  const { username } = visiting.player
  if (refusal !== null) visiting.reply.code(refusal === 'too-many' ? 429 : 404)
  return render(visiting, { step: 'code', username, code, refusal })
}

async function showDevice(
  visiting: Answering,
  { client, info, code, scopes }: DeviceFound,
): Promise<FastifyReply> {
  const { services, deployment, request, player } = visiting
  const { key, clock, database } = services
  const consent = { deployment: deployment.name, playerId: player.id, clientId: client.clientId }
  const known = client.firstParty ? scopes : await consentedScopes(database.kysely, consent)
  const isKnown = scopes.every((scope) => known.includes(scope))
  const { browser, system } = browserOf(info.userAgent)
  return render(visiting, {
    step: 'number',
    clientName: client.name,
    username: player.username,
    code: shownCode(code),
    player: String(player.id),
    numbers: choicesOf(key, code, info.number),
    minutesAgo: Math.max(0, Math.floor((clock.now().getTime() - info.askedAt) / 60_000)),
    network: info.address === addressOf(senderOf(request).ip) ? null : networkOf(info.address),
    system: system === '' ? browser : system,
    scopes: isKnown ? null : scopes,
  })
}

/**
 * The device that shows a code. A wrong code counts for its player, its address and the whole
 * deployment; a right one does not. Those of links count apart, so that no one's links use up what the
 * player types.
 */
async function deviceOf(
  visiting: Answering,
  typed: string,
  isLink = false,
): Promise<DeviceFound | NoDevice> {
  const { services, deployment, provider, request, player } = visiting
  const code = lettersOf(typed)
  // What no device shows is no try.
  if (!hasDevices(deployment) || code === null) return { outcome: 'unknown' }
  const { rateLimiter } = services
  const of = (subject: string) => (isLink ? `links ${subject}` : subject)
  const counted: readonly Limited[] = [
    ['wrongDeviceCodes', of(String(player.id))],
    ['wrongDeviceCodesFromAddress', of(addressOf(senderOf(request).ip))],
    ['wrongDeviceCodesInAll', of('all')],
  ]
  for (const [limit, subject] of counted) {
    const { isAdmitted } = await rateLimiter.consume(deployment, limit, subject)
    if (!isAdmitted) return { outcome: 'too-many' }
  }
  const found = await provider.DeviceCode.findByUserCode(code)
  const client = found
    ? deployment.clients.get(found.clientId ?? '')
    : await clientLetIn(visiting, code)
  if (!client?.device) return { outcome: 'unknown' }
  for (const each of counted) await rateLimiter.refund(deployment, [each], 'one')
  if (!found) return { outcome: 'allowed', client }
  const info = found.deviceInfo as unknown as DeviceInfo
  return { found, client, info, code, scopes: scopesOf(client, found.params?.['scope']) }
}

/** The scopes that a device asks for, of those that its client may have. */
function scopesOf(client: OidcClient, asked: unknown): readonly ClientScope[] {
  const wanted = textOf(asked).split(' ')
  return clientScopes.filter((scope) => client.scopes.includes(scope) && wanted.includes(scope))
}

async function visitingOf(pending: Pending): Promise<Answering | null> {
  const signedIn = await signedInOf(pending)
  return signedIn && { ...pending, ...signedIn }
}

function logIn({ deployment, reply }: Pending, typed: string): FastifyReply {
  const code = lettersOf(typed)
  const query = code === null ? '' : `?user_code=${shownCode(code)}`
  return reply.redirect(logInPage(deployment, `${devicePath}${query}`), 303)
}

function render({ services, deployment, request, reply }: Pending, props: DevicePageProps) {
  const page = services.renderPage({ request, deployment }, 'device', props)
  return reply.headers({ ...page.headers, 'cache-control': 'no-store' }).send(page.html)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 100) : ''
}
