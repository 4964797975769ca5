import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import type { StandIn } from '../platform/standIn.ts'
import { type GameConsoleScreen, screenOf } from './gameConsoleScreen.ts'
import { createPortalClients, isPortal, type PortalClients, usualPortal } from './portalClient.ts'

/** A game console without a browser: its screen, and the sign-in behind it. */
export interface GameConsole {
  readonly portal: string
  readonly screen: () => GameConsoleScreen
  /** Shows a code, and waits for its player. */
  readonly begin: () => Promise<void>
  readonly signOut: () => Promise<void>
  /** Stops asking the portal. */
  readonly close: () => void
}

const scope = 'openid profile'

export function createGameConsole(portal: string, portals: PortalClients): GameConsole {
  let screen: GameConsoleScreen = { step: 'start' }
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
const consoles = new Map<string, GameConsole>()

/** Each browser that opens the page is its own game console, and another one for another portal. */
function gameConsoleOf(request: FastifyRequest, reply: FastifyReply): GameConsole {
  const id = /(?:^|; )game-console=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const known = consoles.get(id)
  const { portal: asked = '' } = request.query as { portal?: string }
  const portal = isPortal(asked) ? asked : (known?.portal ?? usualPortal())
  if (known?.portal === portal) return known
  known?.close()
  consoles.delete(id)
  const made = createGameConsole(portal, portals)
  const fresh = randomUUID()
  consoles.set(fresh, made)
  void reply.header(
    'set-cookie',
    `game-console=${fresh}; Path=/game-console; HttpOnly; SameSite=Lax`,
  )
  return made
}

function closeAll(): void {
  for (const each of consoles.values()) each.close()
  consoles.clear()
}

export const gameConsole: StandIn<Record<string, never>> = {
  name: 'game-console',
  title: 'Lantern game console',
  about: 'A game console without a browser: it shows a code, and a phone signs it in.',
  switches: {},
  reset: closeAll,
  mount(app: FastifyInstance) {
    app.get('/game-console', (request, reply) =>
      reply
        .type('text/html')
        .header('cache-control', 'no-store')
        .send(screenOf(gameConsoleOf(request, reply).screen())),
    )
    app.get('/game-console/step', (request, reply) => ({
      step: gameConsoleOf(request, reply).screen().step,
    }))
    app.post('/game-console/begin', async (request, reply) => {
      await gameConsoleOf(request, reply).begin()
      return reply.redirect('/game-console', 303)
    })
    app.post('/game-console/sign-out', async (request, reply) => {
      await gameConsoleOf(request, reply).signOut()
      return reply.redirect('/game-console', 303)
    })
    app.addHook('onClose', closeAll)
  },
}
