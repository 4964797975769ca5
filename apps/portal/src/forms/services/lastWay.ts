import { isIdentityProvider } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { localStore } from '../../storage/localStore.ts'

/** The service that this browser logged in with last, and the name of its player. */
interface LastWay {
  readonly service: IdentityProviderName
  /** '' until it is known. */
  readonly username: string
}

const place = 'lastWay'
const listeners = new Set<() => void>()

/** Nothing of it is secret: it fills no field, and the service asks who it is. */
export const lastWay = {
  read: () => localStore.read(place),

  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },

  note: (service: IdentityProviderName, username: string) =>
    localStore.write(place, `${service} ${username}`),

  forget(): void {
    localStore.forget(place)
    for (const listener of listeners) listener()
  },
}

/** What a stored text says; null for none. */
export function wayOf(stored: string): LastWay | null {
  const [service = '', username = ''] = stored.split(' ', 2)
  return isIdentityProvider(service) ? { service, username } : null
}
