import type { ErrorCode } from './errors.ts'

/**
 * One row an identity provider. Its calls, paths, screens, settings and credentials follow from the
 * row and its name; `apps/server/src/federation/providers/<name>/` implements its protocol.
 */
export interface IdentityProvider {
  /** The `Id` of its connection on the wire, unique among the rows. */
  readonly id: number
  /** Its own name, the same in every language. */
  readonly title: string
  /** The name of its accounts, with which players log in; absent: the title. */
  readonly accountTitle?: string
  /** The format of account ids. They are text, as some exceed a number's range. */
  readonly accountId: RegExp
  /** Account ids ignore case, so the server keeps them in lower case. */
  readonly foldsAccountIds?: true
  /** Players cannot link it themselves unless the API says so (specification, section 3.6). */
  readonly isRarelyLinked?: true
  /** The fields of the call that begins a linking: the path of the way back, and the next page. */
  readonly startTakes: 'path' | 'path-and-url' | 'path-and-perhaps-url' | 'perhaps-both'
  /**
   * The fields of the call that ends a linking, from the browser's return address. `code` and
   * `code-or-state` may leave out the state: then the flow cookie finds the linking.
   */
  readonly finishTakes: 'code' | 'code-and-state' | 'code-or-state' | 'openid-assertion'
  /** The answer of that call. */
  readonly finishAnswers: 'account' | 'account-and-url'
  /** The field in which an unlinking names the account; absent: it names none. */
  readonly unlinkField?: string
  /**
   * The parameter that gives the requesting site the account's id; absent: it gets none.
   */
  readonly idParameter?: string
  /** The code of an IP ban from linking it; absent: only general bans apply. */
  readonly banCode?: ErrorCode
  /** The code for a return that the provider does not confirm. */
  readonly notVerified: ErrorCode
  readonly unreachable: ErrorCode
  /** The game publisher's redeemer may stand between the service and us. */
  readonly redeemer?: {
    /** The redeemer's own name of the service, in its addresses. */
    readonly segment: string
    readonly isUsed: 'always' | 'without-own-credentials'
    /** True when a separate call ends such a linking. */
    readonly hasOwnCall: boolean
  }
  /**
   * The token by which a game proves the player's account: its type (RFC 8693), the credentials that
   * the server checks it with, and the one of them that names the game; absent: none.
   */
  readonly gameToken?: {
    readonly type: string
    readonly needs: readonly string[]
    readonly gameId: string
  }
  /** The rule by which a partner's service links accounts in place of the server. */
  readonly partnerServiceRule?: 'steamLink'
  /** The credentials of a deployment: fields of `connections` in its file. */
  readonly credentials: Readonly<Record<string, 'required' | 'optional'>>
  /** The settings with the provider's addresses: the real address and its purpose. */
  readonly addresses: Readonly<Record<string, readonly [url: string, about: string]>>
  /** The folder and path of its stand-in; absent: the provider's name. */
  readonly standIn?: string
}

const client = { clientId: 'required', clientSecret: 'required' } as const

/** The identity providers, by their canonical names on the wire. */
export const identityProviders = {
  steam: {
    id: 1,
    title: 'Steam',
    accountId: /^7656119\d{10}$/,
    startTakes: 'path-and-url',
    finishTakes: 'openid-assertion',
    finishAnswers: 'account-and-url',
    unlinkField: 'SteamId',
    idParameter: 'steamid',
    banCode: 'ERROR_USER_IP_BANNED_Steam_LINK',
    notVerified: 'This request is not authorized by OpenId.',
    unreachable: 'ERROR_STEAM_NOT_REACHABLE',
    // Steam works without the publisher. The redeemer serves it where the deployment has no
    // key.
    redeemer: { segment: 'steam', isUsed: 'without-own-credentials', hasOwnCall: true },
    partnerServiceRule: 'steamLink',
    gameToken: {
      type: 'urn:gatehouse:token-type:steam-ticket',
      needs: ['appId', 'publisherKey'],
      gameId: 'appId',
    },
    credentials: { apiKey: 'required', appId: 'optional', publisherKey: 'optional' },
    addresses: {
      STEAM_OPENID_ENDPOINT: [
        'https://steamcommunity.com/openid/login',
        'Where players sign in to Steam.',
      ],
      STEAM_API_BASE: ['https://api.steampowered.com', 'The Web API of Steam.'],
      STEAM_PARTNER_API_BASE: [
        'https://partner.steam-api.com',
        'The Web API of Steam for publishers, which checks tickets of games.',
      ],
    },
  },
  twitch: {
    id: 2,
    title: 'Twitch',
    accountId: /^\d{1,20}$/,
    startTakes: 'path',
    finishTakes: 'code',
    finishAnswers: 'account',
    banCode: 'ERROR_USER_IP_BANNED_Twitch_LINK',
    notVerified: 'PARTNER_RESPONSE_ERROR',
    unreachable: 'PARTNER_RESPONSE_ERROR',
    credentials: client,
    addresses: {
      TWITCH_ID_BASE: ['https://id.twitch.tv', 'Where players sign in to Twitch.'],
      TWITCH_API_BASE: ['https://api.twitch.tv', 'The API of Twitch.'],
    },
  },
  'epic-games': {
    id: 3,
    title: 'Epic Games',
    accountId: /^[0-9a-f]{32}$/i,
    foldsAccountIds: true,
    startTakes: 'perhaps-both',
    finishTakes: 'code-or-state',
    finishAnswers: 'account-and-url',
    idParameter: 'epicgamesid',
    banCode: 'ERROR_USER_IP_BANNED_EpicGames_LINK',
    notVerified: 'PARTNER_RESPONSE_ERROR',
    unreachable: 'PARTNER_RESPONSE_ERROR',
    redeemer: { segment: 'epic', isUsed: 'always', hasOwnCall: false },
    gameToken: {
      type: 'urn:ietf:params:oauth:token-type:id_token',
      needs: [],
      gameId: 'gameClientId',
    },
    credentials: { ...client, deploymentId: 'optional', gameClientId: 'optional' },
    addresses: {
      EPIC_AUTH_BASE: ['https://www.epicgames.com', 'Where players sign in to Epic.'],
      EPIC_API_BASE: ['https://api.epicgames.dev', 'The API of Epic Games.'],
    },
    standIn: 'epic',
  },
  // Ours: the Xbox account of a player, where a deployment has the credentials for it.
  'game-pass': {
    id: 4,
    title: 'Game Pass',
    accountTitle: 'Xbox',
    accountId: /^\d{1,20}$/,
    isRarelyLinked: true,
    startTakes: 'path-and-perhaps-url',
    // Its PKCE verifier derives from the state.
    finishTakes: 'code-and-state',
    finishAnswers: 'account-and-url',
    notVerified: 'This request is not authorized.',
    unreachable: 'PARTNER_RESPONSE_ERROR',
    credentials: client,
    addresses: {
      MS_LOGIN_BASE: [
        'https://login.microsoftonline.com',
        'Where players sign in to Microsoft, for Xbox and Game Pass.',
      ],
      XBOX_USER_BASE: ['https://user.auth.xboxlive.com', 'Xbox: user tokens.'],
      XBOX_XSTS_BASE: ['https://xsts.auth.xboxlive.com', 'Xbox: service tokens.'],
      XBOX_PROFILE_BASE: ['https://profile.xboxlive.com', 'Xbox: profiles.'],
    },
    standIn: 'xbox',
  },
} as const satisfies Readonly<Record<string, IdentityProvider>>

export type IdentityProviders = typeof identityProviders
export type IdentityProviderName = keyof IdentityProviders
