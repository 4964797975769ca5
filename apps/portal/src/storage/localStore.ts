import { browserLifetimes } from '@gatehouse/contract/browserLimits'
import { carried, carriedBounds, type CarriedName } from '@gatehouse/contract/carried'

/** The values that may wait in local storage while the player is away. None is secret. */
export type StoredName =
  | 'redirectUrl'
  | 'linkRedirectUrl'
  | 'clientId'
  | 'state'
  | 'tracking'
  | 'sessionClient'
  | 'withdrawals'
  | 'chooser'
  | 'advised'
  | 'passkey'
  | 'lastWay'

/** A text, and when it is too old, in milliseconds. */
export interface Stored {
  readonly value: string
  readonly until: number
}

/** How many characters are kept under a name, and for how many seconds. */
const rule = { longest: 4000, lifetime: browserLifetimes.storedRedirect }

const differences: Partial<
  Record<StoredName, { readonly longest?: number; readonly lifetime?: number }>
> = {
  // Marketing parameters fill an address: each may have a thousand characters, and more when encoded.
  tracking: { longest: 40_000 },
  // A session is renewed with the client that it was opened for.
  sessionClient: { lifetime: browserLifetimes.identityCookie },
  // Consent that is withdrawn is heard of by the account whenever the player comes again.
  withdrawals: { lifetime: browserLifetimes.consentCookie },
  // Whose the choice of cookies is.
  chooser: { lifetime: browserLifetimes.consentCookie },
  advised: { lifetime: browserLifetimes.postponedAdvice },
  // This browser has reached a passkey.
  passkey: { lifetime: browserLifetimes.consentCookie },
  // The service that this browser logged in with.
  lastWay: { lifetime: browserLifetimes.consentCookie },
}
const ruleOf = (name: StoredName) => ({ ...rule, ...differences[name] })

/**
 * Texts that survive the partner's pages and a reload, most of them for one hour. Storage that is blocked, full or
 * filled with junk counts as empty: a redirect is then lost, the session is not.
 */
export const localStore = {
  find(name: StoredName): Stored | null {
    try {
      const entry: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null')
      return isStored(name, entry) ? entry : null
    } catch {
      return null
    }
  },

  read: (name: StoredName): string => localStore.find(name)?.value ?? '',

  write(name: StoredName, value: string): void {
    if (fitting(name, value) === value) localStore.put(name, storedOf(name, value))
  },

  /** Null takes it away. */
  put(name: StoredName, stored: Stored | null): void {
    try {
      if (stored === null) localStorage.removeItem(keyOf(name))
      else localStorage.setItem(keyOf(name), JSON.stringify(stored))
    } catch {
      // No storage: see above.
    }
  },

  forget: (name: StoredName): void => localStore.put(name, null),
}

/** A text as it is kept from now on: '' for one that does not fit. */
export function storedOf(name: StoredName, value: string): Stored {
  return { value: fitting(name, value), until: Date.now() + ruleOf(name).lifetime * 1000 }
}

/** The value that may be kept under a name; '' for none. */
function fitting(name: StoredName, value: string): string {
  if (isCarried(name)) return carried(name, value)
  return value.length > ruleOf(name).longest ? '' : value
}

function isCarried(name: StoredName): name is StoredName & CarriedName {
  return name in carriedBounds
}

/** True for what may be kept under a name, and is not too old. */
export function isStored(name: StoredName, entry: unknown): entry is Stored {
  const { value, until } = (entry ?? {}) as { value?: unknown; until?: unknown }
  const isFresh = typeof until === 'number' && until > Date.now()
  return isFresh && typeof value === 'string' && fitting(name, value) === value
}

function keyOf(name: StoredName): string {
  return `sso.${name}`
}
