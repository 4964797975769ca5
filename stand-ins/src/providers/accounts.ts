import type { FastifyRequest } from 'fastify'
import type { Stage, Switches } from '../standIn.ts'

/** Who can sign in at a provider. */
export interface Account {
  readonly id: string
  readonly name: string
  /** The provider no longer knows it. */
  readonly vanished?: boolean
  /** Turned for this account alone, so that tests that run at the same time share none. */
  readonly switches?: Switches
}

/** What every provider with accounts can be made to do. */
export const accountSwitches = {
  /** Whoever comes says no. */
  deny: false,
  /** Id or name of who signs in without being asked; `cancel` says no. */
  autoUser: '',
  /** Comma-separated ids that the provider no longer knows. */
  vanished: '',
  /** How names and avatars are hostile: a key of `hostileProfiles`. */
  hostile: '',
  /** What is answered to a server in place of the truth: a key of `wrongAnswers`. */
  answer: '',
  /** Answers 429 to a server. */
  rateLimited: false,
  /** A part of the paths that `answer` and `rateLimited` are for; empty: all. */
  faultAt: '',
}

export type AccountSwitches = typeof accountSwitches

/** What accounts of one provider are like. */
export interface AccountKind<A extends Account> {
  readonly wellFormed: RegExp
  /** An account that nobody described: every well-formed id is somebody's. */
  readonly madeUp: (id: string) => A
  /** An id that nobody has yet. */
  readonly newId: () => string
}

export interface Accounts<A extends Account, S extends AccountSwitches> {
  /** Those that were described, in the order of the description. */
  readonly listed: () => readonly A[]
  /** Null for an id that is not well-formed; made up when nobody described it. */
  readonly byId: (id: string) => A | null
  /** As byId; null too when it vanished. */
  readonly known: (id: string) => A | null
  /** The switches as they are for one account. */
  readonly switchesOf: (account: Account | 'cancel' | null) => S & { readonly slowMs: number }
  /**
   * Who signs in: named by the cookie `standin_user`, else by `user` or `login_hint` of the query,
   * else by `autoUser`; null when a person has to be asked.
   */
  readonly chosen: (request: FastifyRequest) => A | 'cancel' | null
  readonly newId: () => string
}

/** The accounts of a provider, as the control plane describes them. */
export function createAccounts<A extends Account, S extends AccountSwitches & Switches>(
  stage: Stage<S>,
  kind: AccountKind<A>,
): Accounts<A, S> {
  const described = () => stage.users.filter(isDescription<A>)
  const whole = (id: string) => ({
    ...kind.madeUp(id),
    ...described().find((account) => account.id === id),
  })
  const listed = () => described().map(({ id }) => whole(id))
  const byId = (id: string) => (kind.wellFormed.test(id) ? whole(id) : null)
  const hasVanished = ({ id, vanished = false }: Account) =>
    vanished || stage.switches.vanished.split(',').includes(id)
  const named = (word: string): A | 'cancel' | null =>
    word === 'cancel'
      ? word
      : (byId(word) ?? listed().find(({ name }) => word !== '' && name === word) ?? null)
  return {
    listed,
    byId,
    known(id) {
      const account = byId(id)
      return account === null || hasVanished(account) ? null : account
    },
    switchesOf: (account) => ({
      ...stage.switches,
      ...(account === 'cancel' ? {} : account?.switches),
    }),
    chosen(request) {
      const { user = '', login_hint: hint = '' } = request.query as Record<string, unknown>
      const words = [...cookieWords(request), String(user), String(hint), stage.switches.autoUser]
      return words.map(named).find((choice) => choice !== null) ?? null
    },
    newId: kind.newId,
  }
}

function isDescription<A extends Account>(user: unknown): user is Partial<A> & Pick<A, 'id'> {
  return typeof user === 'object' && user !== null && 'id' in user && typeof user.id === 'string'
}

/** `standin_user` may name one account at each provider, with dots between: ids tell them apart. */
function cookieWords({ headers: { cookie = '' } }: FastifyRequest): readonly string[] {
  const [, value = ''] = /(?:^|;\s*)standin_user=([^;]*)/.exec(cookie) ?? []
  return value === '' ? [] : [value, ...value.split('.')].map(decoded)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
