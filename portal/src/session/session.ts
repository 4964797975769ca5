import { CallError, type Client } from '@gatehouse/client/client'
import type { Configuration } from '@gatehouse/contract/configuration'
import type { CanonicalName, Connect, Token, User } from '@gatehouse/contract/entities'
import { createApi } from './createApi.ts'
import { identityCookie } from './identityCookie.ts'
import { localStore } from '../storage/localStore.ts'
import { syncTabs, type Tabs } from './syncTabs.ts'
import { isUsableToken } from './isUsableToken.ts'

export interface SessionState {
  readonly token: Token | null
  readonly user: User | null
  readonly connects: readonly Connect[]
}

export interface Session {
  readonly api: Client
  read(): SessionState
  subscribe(listener: () => void): () => void
  /** Turns the identity cookie into a token, once per page load; a useless cookie is removed.
   *  Where a page is rendered ahead of its visitor there is none. */
  open(): Promise<void>
  /** Loads profile and connections of the signed-in player. */
  load(): Promise<void>
  /** The player no longer blocks another one: that one leaves the list that is known here. */
  forgetBlock(blockedId: number): void
  /** Keeps the identity of a log-in and opens its session. Throws CookiesRefusedError without cookies. */
  signIn(identity: string): Promise<void>
  /** Forgets the player in this browser, in every tab. */
  end(): void
}

/** The browser keeps no cookies, so that no session can begin. */
export class CookiesRefusedError extends Error {
  override readonly name = 'CookiesRefusedError'
}

const anonymous: SessionState = { token: null, user: null, connects: [] }
/** Answers that say 'there is no such session', as opposed to 'ask again later'. */
const gone = new Set([400, 401, 403, 404])

export function createSession(configuration: Configuration): Session {
  let state = anonymous
  let identity: string | null = null
  let opening: Promise<void> | undefined
  let renewing: Promise<boolean> | undefined
  let tabs: Tabs | undefined
  const listeners = new Set<() => void>()

  const api = createApi(configuration, {
    current: () => state.token?.Value ?? null,
    renew(used) {
      if (state.token === null) return Promise.resolve(false)
      if (state.token.Value !== used) return Promise.resolve(true)
      renewing ??= alone(renew).finally(() => (renewing = undefined))
      return renewing
    },
  })

  function become(next: SessionState) {
    state = next
    for (const listener of listeners) listener()
  }

  function forget() {
    identity = null
    become(anonymous)
  }

  function joinOnce() {
    tabs ??= syncTabs((news) => {
      if (news.kind === 'signed-out') forget()
      // Another player now: nothing of the one before may stay on this page.
      else if (state.token !== null && state.token.Id_User !== news.userId) location.reload()
    })
  }

  /** The token of an identity; null when there is none that opens a session. */
  async function tokenOf(of: string): Promise<Token | null> {
    try {
      const token = await api('readToken', { path: { identity: of } })
      return isUsableToken(token, new Date()) ? token : null
    } catch (error) {
      if (error instanceof CallError && gone.has(error.status)) return null
      throw error
    }
  }

  async function read() {
    identity = identityCookie.read()
    if (identity === null) return
    const token = await tokenOf(identity)
    if (token === null) identityCookie.remove()
    else become({ ...state, token })
  }

  async function renew(): Promise<boolean> {
    const { token } = state
    if (token === null) return false
    const current = identityCookie.read()
    // Another tab may have renewed while this one waited for its turn.
    const next = current === identity ? await refreshed(token) : current
    const renewed = next === null ? null : await tokenOf(next)
    if (renewed === null) {
      session.end()
      return false
    }
    if (renewed.Id_User !== token.Id_User) {
      location.reload()
      return false
    }
    identity = next
    become({ ...state, token: renewed })
    return true
  }

  async function refreshed({ Value, Refresh }: Token): Promise<string | null> {
    try {
      const { AccessToken } = await api('refreshToken', {
        query: {
          access_token: Value,
          refresh_token: Refresh,
          client_id: localStore.read('clientId'),
        },
      })
      identityCookie.write(AccessToken)
      return AccessToken
    } catch (error) {
      if (error instanceof CallError && gone.has(error.status)) return null
      throw error
    }
  }

  const session: Session = {
    api,
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open() {
      if (typeof document === 'undefined') return Promise.resolve()
      joinOnce()
      opening ??= read().catch((error: unknown) => {
        opening = undefined
        throw error
      })
      return opening
    },
    async load() {
      const { token } = state
      if (token === null) return
      const [user, connects] = await Promise.all([
        api('readProfile', { path: { userId: token.Id_User }, query: { include: 'Block' } }),
        api('listConnections', {}),
      ])
      become({ ...state, user, connects })
    },
    forgetBlock(blockedId) {
      const { user } = state
      if (user === null) return
      const Blocks = (user.Blocks ?? []).filter(({ Id }) => Id !== blockedId)
      become({ ...state, user: { ...user, Blocks } })
    },
    async signIn(created) {
      joinOnce()
      if (!identityCookie.write(created)) throw new CookiesRefusedError()
      const token = await tokenOf(created)
      if (token === null) {
        identityCookie.remove()
        throw new CallError(400, {
          ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_TOKEN_INVALID' }],
        })
      }
      identity = created
      become({ ...anonymous, token })
      tabs?.tell({ kind: 'signed-in', userId: token.Id_User })
      await session.load()
    },
    end() {
      identityCookie.remove()
      forget()
      tabs?.tell({ kind: 'signed-out' })
    },
  }
  return session
}

/** Runs a renewal while no other tab runs one. */
function alone(renew: () => Promise<boolean>): Promise<boolean> {
  // Plain http beyond localhost has no locks; there the server's grace for a repeated refresh helps.
  const locks = (navigator as Partial<Navigator>).locks
  return locks === undefined ? renew() : locks.request('sso-refresh', renew)
}

/** The player's account id at an identity provider; null when it is not linked. */
export function linkedAccount(
  connects: readonly Connect[],
  provider: CanonicalName,
): string | null {
  const connect = connects.find(({ CanonicalName }) => CanonicalName === provider)
  return connect?.IsLinked === true ? connect.Id_Account : null
}
