import { paths } from '@gatehouse/contract/routes'
import type { FastifyInstance } from 'fastify'
import type { LiveDeployments } from '../deployments/liveDeployments.ts'

/** Where password managers find the screens of a host: for passkeys, and for another password. */
export function serveWellKnown(
  app: FastifyInstance,
  { deployments }: { readonly deployments: LiveDeployments },
): void {
  app.get('/.well-known/passkey-endpoints', { config: { call: 'wellKnown' } }, (request, reply) => {
    const deployment = deployments.byHost(request.host)
    const offers = deployment?.rules.offersStrongSignIn && deployment.rules.hasSecuritySection
    if (!deployment || !offers) return reply.code(404).send({})
    const address = `${deployment.origin}${paths.security}`
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ enroll: address, manage: address }))
  })
  app.get('/.well-known/change-password', { config: { call: 'wellKnown' } }, (request, reply) => {
    const deployment = deployments.byHost(request.host)
    if (!deployment || deployment.rules.resetPassword !== 'open') return reply.code(404).send({})
    return reply.redirect(paths.resetPassword, 302)
  })
}
