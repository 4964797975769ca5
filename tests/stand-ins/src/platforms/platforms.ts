import { createHash } from 'node:crypto'
import { html, page } from '../platform/page.ts'
import type { StandIn } from '../platform/standIn.ts'
import { createTokenChecks, type TokenChecks } from './checkIdToken.ts'
import { mountEos } from './eos.ts'
import type { PlatformMaterials } from './platformMaterials.ts'
import { type Platform, platforms } from './platformRows.ts'
import { mountPlayFab } from './playFab.ts'
import { mountUnity } from './unity.ts'

const initial = {
  /** Seconds by which the clocks of the platforms are ahead. */
  clockAhead: 0,
}

/** Platforms of games, to which the studio's accounts are an OpenID provider. */
export function gamePlatforms(): StandIn<typeof initial> {
  const registered: PlatformMaterials['registered'] = new Map()
  const players = new Set<string>()
  let tokens: TokenChecks | null = null
  return {
    name: 'platforms',
    title: 'Platforms of games',
    about: 'Epic Online Services, PlayFab and Unity Gaming Services: they take our tokens.',
    switches: initial,
    reset() {
      registered.clear()
      players.clear()
      tokens?.forget()
    },
    mount(app, { switches }) {
      const now = () => Date.now() + switches.clockAhead * 1000
      const checks = createTokenChecks(now)
      tokens = checks
      const materials: PlatformMaterials = {
        checks,
        now,
        registered,
        playerOf(platform, subject) {
          const id = createHash('sha256')
            .update(`${platform} ${subject}`)
            .digest('hex')
            .slice(0, 28)
          return { id, isNew: !players.has(id), make: () => void players.add(id) }
        },
      }
      app.get('/platforms', (_request, reply) =>
        reply.type('text/html').send(
          page(
            'Platforms of games',
            html`${Object.values(platforms).map(
              (platform) =>
                html`<h2>${platform.title}</h2>
                  <ul class="list">
                    ${saidBy(platform).map(
                      ([check, { rule, source }]) =>
                        html`<li>
                          <a href="${source}"><strong>${check}</strong> ${rule}</a>
                        </li>`,
                    )}
                  </ul>`,
            )}`,
          ),
        ),
      )
      mountEos(app, materials)
      mountPlayFab(app, materials)
      mountUnity(app, materials)
    },
  }
}

function saidBy({ says }: Platform) {
  return Object.entries(says).flatMap(([check, saying]) =>
    saying === null ? [] : [[check, saying] as const],
  )
}
