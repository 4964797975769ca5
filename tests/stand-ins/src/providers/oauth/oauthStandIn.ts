import type { FastifyInstance } from 'fastify'
import type { Stage, StandIn, Switches } from '../../platform/standIn.ts'
import { type Brand, mountProviderPages } from '../accountPicker.ts'
import {
  type Account,
  type AccountKind,
  type Accounts,
  accountSwitches,
  type AccountSwitches,
  createAccounts,
} from '../accounts.ts'
import { type Authorization, mountAuthorize } from './authorize.ts'
import { createGrants, type Grants } from './grants.ts'

/** The switches of every OAuth provider. */
export const oauthSwitches = {
  ...accountSwitches,
  /** Refuses every code. */
  badCode: false,
  /** Refuses every refresh token. */
  refreshRevoked: false,
  /** Refuses every access token, as after a revocation on the provider's own pages. */
  tokenRevoked: false,
  /** The lifetime of access tokens in seconds; 0: the provider's own. */
  expiresIn: 0,
}

/** The parts that a provider's dialect uses. */
export interface OAuthParts<A extends Account, S extends AccountSwitches & Switches> {
  readonly accounts: Accounts<A, S>
  readonly grants: Grants
  readonly brand: Brand
  readonly now: () => number
  readonly stage: Stage<S>
}

interface OAuthProvider<A extends Account, S extends AccountSwitches & Switches> {
  readonly brand: Brand
  readonly about: string
  readonly switches: S
  readonly kind: AccountKind<A> & { readonly listed: readonly A[] }
  readonly authorize: Omit<Authorization<A, S>, 'brand' | 'accounts' | 'grants'>
  /** Adds the routes of the provider's own dialect: its tokens and its accounts. */
  readonly mount: (app: FastifyInstance, parts: OAuthParts<A, S>) => void
}

/** A provider with the authorization code: its pages, its accounts and its own dialect. */
export function createOAuthStandIn<A extends Account, S extends AccountSwitches & Switches>(
  { brand, about, switches, kind, authorize, mount }: OAuthProvider<A, S>,
  now: () => number,
): StandIn<S> {
  return {
    name: brand.name,
    title: brand.title,
    about,
    switches,
    users: kind.listed,
    mount(app, stage) {
      const accounts = createAccounts(stage, kind)
      const grants = createGrants(now)
      mountProviderPages(app, brand, about, accounts)
      mountAuthorize(app, { ...authorize, brand, accounts, grants })
      mount(app, { accounts, grants, brand, now, stage })
    },
  }
}
