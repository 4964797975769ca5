import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from './brands.ts'
import type { Someone } from './someone.ts'
import { isPortal, usualPortal } from './portalClient.ts'

/** A sign-on in progress. */
export interface Flow {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  /** `hand-over`: by the portal's older way, without OpenID Connect. */
  readonly way: 'openid' | 'hand-over'
  /** The page that the visitor wanted. */
  readonly back: string
}

/** A player who is signed in here. */
export interface Member {
  readonly portal: string
  /** The subject, which alone never changes. */
  readonly sub: string
  /** The portal's id of this sign-on, which its log-outs name. */
  readonly sid: string
  name: string
  picture: string
  titles: readonly string[]
  platforms: readonly string[]
  /** The data about the player is out of date. */
  isStale: boolean
  idToken: string
  accessToken: string
  refreshToken: string
  refreshes: number
}

/** A browser on this site. */
export interface Visit {
  portal: string
  flow: Flow | null
  member: Member | null
}

/** The visits of a site, by its own cookie. They end with the process. */
export class Visits {
  readonly #slug: string
  readonly #portalHost: Brand['portalHost']
  readonly #visits = new Map<string, Visit>()
  /**
   * The players who have signed in here, by portal and subject: other players can meet, and block,
   * them.
   */
  readonly #players = new Map<string, Someone & { readonly portal: string }>()

  constructor({ slug, portalHost }: Brand) {
    this.#slug = slug
    this.#portalHost = portalHost
  }

  /** Returns the visit of a browser, which gets a cookie with its first request. */
  of(request: FastifyRequest, reply: FastifyReply): Visit {
    const known = this.#visits.get(this.#idOf(request))
    const visit = known ?? { portal: usualPortal(this.#portalHost), flow: null, member: null }
    const { portal = '' } = request.query as { portal?: string }
    if (isPortal(portal) && portal !== visit.portal) {
      Object.assign(visit, { portal, flow: null, member: null })
    }
    if (!known) this.#keep(reply, visit)
    return visit
  }

  /** Signs a player in under a new cookie, which an attacker cannot know. */
  signIn(request: FastifyRequest, reply: FastifyReply, member: Member): void {
    this.#visits.delete(this.#idOf(request))
    this.remember(member)
    this.#keep(reply, { portal: member.portal, flow: null, member })
  }

  /** Keeps the name of a player who has signed in here. */
  remember({ portal, sub, name }: Member): void {
    this.#players.set(`${portal} ${sub}`, { portal, sub, name })
  }

  /** Forgets a player who is gone. */
  forget(portal: string, sub: string): void {
    this.#players.delete(`${portal} ${sub}`)
  }

  /** The players of a portal who have signed in here. */
  playersOf(portal: string): readonly Someone[] {
    return [...this.#players.values()].filter((one) => one.portal === portal)
  }

  /** The signed-in players. */
  members(): readonly Member[] {
    return [...this.#visits.values()].flatMap(({ member }) => (member === null ? [] : [member]))
  }

  /** Signs members out, and returns the number of ended sessions. */
  end(isOver: (member: Member) => boolean): number {
    const over = [...this.#visits.values()].filter(
      ({ member }) => member !== null && isOver(member),
    )
    for (const visit of over) visit.member = null
    return over.length
  }

  clear(): void {
    this.#visits.clear()
    this.#players.clear()
  }

  #idOf({ headers: { cookie = '' } }: FastifyRequest): string {
    return new RegExp(`(?:^|;\\s*)${this.#slug}_visit=([^;]*)`).exec(cookie)?.[1] ?? ''
  }

  #keep(reply: FastifyReply, visit: Visit): void {
    const id = randomBytes(32).toString('base64url')
    this.#visits.set(id, visit)
    // A site on the internet adds Secure, and begins the name with __Host-.
    void reply.header(
      'set-cookie',
      `${this.#slug}_visit=${id}; Path=/${this.#slug}; HttpOnly; SameSite=Lax`,
    )
  }
}
