import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../providers/accountPicker.ts'
import { fieldsOf, isEqual, tokenOf } from '../providers/oauth/oauthRequest.ts'
import { openIdNamespace } from '../providers/steam/assertions.ts'
import type { serviceSwitches } from './partnerSwitches.ts'
import type { LinkedAccount, PartnerUser, PartnerUsers } from './partnerUsers.ts'
import { provenBySteam } from './provenBySteam.ts'

/** The key that the deployments of this machine share with the stand-in. */
export const sideServiceKey = 'sample-relic-service-key'

/** The memory of one host of a side service. */
export interface SideMemory {
  readonly steam: Map<string, LinkedAccount>
  /** The moments of requested validation mails, by subject. */
  readonly mails: Map<string, readonly number[]>
  /** The subjects on their way to Steam, with their return addresses. */
  readonly flows: Map<string, { readonly subject: string; readonly returnUrl: string }>
}

const mailsAMinute = 3
const minute = 60_000

export function createSideMemory(): SideMemory {
  return { steam: new Map(), mails: new Map(), flows: new Map() }
}

/**
 * One host of a partner's side service, which our server calls about the partner's players. It
 * links a Steam account on a page, lists linked accounts, and mails validations. It answers 401
 * without the key and 404 for an unknown subject.
 */
export function mountSideService(
  app: FastifyInstance,
  base: string,
  users: PartnerUsers,
  memory: SideMemory,
): void {
  mountSteamLink(app, base, users, memory)
  mountSteamPages(app, base, memory)
  mountAccountCalls(app, base, users, memory)
}

/** The call that begins the linking of a Steam account. */
function mountSteamLink(
  app: FastifyInstance,
  base: string,
  users: PartnerUsers,
  memory: SideMemory,
): void {
  app.post(`${base}/api/steam/link`, (request, reply) => {
    const { subject = '', returnUrl = '' } = fieldsOf(request.body)
    const user = authorizedUser(request, users, subject, 'linkFails')
    if ('refusal' in user) return refused(reply, user)
    if (!isOfThisMachine(returnUrl)) {
      return refused(reply, { refusal: 400, why: 'returnUrl is not on localhost' })
    }
    const flow = randomUUID()
    memory.flows.set(flow, { subject, returnUrl })
    return reply.send({ url: `${originOf(request)}${base}/steam/${flow}` })
  })
}

/** The pages that send the browser to Steam and take its answer. */
function mountSteamPages(app: FastifyInstance, base: string, memory: SideMemory): void {
  app.get<{ Params: { flow: string } }>(`${base}/steam/:flow`, (request, reply) => {
    const { flow } = request.params
    if (!memory.flows.has(flow)) return refused(reply, over)
    const origin = originOf(request)
    const anyAccount = `${openIdNamespace}/identifier_select`
    const query = new URLSearchParams({
      'openid.ns': openIdNamespace,
      'openid.mode': 'checkid_setup',
      'openid.claimed_id': anyAccount,
      'openid.identity': anyAccount,
      'openid.return_to': `${origin}${base}/steam/${flow}/back`,
      'openid.realm': origin,
    })
    return reply.redirect(`${origin}/steam/openid/login?${query.toString()}`)
  })

  app.get<{ Params: { flow: string } }>(`${base}/steam/:flow/back`, async (request, reply) => {
    const { flow } = request.params
    const kept = memory.flows.get(flow)
    if (!kept) return refused(reply, over)
    memory.flows.delete(flow)
    const origin = originOf(request)
    const returnTo = `${origin}${base}/steam/${flow}/back`
    const steam = await provenBySteam(origin, returnTo, fieldsOf(request.query))
    const back = new URL(kept.returnUrl)
    back.searchParams.set('result', steam ? 'SUCCESS' : 'FAILED')
    if (steam) {
      memory.steam.set(kept.subject, steam)
      back.searchParams.set('idSteam', steam.id)
    }
    return reply.redirect(back.href)
  })
}

/** The calls about the accounts of a subject. */
function mountAccountCalls(
  app: FastifyInstance,
  base: string,
  users: PartnerUsers,
  memory: SideMemory,
): void {
  app.get(`${base}/api/linked-accounts`, (request, reply) => {
    const { subject = '' } = fieldsOf(request.query)
    const user = authorizedUser(request, users, subject, 'linkedFails')
    if ('refusal' in user) return refused(reply, user)
    const steam = memory.steam.get(subject) ?? user.steam
    if (steam === null) return reply.send({ steam })
    const avatar = `${originOf(request)}/steam/avatars/${steam.id}.svg`
    return reply.send({ steam: { ...steam, avatar } })
  })

  app.post(`${base}/api/validation-email`, (request, reply) => {
    const { subject = '' } = fieldsOf(request.body)
    const user = authorizedUser(request, users, subject, 'validationFails')
    if ('refusal' in user) return refused(reply, user)
    const now = Date.now()
    const recent = (memory.mails.get(subject) ?? []).filter((moment) => now - moment < minute)
    if (recent.length >= mailsAMinute) return refused(reply, { refusal: 429, why: 'too many' })
    memory.mails.set(subject, [...recent, now])
    return reply.code(204).send()
  })
}

/** Finds the user of a subject for a call with the right key; a refusal otherwise. */
function authorizedUser(
  request: FastifyRequest,
  users: PartnerUsers,
  subject: string,
  failure: keyof typeof serviceSwitches,
): PartnerUser | Refusal {
  const user = users.byId(subject)
  if (!isEqual(keyOf(request), sideServiceKey)) return { refusal: 401, why: 'wrong key' }
  if (users.switchesOf(user)[failure]) return { refusal: 500, why: 'switched off' }
  return user ?? { refusal: 404, why: 'unknown subject' }
}

interface Refusal {
  readonly refusal: number
  readonly why: string
}

const over: Refusal = { refusal: 404, why: 'this link is over' }

function refused(reply: FastifyReply, { refusal, why }: Refusal): FastifyReply {
  return reply.code(refusal).send({ error: why })
}

/** As `x-api-key`, or as a bearer's token. */
function keyOf(request: FastifyRequest): string {
  const { 'x-api-key': key } = request.headers
  return typeof key === 'string' ? key : tokenOf(request)
}

function isOfThisMachine(url: string): boolean {
  return (
    URL.canParse(url) && /^https?:\/\/(?:[a-z0-9-]+\.)*localhost(?:[:/?]|$)/.test(new URL(url).href)
  )
}
