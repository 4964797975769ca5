import type { CanonicalName } from '@gatehouse/contract/entities'
import { type Path, paths } from '@gatehouse/contract/routes'
import { partnerSlug } from '@gatehouse/contract/display'
import { urlOf } from '../../session/urlOf.ts'
import { throwFormError } from '../../forms/submit/FormError.ts'
import { linkedAccount } from '../../session/session.ts'
import type { Portal } from '../../context/portal.ts'

type Query = Readonly<Record<string, string>>

/** What the account API answers about a new connection. Other servers leave out what they lack. */
export interface Linked {
  readonly AccountId?: string
  readonly RedirectUrl?: string | null
}

/** A service whose account a player can link to the own one. */
export interface IdentityProvider {
  /** Its own name, the same in every language. */
  readonly title: string
  readonly link: Path
  readonly unlink: Path
  readonly callback: Path
  /** The parameter that names the account to the site that asked for the link; '' for none. */
  readonly idParameter: string
  /** Answers the address of the service's own page, which comes back to the callback. */
  authorize(portal: Portal, redirectUrl: string): Promise<string>
  /** Makes the link of what the callback's query brought. Throws a FormError where it says no. */
  complete(portal: Portal, query: Query): Promise<Linked>
  end(portal: Portal): Promise<unknown>
}

/** Everything in which the four services differ, for the screens that link and unlink them. */
export const identityProviders: Readonly<Record<CanonicalName, IdentityProvider>> = {
  steam: {
    title: 'Steam',
    link: paths.steamLink,
    unlink: paths.steamUnlink,
    callback: paths.steamCallback,
    idParameter: 'steamid',
    async authorize({ session, rules, configuration }, redirectUrl) {
      const callbackPath = paths.steamCallback
      return urlOf(
        rules.steamLink === 'by-partner-service'
          ? await session.api('partnerSteamLinkUrl', {
              path: { partner: partnerSlug(configuration.PartnerName) },
              body: {},
            })
          : await session.api('steamAuth', { query: { callbackPath, redirectUrl } }),
      )
    },
    async complete({ session }, query) {
      const isOpenId = Object.keys(query).some((name) => name.startsWith('openid.'))
      const { state = '' } = query
      // A publisher that speaks with Steam for us sends back its state alone.
      if (!isOpenId && state !== '') {
        return session.api('steamPartnerCallback', { body: { State: state } })
      }
      if (query['openid.mode'] !== 'id_res')
        throwFormError('This request is not authorized by OpenId.')
      return session.api('steamCallback', { body: query })
    },
    end: ({ session }) =>
      session.api('steamUnlink', {
        body: { SteamId: linkedAccount(session.read().connects, 'steam') ?? '' },
      }),
  },

  twitch: {
    title: 'Twitch',
    link: paths.twitchLink,
    unlink: paths.twitchUnlink,
    callback: paths.twitchCallback,
    idParameter: '',
    async authorize({ session }) {
      return urlOf(
        await session.api('twitchAuth', { query: { callbackPath: paths.twitchCallback } }),
      )
    },
    complete: async ({ session }, query) =>
      session.api('twitchCallback', {
        body: { ...codeOf(query), CallbackPath: paths.twitchCallback },
      }),
    end: ({ session }) => session.api('twitchUnlink', { body: {} }),
  },

  'epic-games': {
    title: 'Epic Games',
    link: paths.epicGamesLink,
    unlink: paths.epicGamesUnlink,
    callback: paths.epicGamesCallback,
    idParameter: 'epicgamesid',
    async authorize({ session }, redirectUrl) {
      const callbackPath = paths.epicGamesCallback
      return urlOf(
        await session.api('epicGamesAuth', { query: { callbackPath, ...given({ redirectUrl }) } }),
      )
    },
    async complete({ session, rules, returnTo }, query) {
      const CallbackPath = paths.epicGamesCallback
      if (!rules.usesGamePublisherRedeemer) {
        return session.api('epicGamesCallback', { body: { ...codeOf(query), CallbackPath } })
      }
      const { state: State = '' } = query
      if (State === '') throwFormError('This request should contain a state parameter.')
      return session.api('epicGamesCallback', {
        body: { State, ...given({ RedirectUrl: returnTo.linkRedirectUrl() }), CallbackPath },
      })
    },
    end: ({ session }) => session.api('epicGamesUnlink', { body: {} }),
  },

  'game-pass': {
    title: 'Game Pass',
    link: paths.gamePassLink,
    unlink: paths.gamePassUnlink,
    callback: paths.gamePassCallback,
    idParameter: '',
    async authorize({ session }, redirectUrl) {
      const callbackPath = paths.gamePassCallback
      return urlOf(
        await session.api('gamePassAuth', { query: { callbackPath, ...given({ redirectUrl }) } }),
      )
    },
    complete: async ({ session }, query) =>
      session.api('gamePassCallback', {
        body: { ...codeOf(query), CallbackPath: paths.gamePassCallback },
      }),
    end: ({ session }) => session.api('gamePassUnlink', { body: {} }),
  },
}

/** The code that an OAuth service sent back, and the state where it sent one, too. */
function codeOf({ code = '', state = '', error }: Query) {
  if (code === '' || error !== undefined) throwFormError('This request is not authorized.')
  return { Code: code, ...given({ State: state }) }
}

/** Without what is empty: a call carries what there is. */
function given<Name extends string>(values: Readonly<Record<Name, string>>) {
  const present = Object.entries<string>(values).filter(([, value]) => value !== '')
  return Object.fromEntries(present) as Partial<Record<Name, string>>
}
