import { isIdentityProvider } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { createMemoryStore } from '../../storage/memoryStore.ts'
import { localStore } from '../../storage/localStore.ts'

/** The service that this browser logged in with last, and the name of its player. */
interface LastWay {
  readonly service: IdentityProviderName
  /** '' until it is known. */
  readonly username: string
}

const place = 'lastWay'
const store = createMemoryStore(stored())

/** Nothing of it is secret: it fills no field, and the service asks who it is. */
export const lastWay = {
  read: store.read,
  subscribe: store.subscribe,

  note(service: IdentityProviderName, username: string): void {
    localStore.write(place, `${service} ${username}`)
    store.write({ service, username })
  },

  forget(): void {
    localStore.forget(place)
    store.write(null)
  },
}

function stored(): LastWay | null {
  const [service = '', username = ''] = localStore.read(place).split(' ', 2)
  return isIdentityProvider(service) ? { service, username } : null
}
