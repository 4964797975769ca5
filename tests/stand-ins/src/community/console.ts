import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import type { StandIn } from '../platform/standIn.ts'
import { type ConsoleScreen, screenOf } from './consoleScreen.ts'
import { createPortalClients, isPortal, type PortalClients, usualPortal } from './portalClient.ts'

/** A console without a browser: its screen, and the sign-in behind it. */
export interface Console {
  readonly portal: string
  readonly screen: () => ConsoleScreen
  /** Shows a code, and waits for its player. */
  readonly begin: () => Promise<void>
  readonly signOut: () => Promise<void>
  /** Stops asking the portal. */
  readonly close: () => void
}

const scope = 'openid profile'

export function createConsole(portal: string, portals: PortalClients): Console {
  let screen: ConsoleScreen = { step: 'start' }
  let refreshToken = ''
  let waiting = new AbortController()

  async function wait(
    config: openid.Configuration,
    asked: openid.DeviceAuthorizationResponse,
    { signal }: AbortController,
  ): Promise<void> {
    try {
      const tokens = await openid.pollDeviceAuthorizationGrant(config, asked, undefined, { signal })
      const { sub = '' } = tokens.claims() ?? {}
      const player = await openid.fetchUserInfo(config, tokens.access_token, sub)
      refreshToken = tokens.refresh_token ?? ''
      screen = { step: 'player', name: String(player.preferred_username) }
    } catch (error) {
      if (signal.aborted) return
      const isRefused = error instanceof openid.ResponseBodyError && error.error === 'access_denied'
      screen = { step: isRefused ? 'refused' : 'expired' }
    }
  }

  return {
    portal,

    screen: () => screen,

    async begin() {
      waiting.abort()
      waiting = new AbortController()
      const { config } = await portals(portal)
      const asked = await openid.initiateDeviceAuthorization(config, { scope })
      const [, code = asked.user_code, number = ''] = /^(.*)-(\d\d)$/.exec(asked.user_code) ?? []
      const address = asked.verification_uri
      const complete = asked.verification_uri_complete ?? address
      screen = { step: 'code', code, number, address, complete }
      void wait(config, asked, waiting)
    },

    async signOut() {
      const { config } = await portals(portal)
      await openid.tokenRevocation(config, refreshToken)
      refreshToken = ''
      screen = { step: 'start' }
    },

    close: () => waiting.abort(),
  }
}

const portals = createPortalClients({ slug: 'console', clientSecret: null })
const consoles = new Map<string, Console>()

/** Each browser that opens the page is its own console, and another one for another portal. */
function consoleOf(request: FastifyRequest, reply: FastifyReply): Console {
  const id = /(?:^|; )console=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const known = consoles.get(id)
  const { portal: asked = '' } = request.query as { portal?: string }
  const portal = isPortal(asked) ? asked : (known?.portal ?? usualPortal())
  if (known?.portal === portal) return known
  known?.close()
  consoles.delete(id)
  const made = createConsole(portal, portals)
  const fresh = randomUUID()
  consoles.set(fresh, made)
  void reply.header('set-cookie', `console=${fresh}; Path=/console; HttpOnly; SameSite=Lax`)
  return made
}

function closeAll(): void {
  for (const each of consoles.values()) each.close()
  consoles.clear()
}

export const consoleDevice: StandIn<Record<string, never>> = {
  name: 'console',
  title: 'Lantern Console',
  about: 'A console without a browser: it shows a code, and a phone signs it in.',
  switches: {},
  reset: closeAll,
  mount(app: FastifyInstance) {
    app.get('/console', (request, reply) =>
      reply
        .type('text/html')
        .header('cache-control', 'no-store')
        .send(screenOf(consoleOf(request, reply).screen())),
    )
    app.get('/console/step', (request, reply) => ({
      step: consoleOf(request, reply).screen().step,
    }))
    app.post('/console/begin', async (request, reply) => {
      await consoleOf(request, reply).begin()
      return reply.redirect('/console', 303)
    })
    app.post('/console/sign-out', async (request, reply) => {
      await consoleOf(request, reply).signOut()
      return reply.redirect('/console', 303)
    })
    app.addHook('onClose', closeAll)
  },
}
