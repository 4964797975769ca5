import type { FastifyRequest } from 'fastify'
import type { Stage, Switches } from '../platform/standIn.ts'

/** An account at a provider. */
export interface Account {
  readonly id: string
  readonly name: string
  /** The provider has deleted the account. */
  readonly vanished?: boolean
  /** The account's own switches, so that concurrent tests share none. */
  readonly switches?: Switches
}

/** The switches of every provider with accounts. */
export const accountSwitches = {
  /** Every player refuses. */
  deny: false,
  /** Id or name of the account that signs in without a page; `cancel` refuses. */
  autoUser: '',
  /** Comma-separated ids of deleted accounts. */
  vanished: '',
  /** The kind of hostile names and avatars: a key of `hostileProfiles`. */
  hostile: '',
  /** The wrong answer to a server: a key of `wrongAnswers`. */
  answer: '',
  /** Answers 429 to a server. */
  rateLimited: false,
  /** The seconds that a 429 asks for; 0: it says nothing. */
  retryAfter: 60,
  /** Limits `answer` and `rateLimited` to paths with this part; empty: all paths. */
  onlyAt: '',
}

export type AccountSwitches = typeof accountSwitches

/** The kind of a provider's accounts. */
export interface AccountKind<A extends Account> {
  readonly wellFormed: RegExp
  /** An account without a description: every well-formed id has one. */
  readonly madeUp: (id: string) => A
  /** An unused id. */
  readonly newId: () => string
}

export interface Accounts<A extends Account, S extends AccountSwitches> {
  /** The described accounts, in their order. */
  readonly listed: () => readonly A[]
  /** Null for an ill-formed id; a made-up account for one without a description. */
  readonly byId: (id: string) => A | null
  /** As byId, but null for a deleted account. */
  readonly known: (id: string) => A | null
  /** The switches for one account. */
  readonly switchesOf: (account: Account | 'cancel' | null) => S & { readonly slowMs: number }
  /**
   * The account that signs in: from the cookie `standin_user`, else from `user` or `login_hint` of
   * the query, else from `autoUser`. Null shows a page with a choice.
   */
  readonly chosen: (request: FastifyRequest) => A | 'cancel' | null
  readonly newId: () => string
}

/** The accounts of a provider, from the control plane. */
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

/**
 * `standin_user` may name one account at each provider, with dots between. Each provider finds its
 * own by the form of the id.
 */
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
