/*
 * What platforms of games say that they check of our tokens. Where no page that we could read says it
 * (null), the stand-in does what OpenID Connect asks of any client, and nothing is promised of the platform.
 */

interface Saying {
  readonly rule: string
  readonly source: string
}

const checks = [
  'registration',
  'token',
  'algorithm',
  'issuer',
  'audience',
  'times',
  'nonce',
  'keys',
  'renewal',
] as const

/** A platform that takes an OpenID provider of the studio. */
export interface Platform {
  readonly title: string
  /** The day on which its pages were read. */
  readonly read: string
  readonly says: Readonly<Record<(typeof checks)[number], Saying | null>>
}

const read = '2026-11-30'

const epicProviders = 'https://dev.epicgames.com/docs/dev-portal/identity-provider-management'
const epicConnect = 'https://dev.epicgames.com/docs/web-api-ref/connect-web-api'
const epicExpiration =
  'https://docs.rs/eos-sys/0.1.1/eos_sys/fn.EOS_Connect_AddNotifyAuthExpiration.html'
const playFabConnection =
  'https://learn.microsoft.com/en-us/rest/api/playfab/admin/authentication/create-openid-connection?view=playfab-rest'
const playFabLogIn = 'https://api.playfab.com/documentation/Client/method/LoginWithOpenIdConnect'
const unityProvider = 'https://docs.unity.com/en-us/authentication/openid-connect'
const unityErrors =
  'https://docs.unity.com/authentication/en-us/manual/faq-sign-in-with-platform-specific-providers'
const unityRequest =
  'https://docs.unity3d.com/Packages/com.unity.services.apis@0.0/api/Unity.Services.Apis.PlayerAuthentication.SignInWithExternalTokenRequest.html'

export const platforms = {
  eos: {
    title: 'Epic Online Services',
    read,
    says: {
      registration: {
        rule: 'An OpenID provider of the studio’s own accounts is set up in the Developer Portal.',
        source: epicProviders,
      },
      token: {
        rule: 'POST /auth/v1/oauth/token takes client credentials by Basic, and external_auth for a player.',
        source: epicConnect,
      },
      algorithm: null,
      issuer: null,
      audience: null,
      times: null,
      nonce: {
        rule: 'The nonce of the request is the game’s own, and comes back in the answer.',
        source: epicConnect,
      },
      keys: null,
      renewal: {
        rule: 'About a minute before its session ends, the game logs in again with valid credentials.',
        source: epicExpiration,
      },
    },
  },
  playfab: {
    title: 'PlayFab',
    read,
    says: {
      registration: {
        rule: 'ClientId, ClientSecret and ConnectionId are required.',
        source: playFabConnection,
      },
      token: {
        rule: 'IdToken is the id_token of the provider; ConnectionId has at most 100 characters.',
        source: playFabLogIn,
      },
      algorithm: null,
      issuer: {
        rule: 'IssuerDiscoveryUrl is the address of the discovery document, reachable from the internet.',
        source: playFabConnection,
      },
      audience: null,
      times: null,
      nonce: {
        rule: 'IgnoreNonce ignores the claim nonce; without it the claim counts.',
        source: playFabConnection,
      },
      keys: null,
      renewal: null,
    },
  },
  unity: {
    title: 'Unity Gaming Services',
    read,
    says: {
      registration: {
        rule: 'The name begins with oidc- and has 6 to 20 characters; the issuer begins with https.',
        source: unityProvider,
      },
      token: {
        rule: 'token is the external token; signInOnly makes no new player.',
        source: unityRequest,
      },
      algorithm: null,
      issuer: null,
      audience: {
        rule: 'The audience of the token is the client id that was registered: ‘invalid audience’.',
        source: unityErrors,
      },
      times: {
        rule: 'A token that has ended, not begun, or is issued in the future is refused.',
        source: unityErrors,
      },
      nonce: {
        rule: 'A nonce of the request is the claim nonce of the token.',
        source: unityRequest,
      },
      keys: null,
      renewal: {
        rule: 'After a refusal for its time, the game refreshes the token and signs in again.',
        source: unityErrors,
      },
    },
  },
} as const satisfies Readonly<Record<string, Platform>>

export type PlatformName = keyof typeof platforms
