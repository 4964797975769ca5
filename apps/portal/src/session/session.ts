import { CallError, type Client } from '@gatehouse/client/client'
import { type CallName, calls } from '@gatehouse/contract/calls'
import type { Configuration } from '@gatehouse/contract/configuration'
import type { Connect, Token, User } from '@gatehouse/contract/entities'
import { localStore } from '../storage/localStore.ts'
import { createMemoryStore, type MemoryStore } from '../storage/memoryStore.ts'
import { type BearerSource, createApi } from './createApi.ts'
import {
  createInitialSession,
  askToken,
  type Ending,
  endingOf,
  oneRenewalAtATime,
  readToken,
  renewToken,
} from './tokens.ts'
import { askForCookies, mayHaveSession, identityCookie } from './identityCookie.ts'

export interface SessionState {
  readonly token: Token | null
  readonly user: User | null
  readonly connects: readonly Connect[]
  /** Why the session of this page is over; absent where there was none. */
  readonly ended?: Ending
}

export type { Ending }

export interface Session {
  readonly api: Client
  read(): SessionState
  subscribe(listener: () => void): () => void
  /** Counts the calls of this page that have changed something. */
  readonly changes: Pick<MemoryStore<number>, 'read' | 'subscribe'>
  /** Turns the identity cookie into a token, once per page load; a useless cookie is removed.
   *  Where a page is rendered ahead of its visitor there is none. */
  open(): Promise<void>
  /** Opens the session that another tab has begun, which a tab that slept did not hear of. */
  join(): Promise<void>
  /** Loads profile and connections of the signed-in player. */
  load(): Promise<void>
  /** Shows changes of the player. Other tabs read them themselves. */
  showProfile(
    changes: Partial<
      Pick<User, 'AvatarUrl' | 'Blocks' | 'Email' | 'IsCookiePopupSeen' | 'Language' | 'Username'>
    >,
  ): void
  /** Shows other connections, likewise. */
  showConnects(connects: readonly Connect[]): void
  /** Keeps the identity of a log-in, for the client of that name, and opens its session. Throws
   *  CookiesRefusedError without cookies. */
  signIn(identity: string, clientId: string): Promise<void>
  /** Forgets the player in this browser, in every tab. */
  end(): void
  /** False for a page out of the browser's memory whose session is another one by now. */
  isOfBrowser(): boolean
}

/** The browser keeps no cookies, so that no session can begin. */
export class CookiesRefusedError extends Error {
  override readonly name = 'CookiesRefusedError'
}

const anonymous: SessionState = { token: null, user: null, connects: [] }

/**
 * `state` is the session of a page that is rendered ahead of its player's browser. `whenJoined` is called
 * when another tab has logged a player in, and so this one. Calls wait for `confirmed`.
 */
