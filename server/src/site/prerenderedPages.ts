import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Configuration } from '@gatehouse/contract/configuration'
import { type Path, paths } from '@gatehouse/contract/routes'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Deployment } from '../tenants/deployments.ts'

/** What the portal's build offers: the HTML of a screen, null where a visitor is sent elsewhere. */
interface Painter {
  readonly prerender: (
    configuration: Configuration,
    path: Path,
    isConsentGiven: boolean,
  ) => Promise<string | null>
}

/** Where visitors come in. Everything else is behind a log-in, or seldom the first page. */
const painted: ReadonlySet<string> = new Set<Path>([
  paths.home,
  paths.login,
  paths.register,
  paths.passwordRecovery,
])

/** The portal's own cookies, which it alone reads and writes; here it counts that they are there. */
const cookies = { identity: 'sso_identity', consent: 'sso_consent_given' }

/** From another site the cookie of a session does not come along: who is signed in is not known. */
const sitesWithCookies = new Set(['none', 'same-origin', 'same-site'])

/** The screen with which a visitor's page comes; null where it comes empty. */
export type PrerenderedPages = (
  request: Pick<FastifyRequest, 'headers' | 'cookies'>,
  deployment: Deployment,
  path: string,
) => Promise<string | null>

/**
 * Screens as they are seen by a visitor without a session, painted once each, by the portal's own
 * program, so that the page can be read before that program has reached the browser. A build without
 * it paints nothing, and a screen that cannot be painted leaves its page empty, as the log says.
 */
export async function readPrerenderedPages(
  root: string,
  log: FastifyBaseLogger,
): Promise<PrerenderedPages> {
  const file = join(root, 'prerender', 'prerender.mjs')
  const isThere = await access(file).then(
    () => true,
    () => false,
  )
  if (!isThere) return () => Promise.resolve(null)
  const { prerender } = (await import(pathToFileURL(file).href)) as Painter
  const ofDeployments = new WeakMap<Deployment, Map<string, Promise<string | null>>>()
  return ({ headers, cookies: sent }, deployment, path) => {
    if (!isPainted(path) || !sitesWithCookies.has(String(headers['sec-fetch-site']))) {
      return Promise.resolve(null)
    }
    if (sent[cookies.identity] !== undefined) return Promise.resolve(null)
    const isConsentGiven = sent[cookies.consent] === '1'
    const screens = ofDeployments.get(deployment) ?? new Map<string, Promise<string | null>>()
    ofDeployments.set(deployment, screens)
    const name = `${path} ${isConsentGiven}`
    const known = screens.get(name)
    if (known !== undefined) return known
    const screen = prerender(deployment.configuration, path, isConsentGiven).catch(
      (error: unknown) => {
        log.error({ err: error }, `no picture of ${deployment.name} ${name}`)
        return null
      },
    )
    screens.set(name, screen)
    return screen
  }
}

function isPainted(path: string): path is Path {
  return painted.has(path)
}
