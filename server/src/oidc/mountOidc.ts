import { devicePath, paths, providerPath, sitesPath } from '@gatehouse/contract/routes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { MisdirectedError } from '../http/authenticate.ts'
import { plainIp } from '../http/clientContext.ts'
import type { Deployment } from '../tenants/deployments.ts'
import { ApiError } from '../platform/apiError.ts'
import type { OidcServices } from './provider/oidcServices.ts'
import { answerConsent, type Pending, showInteraction } from './interactions/interactions.ts'
import { mountClientCalls } from './clients/clientCalls.ts'
import { redirectPost, postedPaths } from './interactions/redirectPost.ts'
import { interactionPath } from './interactions/interactionPath.ts'
import { answerDevice, showDevicePage } from './devices/devicePage.ts'
import { showConnectedClients, withdraw } from './clients/connectedClients.ts'

const oauthDiscovery = '/.well-known/oauth-authorization-server'

/**
 * Mounts the OpenID provider of each host's deployment, and between its pages those with a question
 * for the player.
 */
export async function mountOidc(app: FastifyInstance, services: OidcServices): Promise<void> {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    await toProvider(services, deploymentOf(request, services), request, reply)
  }
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
    const url = interactionPath(':uid')
    const config = { call: 'oidc interaction', cost: 'page' } as const
    scope.get(url, { config }, (request, reply) =>
      orErrorPage(services, request, reply, showInteraction),
    )
    scope.post(url, { config }, (request, reply) =>
      orErrorPage(services, request, reply, (pending) => {
        const { answer } = (request.body ?? {}) as { answer?: unknown }
        return answerConsent(pending, answer)
      }),
    )
    const connected = { call: 'oidc sites', cost: 'page' } as const
    scope.get(sitesPath, { config: connected }, (request, reply) =>
      showConnectedClients(services, deploymentOf(request, services), request, reply),
    )
    scope.post(sitesPath, { config: connected }, (request, reply) =>
      orErrorPage(services, request, reply, ({ deployment }) => {
        const { site: clientId } = (request.body ?? {}) as { site?: unknown }
        return withdraw(services, deployment, request, reply, clientId)
      }),
    )
    const device = { call: 'oidc device', cost: 'page' } as const
    scope.get(devicePath, { config: device }, (request, reply) =>
      orErrorPage(services, request, reply, showDevicePage),
    )
    scope.post(devicePath, { config: device }, (request, reply) =>
      orErrorPage(services, request, reply, answerDevice),
    )
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
  { raw, ip }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const provider = await oidc.providerOf(deployment)
  const answer = provider.callback()
  reply.hijack()
  reply.raw.setHeader('x-content-type-options', 'nosniff')
  reply.raw.setHeader('cache-control', 'no-store')
  reply.raw.setHeader('vary', 'Origin')
  reply.raw.setHeader('content-security-policy', "frame-ancestors 'none'")
  reply.raw.setHeader('referrer-policy', 'no-referrer')
  // The provider trusts these headers, so they come from the deployment and never from the
  // sender.
  raw.headers['x-forwarded-proto'] = deployment.isSecure ? 'https' : 'http'
  delete raw.headers['x-forwarded-host']
  raw.headers['x-forwarded-for'] = plainIp(ip)
  const url = raw.url ?? ''
  const inside = url.startsWith(oauthDiscovery) ? oauthDiscovery : url.slice(providerPath.length)
  // The provider derives its mount path from the part that is missing.
  Object.assign(raw, { url: inside, originalUrl: `${providerPath}${inside}` })
  await answer(raw, reply.raw)
}

/** A person sees these pages, so the portal shows their errors. */
async function orErrorPage(
  services: OidcServices,
  request: FastifyRequest,
  reply: FastifyReply,
  run: (pending: Pending) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const deployment = deploymentOf(request, services)
  const provider = await services.oidc.providerOf(deployment)
  try {
    return await run({ services, deployment, provider, request, reply })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const page = new URL(paths.badRequest, deployment.origin)
    page.searchParams.set('message', 'This request is not authorized.')
    return reply.redirect(page.href, 303)
  }
}
