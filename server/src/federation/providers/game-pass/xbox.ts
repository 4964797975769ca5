import { buildAuthorizationUrl, calculatePKCECodeChallenge, ClientSecretPost } from 'openid-client'
import * as z from 'zod'
import type { Deployment } from '../../../tenants/deployments.ts'
import { createOutbound } from '../../../platform/http-client/outbound.ts'
import { derived } from '../../../platform/crypto/secrets.ts'
import type { ServerKey } from '../../../platform/crypto/serverKey.ts'
import type { Settings } from '../../../platform/config/settings.ts'
import { accountId } from '../accountId.ts'
import { avatarOf } from '../avatarOf.ts'
import type { ConnectionProvider } from '../connectionProvider.ts'
import { credentialsOf } from '../credentialsOf.ts'
import { NotVerifiedError } from '../notProven.ts'
import { exchangeCode, oauthClient } from '../oauthClient.ts'
import { plainName } from '../plainName.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'

const avatarHosts = ['images-eds.xboxlive.com', 'images-eds-ssl.xboxlive.com']

/** Why Xbox has nothing for a Microsoft account, by the number that it gives. */
const refusals: ReadonlyMap<number, string> = new Map([
  [2148916227, 'the account is banned'],
  [2148916229, 'a guardian has not allowed it'],
  [2148916233, 'the account has no Xbox profile'],
  [2148916234, 'the terms of Xbox are not accepted'],
  [2148916235, 'Xbox is not offered in the country'],
  [2148916236, 'the age is not verified'],
  [2148916237, 'the age is not verified'],
  [2148916238, 'the account is a child’s outside of a family'],
])

const refused = z.object({ XErr: z.number() })
const userToken = z.object({
  Token: z.string(),
  DisplayClaims: z.object({ xui: z.tuple([z.object({ uhs: z.string() })]) }),
})
const serviceToken = z.object({
  Token: z.string(),
  DisplayClaims: z.object({
    xui: z.tuple([z.object({ uhs: z.string(), xid: accountId['game-pass'] })]),
  }),
})
const profile = z.object({
  profileUsers: z.tuple([
    z.object({ settings: z.array(z.object({ id: z.string(), value: z.unknown() })) }),
  ]),
})

export interface XboxMaterials {
  readonly settings: Pick<
    Settings,
    'MS_LOGIN_BASE' | 'XBOX_USER_BASE' | 'XBOX_XSTS_BASE' | 'XBOX_PROFILE_BASE'
  >
  readonly key: Pick<ServerKey, 'flows'>
}

/**
 * Xbox, for Game Pass: a Microsoft account proves itself by a code with PKCE and is exchanged, token
 * by token, for its Xbox profile. No token is kept, so that nothing is known while the player is away.
 */
export function createXbox({ settings, key }: XboxMaterials): ConnectionProvider {
  const { MS_LOGIN_BASE: loginBase, XBOX_PROFILE_BASE: profileBase } = settings
  const fetchLogin = createOutbound('Microsoft’s sign-in')
  const fetchXbox = createOutbound('Xbox')
  const avatars = { hosts: avatarHosts, apiBase: profileBase }
  const server = {
    issuer: `${loginBase}/consumers/v2.0`,
    authorization_endpoint: `${loginBase}/consumers/oauth2/v2.0/authorize`,
    token_endpoint: `${loginBase}/consumers/oauth2/v2.0/token`,
  }
  const verifierOf = (state: string) => derived(key.flows[0], 'verifier', state)

  function clientOf(deployment: Deployment) {
    const { clientId, clientSecret } = credentialsOf(deployment, 'gamePass')
    const authentication = ClientSecretPost(clientSecret)
    return oauthClient({ server, clientId, authentication, fetch: fetchLogin })
  }

  function post(url: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json', 'x-xbl-contract-version': '1' }
    return fetchXbox(url, { method: 'POST', headers, body: JSON.stringify(body) })
  }

  async function userTokenOf(microsoftToken: string): Promise<string> {
    const response = await post(`${settings.XBOX_USER_BASE}/user/authenticate`, {
      RelyingParty: 'http://auth.xboxlive.com',
      TokenType: 'JWT',
      Properties: {
        AuthMethod: 'RPS',
        SiteName: 'user.auth.xboxlive.com',
        RpsTicket: `d=${microsoftToken}`,
      },
    })
    return (await readAnswer(response, userToken)).Token
  }

  async function serviceTokenOf(token: string) {
    const response = await post(`${settings.XBOX_XSTS_BASE}/xsts/authorize`, {
      RelyingParty: 'http://xboxlive.com',
      TokenType: 'JWT',
      Properties: { UserTokens: [token], SandboxId: 'RETAIL' },
    })
    if (response.status === 401) {
      const { XErr } = refused.catch({ XErr: 0 }).parse(await response.json().catch(() => null))
      throw new NotVerifiedError(`XErr ${XErr}: ${refusals.get(XErr) ?? 'no reason that we know'}`)
    }
    const { Token, DisplayClaims } = await readAnswer(response, serviceToken)
    return { token: Token, ...DisplayClaims.xui[0] }
  }

  async function settingsOf({ token, uhs }: { readonly token: string; readonly uhs: string }) {
    const url = `${profileBase}/users/me/profile/settings?settings=Gamertag,GameDisplayPicRaw`
    const headers = { authorization: `XBL3.0 x=${uhs};${token}`, 'x-xbl-contract-version': '2' }
    const { profileUsers } = await readAnswer(await fetchXbox(url, { headers }), profile)
    const list = profileUsers[0].settings
    return (id: string) => list.find((setting) => setting.id === id)?.value
  }

  return {
    async authorizationUrl({ deployment, returnTo, state }) {
      const url = buildAuthorizationUrl(clientOf(deployment), {
        redirect_uri: returnTo,
        // Never together with `openid`: then Microsoft's token is not one for Xbox.
        scope: 'XboxLive.signin',
        state,
        code_challenge: await calculatePKCECodeChallenge(verifierOf(state)),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
      return url.href
    },
    async complete(journey, { code = '' }) {
      const client = clientOf(journey.deployment)
      const tokens = await exchangeCode(client, journey, code, {}, verifierOf(journey.state))
      const service = await serviceTokenOf(await userTokenOf(tokens.access_token))
      const setting = await settingsOf(service)
      const name = plainName(setting('Gamertag'), service.xid)
      return {
        accountId: service.xid,
        name,
        avatar: avatarOf(setting('GameDisplayPicRaw'), avatars),
      }
    },
    canRefresh: () => false,
    refresh: () => Promise.resolve(new Map()),
  }
}
