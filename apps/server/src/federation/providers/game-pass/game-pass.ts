import { ClientSecretPost } from 'openid-client'
import * as z from 'zod'
import { createOutbound } from '../../../platform/http-client/outbound.ts'
import { derived } from '../../../platform/crypto/secrets.ts'
import { accountIdOf, plainName, avatarOf } from '../accounts.ts'
import { type CreateProvider, NotVerifiedError } from '../connectionProvider.ts'
import { oauthProvider } from '../oauthProvider.ts'
import { readAnswer } from '../../../platform/http-client/readAnswer.ts'

/** Xbox names its pictures without TLS, and has them with it on their own host. */
const plainHost = 'images-eds.xboxlive.com'
const secureHost = 'images-eds-ssl.xboxlive.com'
const avatarHosts = [plainHost, secureHost]
const secureHosts = { [plainHost]: secureHost }

/** The reasons of Xbox to refuse a Microsoft account, by their numbers. */
const refusals: ReadonlyMap<number, string> = new Map([
  [2148916222, 'the country asks for a verified age'],
  [2148916223, 'a guardian has not agreed'],
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
    xui: z.tuple([z.object({ uhs: z.string(), xid: accountIdOf('game-pass') })]),
  }),
})
const profile = z.object({
  profileUsers: z.tuple([
    z.object({ settings: z.array(z.object({ id: z.string(), value: z.unknown() })) }),
  ]),
})

/**
 * Xbox, for Game Pass: a Microsoft sign-in is exchanged, token by token, for the Xbox profile. No
 * token is kept, so an account cannot be refreshed without its player.
 */
export const createProvider: CreateProvider = ({ settings, key }) => {
  const { MS_LOGIN_BASE: loginBase, XBOX_PROFILE_BASE: profileBase } = settings
  const fetchXbox = createOutbound('Xbox')
  const avatars = { hosts: avatarHosts, secureHosts, apiBase: profileBase }

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

  return oauthProvider({
    name: 'game-pass',
    server: {
      issuer: `${loginBase}/consumers/v2.0`,
      authorization_endpoint: `${loginBase}/consumers/oauth2/v2.0/authorize`,
      token_endpoint: `${loginBase}/consumers/oauth2/v2.0/token`,
    },
    authentication: ClientSecretPost,
    fetch: createOutbound('Microsoft’s sign-in'),
    // Never together with `openid`: then Microsoft's token is not one for Xbox.
    parameters: { scope: 'XboxLive.signin', prompt: 'select_account' },
    verifierOf: (state) => derived(key.flows[0], 'verifier', state),
    async accountOf({ access_token: token }) {
      const service = await serviceTokenOf(await userTokenOf(token))
      const setting = await settingsOf(service)
      const name = plainName(setting('Gamertag'), service.xid)
      const avatar = avatarOf(setting('GameDisplayPicRaw'), avatars)
      return { accountId: service.xid, name, avatar }
    },
  })
}
