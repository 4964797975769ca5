import { lifetimes } from '@gatehouse/contract/limits'

/** What may wait in local storage while the player is away. Nothing of it is secret. */
export type KeptName = 'redirectUrl' | 'linkRedirectUrl' | 'clientId' | 'state' | 'tracking'

const longest = 4000

/**
 * Texts that survive the partner's pages and a reload, for one hour. Storage that is blocked, full or
 * filled with junk counts as empty: a redirect is then lost, the session is not.
 */
export const localStore = {
  read(name: KeptName): string {
    try {
      const entry: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
      const { value, until } = (entry ?? {}) as { value?: unknown; until?: unknown }
      const isFresh = typeof until === 'number' && until > Date.now()
      return isFresh && typeof value === 'string' && value.length <= longest ? value : ''
    } catch {
      return ''
    }
  },

  keep(name: KeptName, value: string): void {
    if (value.length > longest) return
    const until = Date.now() + lifetimes.storedRedirect * 1000
    try {
      localStorage.setItem(keyOf(name), JSON.stringify({ value, until }))
    } catch {
      // No storage: see above.
    }
  },

  forget(name: KeptName): void {
    try {
      localStorage.removeItem(keyOf(name))
    } catch {
      // No storage: see above.
    }
  },
}

function keyOf(name: KeptName): string {
  return `sso.${name}`
}
