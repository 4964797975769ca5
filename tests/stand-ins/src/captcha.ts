import { randomUUID } from 'node:crypto'
import type { StandIn } from './platform/standIn.ts'
import { html, page } from './platform/page.ts'

const tokenLivesMs = 2 * 60 * 1000

/** The secret that the deployments of this machine share with the stand-in. */
export const captchaSecret = 'stand-in-captcha-secret'

interface Token {
  readonly action: string
  readonly hostname: string
  readonly madeAt: number
}

interface CaptchaSwitches {
  [name: string]: boolean | number | string
  /** 0 (surely a robot) to 1 (surely a person). */
  score: number
  /** Replaces the host that requested the token, when not empty. */
  hostname: string
  /** Replaces the action of the token, when not empty. */
  action: string
  /** Refuses every secret. */
  invalidSecret: boolean
  /** Answers a page of HTML with status 200. */
  garbage: boolean
}

/** reCAPTCHA v3 as the browser and the server meet it: script, token, one verification a token. */
export function captcha(now: () => number = Date.now): StandIn<CaptchaSwitches> {
  const tokens = new Map<string, Token>()
  return {
    name: 'captcha',
    title: 'Captcha',
    about: 'Speaks reCAPTCHA v3; its score and its failures are switches.',
    switches: { score: 0.9, hostname: '', action: '', invalidSecret: false, garbage: false },
    reset: () => tokens.clear(),
    mount(app, { switches }) {
      app.get('/captcha', (_request, reply) =>
        reply.type('text/html').send(page('Captcha', html`<p>${tokens.size} tokens are open.</p>`)),
      )
      app.get('/captcha/recaptcha/api.js', (request, reply) =>
        reply.type('text/javascript').send(script(`${request.protocol}://${request.host}`)),
      )
      app.get<{ Querystring: Partial<Record<'action' | 'hostname', string>> }>(
        '/captcha/token',
        ({ query: { action = '', hostname = '' } }, reply) => {
          const token = randomUUID()
          tokens.set(token, { action, hostname, madeAt: now() })
          return reply.header('access-control-allow-origin', '*').send({ token })
        },
      )
      app.post<{ Body: Partial<Record<'secret' | 'response', string>> | null }>(
        '/captcha/recaptcha/api/siteverify',
        ({ body }, reply) => {
          if (switches.garbage) return reply.type('text/html').send('<h1>Sorry</h1>')
          const { secret = '', response = '' } = body ?? {}
          const token = tokens.get(response)
          tokens.delete(response)
          const problem = errorOf(switches.invalidSecret ? '' : secret, response, token, now())
          if (problem !== null || token === undefined) {
            return reply.send({ success: false, 'error-codes': [problem] })
          }
          return reply.send({
            success: true,
            challenge_ts: new Date(token.madeAt).toISOString(),
            hostname: switches.hostname || token.hostname,
            score: switches.score,
            action: switches.action || token.action,
          })
        },
      )
    },
  }
}

function errorOf(
  secret: string,
  response: string,
  token: Token | undefined,
  now: number,
): string | null {
  if (secret !== captchaSecret) return 'invalid-input-secret'
  if (response === '') return 'missing-input-response'
  const isAlive = token !== undefined && now - token.madeAt < tokenLivesMs
  return isAlive ? null : 'timeout-or-duplicate'
}

function script(origin: string): string {
  return `
window.grecaptcha = {
  ready: (act) => act(),
  execute: async (siteKey, { action }) => {
    const query = new URLSearchParams({ action, hostname: location.hostname })
    const answer = await fetch('${origin}/captcha/token?' + query)
    return (await answer.json()).token
  },
}
`
}
