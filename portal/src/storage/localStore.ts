import { browserLifetimes } from '@gatehouse/contract/browserLimits'

/** The values that may wait in local storage while the player is away. None is secret. */
export type KeptName =
  | 'redirectUrl'
  | 'linkRedirectUrl'
  | 'clientId'
  | 'state'
  | 'tracking'
  | 'withdrawals'
  | 'advised'

/** How many characters are kept under a name, and for how many seconds. */
const rule = { longest: 4000, lifetime: browserLifetimes.storedRedirect }

const differences: Partial<
  Record<KeptName, { readonly longest?: number; readonly lifetime?: number }>
> = {
  // Marketing parameters fill an address: each may have a thousand characters, and more when encoded.
  tracking: { longest: 40_000 },
  // Consent that is withdrawn is heard of by the account whenever the player comes again.
  withdrawals: { lifetime: browserLifetimes.consentCookie },
  advised: { lifetime: browserLifetimes.postponedAdvice },
}
const ruleOf = (name: KeptName) => ({ ...rule, ...differences[name] })

/**
 * Texts that survive the partner's pages and a reload, most of them for one hour. Storage that is blocked, full or
 * filled with junk counts as empty: a redirect is then lost, the session is not.
 */
export const localStore = {
  read(name: KeptName): string {
    try {
      const entry: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
      const { value, until } = (entry ?? {}) as { value?: unknown; until?: unknown }
      const isFresh = typeof until === 'number' && until > Date.now()
      return isFresh && typeof value === 'string' && value.length <= ruleOf(name).longest
        ? value
        : ''
    } catch {
      return ''
    }
  },

  keep(name: KeptName, value: string): void {
    const { longest, lifetime } = ruleOf(name)
    if (value.length > longest) return
    const until = Date.now() + lifetime * 1000
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
