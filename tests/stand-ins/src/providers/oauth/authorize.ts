import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, page } from '../../platform/page.ts'
import type { Switches } from '../../platform/standIn.ts'
import { type Brand, accountPicker } from '../accountPicker.ts'
import type { Account, AccountSwitches, Accounts } from '../accounts.ts'
import type { Grants } from './grants.ts'
import { type Client, type Fields, fieldsOf } from './oauthRequest.ts'

export interface Authorization<A extends Account, S extends AccountSwitches & Switches> {
  readonly path: string
  readonly brand: Brand
  readonly accounts: Accounts<A, S>
  readonly grants: Grants
  readonly client: Client
  /** The registered callback path of the portal, of a linking; that of a log-in follows from it. */
  readonly callbackPath: string
  /** The provider's message for a refusal by the player. */
  readonly denial: string
  /** An error of the request beyond the general ones; null without one. */
  readonly errorOf?: (fields: Fields) => string | null
  /** Returns `scope` with the code. */
  readonly repeatsScope?: boolean
}

/**
 * Adds the authorization page: the player chooses an account, and the browser returns with the code
 * or with an error. A wrong client or return address gets an error page without a redirect.
 */
export function mountAuthorize<A extends Account, S extends AccountSwitches & Switches>(
  app: FastifyInstance,
  authorization: Authorization<A, S>,
): void {
  const { path, brand, accounts, grants, client, callbackPath, denial } = authorization
  app.get(path, (request, reply) => {
    const fields = fieldsOf(request.query)
    const { redirect_uri: redirectUri = '', state = '', scope = '' } = fields
    if (fields['client_id'] !== client.id) return refused(reply, brand, 'invalid client')
    if (!isRegistered(redirectUri, callbackPath, loginPathOf(callbackPath))) {
      const why = 'Parameter redirect_uri does not match registered URI'
      return refused(reply, brand, why)
    }
    const back = (answer: Fields) => {
      const url = new URL(redirectUri)
      for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
      if (state !== '') url.searchParams.set('state', state)
      return reply.redirect(url.href)
    }
    if (fields['response_type'] !== 'code') return back({ error: 'unsupported_response_type' })
    const problem = authorization.errorOf?.(fields) ?? null
    if (problem !== null) return back({ error: 'invalid_request', error_description: problem })

    const denied = () => back({ error: 'access_denied', error_description: denial })
    const chosen = accounts.chosen(request)
    if (chosen === 'cancel' || accounts.switchesOf(chosen).deny) return denied()
    if (chosen === null) {
      const picker = accountPicker({ brand, accounts, request, backTo: redirectUri })
      return reply.type('text/html').send(picker)
    }
    const code = grants.issueCode({
      accountId: chosen.id,
      redirectUri,
      scope: scope.split(' ').filter(Boolean),
      nonce: fields['nonce'] ?? '',
      codeChallenge: fields['code_challenge'] ?? '',
    })
    return back(authorization.repeatsScope === true ? { code, scope } : { code })
  })
}

/** `/name/callback` is `/login/callback/name`. */
function loginPathOf(callbackPath: string): string {
  const [, service = ''] = callbackPath.split('/')
  return `/login/callback/${service}`
}

/** Accepts the callback paths of any portal of this machine, and no other address. */
export function isRegistered(redirectUri: string, ...callbackPaths: readonly string[]): boolean {
  if (!URL.canParse(redirectUri)) return false
  const { protocol, hostname, origin, pathname } = new URL(redirectUri)
  const isPortal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return (
    isWeb && isPortal && callbackPaths.includes(pathname) && redirectUri === `${origin}${pathname}`
  )
}

function refused(reply: FastifyReply, { title }: Brand, why: string): FastifyReply {
  return reply
    .code(400)
    .type('text/html')
    .send(page(title, html`<p>${why}</p>`))
}
