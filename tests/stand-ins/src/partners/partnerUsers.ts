import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Stage } from '../platform/standIn.ts'
import type { PartnerSwitches } from './partnerSwitches.ts'

export interface LinkedAccount {
  readonly id: string
  readonly name: string
}

/** A player's account at a partner. */
export interface PartnerUser {
  /** The subject: digits. */
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly username: string
  readonly steam: LinkedAccount | null
  readonly epic: LinkedAccount | null
  /** The account's own switches, so that concurrent tests share none. */
  readonly switches?: Partial<PartnerSwitches>
}

export interface PartnerUsers {
  readonly listed: () => readonly PartnerUser[]
  readonly byId: (id: string) => PartnerUser | null
  readonly byEmail: (email: string) => PartnerUser | null
  /** The switches for one account. */
  readonly switchesOf: (user: PartnerUser | null) => PartnerSwitches
  /**
   * The account that signs in: from the cookie `standin_user`, else from the switch `autoUser`. An
   * unknown address makes an account. Null shows a page with a choice.
   */
  readonly chosen: (request: FastifyRequest) => PartnerUser | 'cancel' | null
  /** A new account. An address always gets the same subject at this partner. */
  readonly add: (email: string, details?: Partial<PartnerUser>) => PartnerUser
  readonly change: (id: string, details: Partial<PartnerUser>) => void
}

const firstMadeUp = 5000

/**
 * The accounts of a partner at the start. The server's seed makes an account of ours for the first
 * one.
 */
export function seededUsers(slug: string, hasUnverified: boolean): readonly PartnerUser[] {
  const at = (name: string) => `${name}@${slug}.example`
  const hash = createHash('sha256').update(slug).digest()
  return [
    whole({ id: '1001', email: at('known'), username: 'KnownPlayer' }),
    whole({ id: '1002', email: at('new'), username: 'NewPlayer' }),
    ...(hasUnverified
      ? [
          whole({
            id: '1003',
            email: at('unverified'),
            emailVerified: false,
            username: 'UnverifiedPlayer',
          }),
          // The player of every deployment with its own log-in and this partner.
          whole({ id: '2001', email: 'partnered@example.com', username: 'Partnered' }),
        ]
      : []),
    whole({
      id: '1004',
      email: at('linked'),
      username: 'LinkedPlayer',
      steam: { id: `765611980${hash.readUInt16BE() + 10_000_000}`, name: 'Linked on Steam' },
      epic: { id: hash.toString('hex').slice(0, 32), name: 'LinkedOnEpic' },
    }),
    whole({ id: '1005', email: 'shared@example.com', username: 'SharedPlayer' }),
  ]
}

/** The accounts of a partner, from the control plane and from its register page. */
export function createPartnerUsers(slug: string, stage: Stage<PartnerSwitches>): PartnerUsers {
  const listed = () => stage.users.filter(isDescription).map(whole)
  // Tests run concurrently: one test's reset must keep the accounts of another.
  const madeUp = new Map<string, PartnerUser>()
  const byId = (id: string) => listed().find((user) => user.id === id) ?? madeUp.get(id) ?? null
  const byEmail = (email: string) =>
    listed().find((user) => user.email.toLowerCase() === email.toLowerCase()) ?? null

  function add(email: string, details: Partial<PartnerUser> = {}): PartnerUser {
    const user = whole({ ...details, email, id: subjectOf(slug, email) })
    stage.users = [...stage.users, user]
    madeUp.set(user.id, user)
    return user
  }

  return {
    listed,
    byId,
    byEmail,
    switchesOf: (user) => ({ ...stage.switches, ...user?.switches }),
    chosen(request) {
      const words = [...cookieWords(request), stage.switches.autoUser].filter(Boolean)
      for (const word of words) {
        if (word === 'cancel') return word
        const user = byId(word) ?? byEmail(word)
        if (user !== null) return user
        if (isAddress(word)) return add(word)
      }
      return null
    },
    add,
    change(id, details) {
      stage.users = listed().map((user) => (user.id === id ? { ...user, ...details } : user))
    },
  }
}

/** Says whether a text can be the address of an account. */
export function isAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text)
}

type Described = Pick<PartnerUser, 'id' | 'email'> & Partial<PartnerUser>

function whole(user: Described): PartnerUser {
  const [username = ''] = user.email.split('@')
  return { emailVerified: true, username, steam: null, epic: null, ...user }
}

function isDescription(user: unknown): user is Described {
  if (typeof user !== 'object' || user === null) return false
  return ['id', 'email'].every((name) => typeof Reflect.get(user, name) === 'string')
}

/**
 * Derives a subject from the address. The product remembers players longer than this process lives,
 * so a subject must never pass to another player.
 */
function subjectOf(slug: string, email: string): string {
  const hash = createHash('sha256').update(`${slug} ${email.toLowerCase()}`).digest()
  return String(firstMadeUp + hash.readUIntBE(0, 5))
}

/**
 * `standin_user` names an account at each provider, with dots between. Here it is a subject, or an
 * address, whose domain has its own dots.
 */
function cookieWords({ headers: { cookie = '' } }: FastifyRequest): readonly string[] {
  const [, value = ''] = /(?:^|;\s*)standin_user=([^;]*)/.exec(cookie) ?? []
  const text = decoded(value)
  const [address = ''] = /[^\s@]+@[\w-]+(?:\.[a-z][\w-]*)*/i.exec(text) ?? []
  return [address, ...text.split('.')].filter((word) => word !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
