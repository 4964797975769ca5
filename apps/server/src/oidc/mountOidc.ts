import { urlLength } from '@gatehouse/contract/limits'
import { devicePath, providerPath, sitesPath } from '@gatehouse/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MisdirectedError } from '../http/authenticate.ts'
import type { Deployment } from '../deployments/deployments.ts'
import { ApiError } from '../platform/apiError.ts'
import type { OidcServices } from './provider/oidcServices.ts'
import { answerConsent, type Pending, showInteraction } from './interactions/interactions.ts'
import { mountClientCalls } from './clients/clientCalls.ts'
import { answerDevice, showDevicePage } from './devices/devicePage.ts'
import { showConnectedClients, withdraw } from './interactions/connectedClients.ts'
import { interactionPath } from './interactions/authorizationRequest.ts'
import { endSessionPath, refusedLogOut } from './interactions/logOutPages.ts'
import { badRequestPage, type Visit } from './interactions/visit.ts'

const oauthDiscovery = '/.well-known/oauth-authorization-server'
const framed = "frame-ancestors 'none'"

/**
 * Mounts the OpenID provider of each host's deployment, and between its pages those with a question
 * for the player.
 */
export async function mountOidc(app: FastifyInstance, services: OidcServices): Promise<void> {
  const answer = (request: FastifyRequest, reply: FastifyReply) =>
    toProvider(services, deploymentOf(request, services), request, reply)
  app.decorateRequest('signedIn', null)
  mountClientCalls(app, services, deploymentOf)
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The provider reads its requests itself.
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    const config = { call: 'oidc', cost: 'provider' } as const
    scope.all(`${providerPath}/*`, { config }, answer)
    // For an issuer with a path the document lies here (RFC 8414).
    scope.get(`${oauthDiscovery}${providerPath}`, { config }, answer)
  })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, body))
    const config = { call: 'oidc', cost: 'provider' } as const
    for (const path of postedPaths) {
      scope.post(path, { config }, async (request, reply) =>
        redirectPost(deploymentOf(request, services), request, reply),
      )
    }
  })

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const form = 'application/x-www-form-urlencoded'
    scope.addContentTypeParser(form, { parseAs: 'string' }, (_, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    })
    const mountPage = (url: string, call: string, show: Page, answerForm: Page) => {
      const config = { call, cost: 'page' } as const
      scope.get(url, { config }, withErrorPage(services, show))
      scope.post(url, { config }, withErrorPage(services, answerForm))
    }
    const url = interactionPath(':uid')
    mountPage(url, 'oidc interaction', withProvider(showInteraction), withProvider(answerConsent))
    mountPage(sitesPath, 'oidc sites', showConnectedClients, withdraw)
    mountPage(devicePath, 'oidc device', withProvider(showDevicePage), withProvider(answerDevice))
  })
}

/** The separate host of an account API has no provider. */
function deploymentOf(request: FastifyRequest, { deployments }: OidcServices): Deployment {
  const deployment = deployments.byHost(request.host)
  if (!deployment) throw new MisdirectedError()
  return deployment
}

async function toProvider(
  { oidc }: OidcServices,
  deployment: Deployment,
  { raw, senderIp }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const provider = await oidc.providerOf(deployment)
  const answer = provider.callback()
  reply.hijack()
  const headers = new Map([
    ['x-content-type-options', 'nosniff'],
    ['cache-control', 'no-store'],
    ['vary', 'Origin'],
    ['content-security-policy', framed],
    ['referrer-policy', 'no-referrer'],
  ])
  reply.raw.setHeaders(headers)
  // The provider trusts these headers, so they come from the deployment and never from the
  // sender.
  raw.headers['x-forwarded-proto'] = deployment.isSecure ? 'https' : 'http'
  delete raw.headers['x-forwarded-host']
  raw.headers['x-forwarded-for'] = senderIp
  const url = raw.url ?? ''
  const inside = url.startsWith(oauthDiscovery) ? oauthDiscovery : url.slice(providerPath.length)
  // The provider derives its mount path from the part that is missing.
  Object.assign(raw, { url: inside, originalUrl: `${providerPath}${inside}` })
  await answer(raw, reply.raw)
}

type Page = (visit: Visit) => Promise<FastifyReply>

function withProvider(page: (pending: Pending) => Promise<FastifyReply>): Page {
  return async (visit) => {
    const provider = await visit.services.oidc.providerOf(visit.deployment)
    return page({ ...visit, provider })
  }
}

/** A person sees these pages, so the portal shows their errors. */
function withErrorPage(services: OidcServices, page: Page) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const deployment = deploymentOf(request, services)
    try {
      return await page({ services, deployment, request, reply })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return reply.redirect(badRequestPage(deployment), 303)
    }
  }
}

/** Where a client may send its visitor by a form. */
const postedPaths = [`${providerPath}/auth`, endSessionPath] as const

/**
 * Turns a form that another site has posted into the same request by GET: a browser sends no Lax
 * cookie along with such a form, and sends it along with this. Needs no script. A form that is too
 * long for an address is refused like an address.
 */
function redirectPost(
  deployment: Deployment,
  { url, body }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const [path = ''] = url.split('?', 1)
  const target = `${path}?${new URLSearchParams(typeof body === 'string' ? body : '').toString()}`
  const isTooLong = target.length > urlLength
  const headers = { 'referrer-policy': 'no-referrer', 'content-security-policy': framed }
  const page = isTooLong ? pageInstead(deployment, path) : `${deployment.origin}${target}`
  return reply.headers(headers).redirect(page, 303)
}

/** For a request that is too long: who wants to log out is asked. */
function pageInstead(deployment: Deployment, path: string): string {
  return path === endSessionPath
    ? refusedLogOut(deployment).href
    : badRequestPage(deployment, 'request')
}
