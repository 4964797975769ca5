import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Stage } from '../standIn.ts'
import type { PartnerSwitches } from './partnerSwitches.ts'

export interface LinkedAccount {
  readonly id: string
  readonly name: string
}

/** Somebody with an account at a partner. */
export interface PartnerUser {
  /** The subject: digits. */
  readonly id: string
  readonly email: string
  readonly emailVerified: boolean
  readonly username: string
  readonly steam: LinkedAccount | null
  readonly epic: LinkedAccount | null
  /** Turned for this account alone, so that tests that run at the same time share none. */
  readonly switches?: Partial<PartnerSwitches>
}

export interface PartnerUsers {
  readonly listed: () => readonly PartnerUser[]
  readonly byId: (id: string) => PartnerUser | null
  readonly byEmail: (email: string) => PartnerUser | null
  /** The switches as they are for one account. */
  readonly switchesOf: (user: PartnerUser | null) => PartnerSwitches
  /**
   * Who gets in: named by the cookie `standin_user`, else by the switch `autoUser`; an address that
   * nobody has makes an account. Null when a person has to be asked.
   */
  readonly chosen: (request: FastifyRequest) => PartnerUser | 'cancel' | null
  /** A new account, with the same subject whenever this address comes to this partner. */
  readonly add: (email: string, details?: Partial<PartnerUser>) => PartnerUser
  readonly change: (id: string, details: Partial<PartnerUser>) => void
}

const firstMadeUp = 5000

/** Accounts that a partner knows from the start; the server's seed gives the first one ours too. */
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
          // The player of every deployment with a log-in of its own whom this partner proves.
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
    whole({ id: '1005', email: 'twin@example.com', username: 'TwinPlayer' }),
  ]
}

/** The accounts of a partner, as the control plane describes them and as people make them. */
export function createPartnerUsers(slug: string, stage: Stage<PartnerSwitches>): PartnerUsers {
  const listed = () => stage.users.filter(isDescription).map(whole)
  // Tests run at the same time: what one of them resets leaves who came by another one known.
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

/** Whether a text is good for the address of an account. */
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
 * A number made of the address: the product remembers players for longer than this process lives, so
 * that a subject must never come to belong to somebody else.
 */
function subjectOf(slug: string, email: string): string {
  const hash = createHash('sha256').update(`${slug} ${email.toLowerCase()}`).digest()
  return String(firstMadeUp + hash.readUIntBE(0, 5))
}

/**
 * `standin_user` names an account at each provider, with dots between: here an address, with the
 * dots of its domain, or a subject.
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
