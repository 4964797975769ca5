import type { ConnectUserInfo } from '@gatehouse/contract/entities'
import type { ErrorItem } from '@gatehouse/contract/errorItems'
import { browserLifetimes } from '@gatehouse/contract/browserLimits'
import { tabStore } from '../../storage/tabStore.ts'

/** A player whom the partner has verified, and who has no account here yet. */
export interface Newcomer {
  readonly SSOId: number
  readonly SSOEmail: string
  readonly Username: string
  readonly SteamConnectUserInfo: ConnectUserInfo | null
  readonly EpicConnectUserInfo: ConnectUserInfo | null
  /** The registration ticket: a registration sends it back. */
  readonly Token: string
  /** The errors of a try to make the account without asking. */
  readonly refused: readonly ErrorItem[]
  /** The account is made: this opens it, once. '' before. */
  readonly created: string
}

/** A player whose address the partner has not confirmed yet. */
export interface Unconfirmed {
  readonly SSOEmail: string
  /** Lets this browser ask for one more mail. */
  readonly Token: string
}

/** The result of a return from the partner's page. */
interface Arrival {
  /** Of the return. It works once, so that it is no secret any more. */
  readonly code: string
  readonly newcomer: Newcomer | null
  readonly unconfirmed: Unconfirmed | null
}

const name = 'partner-arrival'

/**
 * The last return from the partner, for as long as its ticket lives: a reload neither sends its code
 * again nor loses who came. The ticket waits in the storage of this tab alone. It registers only
 * the person it was made for, only in the browser that it was made for, and dies in half an hour.
 */
export const partnerArrival = {
  read(): Arrival | null {
    const { until, arrival } = (tabStore.read(name) ?? {}) as {
      until?: unknown
      arrival?: Arrival
    }
    return typeof until === 'number' && until > Date.now() ? (arrival ?? null) : null
  },

  write(arrival: Arrival): void {
    tabStore.write(name, { until: Date.now() + browserLifetimes.partnerProof * 1000, arrival })
  },

  /** Keeps what a newcomer has become meanwhile. */
  writeNewcomer(newcomer: Newcomer | null): void {
    const { code } = partnerArrival.read() ?? { code: '' }
    partnerArrival.write({ code, newcomer, unconfirmed: null })
  },
}