export function createSession(
  configuration: Configuration,
  state = anonymous,
  whenJoined: () => void = () => undefined,
  confirmed: Promise<void> = Promise.resolve(),
): Session {
  const store = createMemoryStore(state)
  const initial = createInitialSession(configuration.AccountApiUrl)
  let identity: string | null = null
  let opening: Promise<void> | undefined
  let tabs: Tabs | undefined
  const changes = createMemoryStore(0)
  const api = createApi(configuration, bearerOf(store, renew), noteIn(initial, changes), confirmed)
  const profile = createProfile(api, store, (message) => tabs?.post(message))

  function end(ended?: string | null, why: Ending = 'here') {
    forgetIdentity(ended)
    forget(why)
    tabs?.post({ kind: 'signed-out', why })
  }

  function forget(why: Ending) {
    identity = null
    store.write({ ...anonymous, ended: why })
  }

  const joinOnce = () => void (tabs ??= follow(store, { forget, join, profile }))

  async function join() {
    opening = undefined
    await open().catch(() => undefined)
    if (store.read().token !== null) whenJoined()
  }

  function open(): Promise<void> {
    if (typeof document === 'undefined') return Promise.resolve()
    joinOnce()
    return (opening ??= read().catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  }

  async function read() {
    identity = await readIdentity()
    const begun = initial.consume(identity)
    // Synchronous on purpose: main.tsx reads the token right after load().
    if (begun !== null || identity === null) return store.write(begun ?? store.read())
    const { token, ending } = await askKept(api, identity)
    store.write(token === null ? { ...anonymous, ended: ending } : { ...store.read(), token })
  }

  async function renew(): Promise<boolean> {
    const { token } = store.read()
    if (token === null) return false
    const renewed = await renewToken(api, token, identity)
    if (renewed?.token.Id_User === token.Id_User) {
      identity = renewed.identity
      store.write({ ...store.read(), token: renewed.token })
      return true
    }
    if (renewed === null) end(identity, await endingOf(api, configuration, identity))
    else location.reload()
    return false
  }

  return {
    api,
    read: store.read,
    subscribe: store.subscribe,
    changes,
    open,
    join,
    ...profile,
    async signIn(created, clientId) {
      joinOnce()
      keepIdentity(created, clientId)
      const prepared = initial.consume(created)
      const begun = prepared ?? { ...anonymous, token: await openToken(api, created) }
      identity = created
      store.write(begun)
      tabs?.post({ kind: 'signed-in', userId: begun.token.Id_User })
      if (begun.user === null) await profile.load()
    },
    end: () => end(),
    isOfBrowser: () => identityCookie.read() === identity,
  }
}

/** What is done with every answer: it may carry the session, and it may have changed something. */
function noteIn(initial: ReturnType<typeof createInitialSession>, changes: MemoryStore<number>) {
  return (answer: unknown, name: CallName) => {
    initial.note(answer)
    if (calls[name].method !== 'GET') changes.write(changes.read() + 1)
  }
}

function bearerOf(store: MemoryStore<SessionState>, renew: () => Promise<boolean>): BearerSource {
  const renewOnce = oneRenewalAtATime(renew)
  return {
    current: () => store.read().token?.Value ?? null,
    restrict() {
      // The page begins again where the second step is set up.
      if (!store.read().user?.MustEnrol) location.reload()
    },
    renew(used) {
      const { token } = store.read()
      if (token === null) return Promise.resolve(false)
      return token.Value === used ? renewOnce() : Promise.resolve(true)
    },
  }
}

/** Follows what other tabs and sites do to the session of this browser. */
function follow(store: MemoryStore<SessionState>, session: Following): Tabs {
  whenLost(store, () => session.forget({ Why: 'over' }))
  return syncTabs((message) => applyMessage(message, store.read().token, session))
}

/** A log-out that a site has begun tells no tab: the tab that comes to sight finds the cookie gone. */
function whenLost(store: MemoryStore<SessionState>, act: () => void): void {
  const isGone = () => store.read().token !== null && identityCookie.read() === null
  async function look() {
    if (document.hidden || !isGone()) return
    // Where a server still knows the session, the browser alone has lost it.
    if ((await askForCookies()) && isGone()) act()
  }
  document.addEventListener('visibilitychange', () => void look())
}

interface Following {
  readonly forget: (why: Ending) => void
  readonly join: () => Promise<void>
  readonly profile: Pick<Session, 'load'>
}

/** Follows another tab's player, who may be another one than this tab's. */
function applyMessage(
  message: SessionMessage,
  token: Token | null,
  { forget, join, profile }: Following,
): void {
  if (message.kind === 'signed-out') forget(message.why)
  else if (token === null) void (message.kind === 'signed-in' && join())
  // Another player now: nothing of the one before may stay on this page.
  else if (token.Id_User !== message.userId) location.reload()
  // The data of this tab is old, but not wrong: without an answer it stays.
  else if (message.kind === 'changed') void profile.load().catch(() => undefined)
}

function keepIdentity(identity: string, clientId: string): void {
  if (!identityCookie.write(identity)) throw new CookiesRefusedError()
  localStore.write('sessionClient', clientId)
}

/** Forgets it, but not one that another tab has kept since. */
function forgetIdentity(identity: string | null | undefined): void {
  identityCookie.remove(identity)
  if (identityCookie.read() === null) localStore.forget('sessionClient')
}

/** The token of the session that a log-in has opened. */
async function openToken(api: Client, identity: string): Promise<Token> {
  const token = await readToken(api, identity)
  if (token !== null) return token
  identityCookie.remove(identity)
  throw new CallError(400, {
    ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_TOKEN_INVALID' }],
  })
}

/** The session's data about its player besides the token. */
function createProfile(
  api: Client,
  store: MemoryStore<SessionState>,
  post: Tabs['post'],
): Pick<Session, 'load' | 'showConnects' | 'showProfile'> {
  let asked = 0
  let shown = 0
  return {
    async load() {
      const { token } = store.read()
      if (token === null) return
      const turn = (asked += 1)
      const [user, connects] = await Promise.all([
        api('readProfile', { path: { userId: token.Id_User }, query: { include: 'Block' } }),
        api('listConnections', {}),
      ])
      // Another player's by now, or of no session.
      if (store.read().token?.Id_User !== token.Id_User) return
      // A slow answer from before is older than what is shown.
      if (turn < shown) return
      shown = turn
      store.write({ ...store.read(), user, connects })
    },
    showProfile(changes) {
      const { user } = store.read()
      if (user === null) return
      store.write({ ...store.read(), user: { ...user, ...changes } })
      post({ kind: 'changed', userId: user.Id })
    },
    showConnects(connects) {
      const { token } = store.read()
      if (token === null) return
      store.write({ ...store.read(), connects })
      post({ kind: 'changed', userId: token.Id_User })
    },
  }
}

/** The identity that the browser has; its cookies come back first where the server still knows them. */
async function readIdentity(): Promise<string | null> {
  if (identityCookie.read() === null && mayHaveSession()) await askForCookies()
  return identityCookie.read()
}

/** Asks for the token of the browser's identity, which is forgotten where it opens nothing. */
async function askKept(api: Client, identity: string): ReturnType<typeof askToken> {
  const asked = await askToken(api, identity)
  if (asked.token === null) identityCookie.remove(identity)
  return asked
}

/** The messages between the tabs of one browser. They hold no identities and no names. */
type SessionMessage =
  | { readonly kind: 'signed-out'; readonly why: Ending }
  | { readonly kind: 'signed-in'; readonly userId: number }
  | { readonly kind: 'changed'; readonly userId: number }

interface Tabs {
  post(message: SessionMessage): void
}

/** Joins the other tabs of this portal. Where they cannot be reached, posting does nothing. */
function syncTabs(onMessage: (message: SessionMessage) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined }
  const channel = new BroadcastChannel('sso-session')
  channel.addEventListener('message', (event: MessageEvent<SessionMessage>) =>
    onMessage(event.data),
  )
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  return { post: (message) => channel.postMessage(message) }
}
