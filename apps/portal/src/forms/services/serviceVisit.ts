import type { AnswerOf } from '@gatehouse/contract/calls'
import type { LinkMove } from '@gatehouse/contract/errorItems'
import { isIdentityProvider } from '@gatehouse/contract/identityProviderNames'
import type { IdentityProviderName } from '@gatehouse/contract/identityProviders'
import { tabStore } from '../../storage/tabStore.ts'

export type Arrival = NonNullable<AnswerOf<'serviceLogIn'>['Arrival']>

/** A player whom a service has confirmed, and whose log-in leads on to this page. */
interface Arrived {
  readonly arrival: Arrival
  readonly redirectUrl: string
}

/** A link that another account has, and how it can come here. */
export interface OfferedMove {
  readonly service: IdentityProviderName
  readonly move: LinkMove
}

/*
 * What a reload must not lose, in this tab alone. A ticket works once, in the browser that it was made
 * for, and for a quarter of an hour.
 */

/** The proof that a signed-in player has gone to a service for: the path that needs it; '' for none. */
export const awaitedProof = {
  note: (path: string) => tabStore.write('service-proof', path),
  read(): string {
    const path = tabStore.read('service-proof')
    return typeof path === 'string' ? path : ''
  },
  forget: () => tabStore.forget('service-proof'),
  /** A browser that keeps nothing has a player who is signed in go to a service for a proof alone. */
  isAwaited: () => awaitedProof.read() !== '' || keepsNothing(),
}

function keepsNothing(): boolean {
  try {
    return sessionStorage === null
  } catch {
    return true
  }
}

/** The link of a recovery for which its reader has gone to a service; '' for none. */
export const awaitedRecovery = {
  note: (link: string) => tabStore.write('service-recovery', link),
  read(): string {
    const link = tabStore.read('service-recovery')
    return typeof link === 'string' ? link : ''
  },
  forget: () => tabStore.forget('service-recovery'),
}

export const arrived = {
  read(): Arrived | null {
    const found = tabStore.read('service-arrival') as Arrived | null
    return isIdentityProvider(found?.arrival?.CanonicalName ?? '') ? found : null
  },
  write: (found: Arrived) => tabStore.write('service-arrival', found),
  forget: () => tabStore.forget('service-arrival'),
}

export const offeredMove = {
  read(): OfferedMove | null {
    const found = tabStore.read('service-move') as OfferedMove | null
    return isIdentityProvider(found?.service ?? '') ? found : null
  },
  write: (found: OfferedMove) => tabStore.write('service-move', found),
  forget: () => tabStore.forget('service-move'),
}
