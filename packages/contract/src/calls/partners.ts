import * as z from 'zod'
import { connectUserInfo, opened, partnerSsoInfo } from './entities.ts'
import {
  get,
  linkBanOf,
  loginBan,
  ownSignIn,
  post,
  quietLoginBan,
  registerBan,
  usernameCodes,
} from './row.ts'
import {
  broughtAlong,
  id,
  needed,
  nothing,
  pageQuery,
  secret,
  text,
  tick,
  typed,
} from './values.ts'

const url = z.string()
const slug = z.object({ partner: z.string().max(100) })
const startLogin = z.object({
  ClientId: broughtAlong('clientId'),
  RedirectUrl: broughtAlong('redirectUrl'),
})
const callback = {
  ipBan: loginBan,
  input: { query: pageQuery },
  documented: { query: z.object({ state: z.string(), code: z.string() }) },
  answer: partnerSsoInfo,
  refusals: [
    'PARTNER_RESPONSE_ERROR',
    'This request is not authorized.',
    'ERROR_USER_BANNED',
    'ERROR_ACCOUNT_FROZEN',
    'ERROR_USER_IP_BANNED_LOGIN',
  ],
} as const
const bySteamService = { hasConnectionsSection: true, steamLink: 'by-partner-service' } as const

export const partnerCalls = {
  partnerLoginUrl: post('partner/{partner}/login-url', 'key', {
    when: { partnerLoginUrlCall: 'partnerLoginUrl' },
    ipBan: quietLoginBan,
    input: { path: slug, body: startLogin },
    answer: url,
    refusals: ['PARTNER_RESPONSE_ERROR'],
  }),
  creativeAssemblyLoginUrl: post('partner/creative-assembly/login-url', 'key', {
    when: { partnerLoginUrlCall: 'creativeAssemblyLoginUrl' },
    ipBan: quietLoginBan,
    input: { body: startLogin },
    answer: url,
    refusals: ['PARTNER_RESPONSE_ERROR'],
  }),
  focusLoginUrl: post('partner/focus/login-url', 'key', {
    when: { partnerLoginUrlCall: 'focusLoginUrl' },
    ipBan: quietLoginBan,
    input: { body: startLogin },
    answer: url,
    refusals: ['PARTNER_RESPONSE_ERROR'],
  }),
  partnerRegisterUrl: get('partner/{partner}/register-url', 'key', {
    when: { register: 'by-partner' },
    ipBan: {
      scope: 'register',
      code: 'ERROR_USER_IP_BANNED',
      generalCode: 'ERROR_USER_IP_BANNED',
    },
    input: { path: slug },
    answer: url,
    refusals: ['PARTNER_RESPONSE_ERROR'],
  }),
  partnerStepLoginUrl: post('partner/login-url', 'key', {
    when: ownSignIn,
    ipBan: quietLoginBan,
    input: {
      query: z.object({
        redirectUrl: broughtAlong('redirectUrl'),
        clientId: broughtAlong('clientId'),
      }),
      body: z.object({
        Id_User: id('ERROR_USER_NOT_EXISTS'),
        AuthPartner: text(),
        Username: text(),
        Email: text(),
      }),
    },
    answer: url,
    refusals: ['ERROR_USER_NOT_EXISTS', 'PARTNER_RESPONSE_ERROR'],
  }),
  focusCallback: get('focus/oauth/partner', 'key', {
    when: { partnerCallbackCall: 'focusCallback' },
    ...callback,
  }),
  creativeAssemblyCallback: get('creativeassembly/oauth/partner', 'key', {
    when: { partnerCallbackCall: 'creativeAssemblyCallback' },
    ...callback,
  }),
  partnerUserLogIn: get('partner/user/log-in', 'key', {
    when: { partnerCallbackCall: 'partnerUserLogIn' },
    ...callback,
  }),
  partnerLogIn: get('partner/log-in', 'key', {
    when: { partnerCallbackCall: 'partnerLogIn' },
    ...callback,
  }),
  exchangePartnerCreated: get('partner/user/{created}/log-in', 'key', {
    ipBan: quietLoginBan,
    input: { path: z.object({ created: z.string().max(200) }) },
    answer: opened,
    refusals: ['ERROR_TOKEN_USER_INVALID', 'ERROR_ACCOUNT_FROZEN'],
  }),
  registerPartnerUser: post('partner/user/register', 'key', {
    when: { register: 'by-partner' },
    ipBan: registerBan,
    input: {
      body: z.object({
        Partner: text(),
        Email: text(),
        Username: needed(typed('name', 'ERROR_USERNAME_PATTERN')),
        Id_SSO: z.int(),
        ApprovePrivacyPolicy: needed(tick('ERROR_APPROVE_PRIVACY_POLICY')),
        ApproveEULA: needed(tick('ERROR_APPROVE_EULA')),
        ApproveCodeOfConduct: tick('ERROR_APPROVE_CODE_OF_CONDUCT'),
        Additional: tick().removeDefault().optional(),
        Token: needed(secret()),
        ClientId: broughtAlong('clientId'),
        Cookies: z.array(z.object({ Id_Cookie: z.int(), IsAccepted: z.boolean() })).max(100),
        SteamConnectUserInfo: connectUserInfo.nullable().default(null),
        EpicConnectUserInfo: connectUserInfo.nullable().default(null),
      }),
    },
    answer: z.object({ Created: z.string() }),
    status: 201,
    refusals: [
      ...usernameCodes,
      'ERROR_EMAIL_EXIST',
      'ERROR_APPROVE_PRIVACY_POLICY',
      'ERROR_APPROVE_EULA',
      'ERROR_APPROVE_CODE_OF_CONDUCT',
      'ERROR_REGISTER_TOKEN_EMPTY',
      'ERROR_USER_IP_BANNED_REGISTER',
    ],
  }),

  /* Ours: the server calls the partner's service, so that no credential reaches a browser. */

  partnerSteamLinkUrl: post('partner/{partner}/steam-link-url', 'player', {
    when: bySteamService,
    ipBan: linkBanOf('steam'),
    input: { path: slug, body: nothing },
    answer: url,
    refusals: ['Error on get auth relic steam.', 'ERROR_USER_IP_BANNED_Steam_LINK'],
  }),
  partnerLinkedAccounts: get('partner/{partner}/linked-accounts', 'player', {
    when: { steamLink: 'by-partner-service' },
    input: { path: slug },
    answer: z.object({ IdSteam: z.string().nullable() }),
    refusals: ['Error on get linked relic.'],
  }),
  steamRelicCallback: post('steam/relic/callback', 'player', {
    when: bySteamService,
    ipBan: linkBanOf('steam'),
    input: { body: z.object({ IdSteam: needed(text()) }) },
    answer: z.object({ AccountId: z.string() }),
    refusals: [
      'ERROR_USER_STEAM_EXIST',
      'ERROR_USER_IP_BANNED_Steam_LINK',
      'Error on callback relic steam link.',
      'Error on get linked relic.',
    ],
  }),
  resendPartnerValidation: post('partner/{partner}/resend-validation', 'key', {
    when: { partnerMayBeUnverified: true },
    input: { path: slug, body: z.object({ Token: needed(secret()) }) },
    answer: nothing,
    refusals: ['PARTNER_RESPONSE_ERROR', 'This request is not authorized.'],
  }),
}
