import * as z from 'zod'
import { connectUserInfo, partnerSsoInfo } from './entities.ts'
import { row, usernameCodes } from './row.ts'
import { id, nothing, pageQuery, secret, text, tick } from './values.ts'

const url = z.string()
const slug = z.object({ partner: z.string().max(100) })
const startLogin = z.object({ ClientId: text(), RedirectUrl: text('INVALID_REQUEST', 2000) })
const callback = row({
  query: pageQuery,
  answer: partnerSsoInfo,
  refusals: [
    'PARTNER_RESPONSE_ERROR',
    'This request is not authorized.',
    'ERROR_USER_BANNED',
    'ERROR_USER_IP_BANNED_LOGIN',
  ],
})

export const partnerSchemas = {
  partnerLoginUrl: row({
    path: slug,
    body: startLogin,
    answer: url,
    refusals: ['PARTNER_RESPONSE_ERROR'],
  }),
  creativeAssemblyLoginUrl: row({
    body: startLogin,
    answer: url,
    refusals: ['PARTNER_RESPONSE_ERROR'],
  }),
  focusLoginUrl: row({ body: startLogin, answer: url, refusals: ['PARTNER_RESPONSE_ERROR'] }),
  partnerRegisterUrl: row({ path: slug, answer: url, refusals: ['PARTNER_RESPONSE_ERROR'] }),
  partnerStepLoginUrl: row({
    query: z.object({ redirectUrl: text('INVALID_REQUEST', 2000), clientId: text() }),
    body: z.object({
      Id_User: id('ERROR_USER_NOT_EXISTS'),
      AuthPartner: text(),
      Username: text(),
      Email: text(),
    }),
    answer: url,
    refusals: ['ERROR_USER_NOT_EXISTS', 'PARTNER_RESPONSE_ERROR'],
  }),
  focusCallback: callback,
  creativeAssemblyCallback: callback,
  partnerUserLogIn: callback,
  partnerLogIn: callback,
  exchangePartnerCreated: row({
    path: z.object({ created: z.string().max(200) }),
    answer: z.object({ Created: z.string() }),
    refusals: ['ERROR_TOKEN_USER_INVALID'],
  }),
  registerPartnerUser: row({
    body: z.object({
      Partner: text(),
      Email: text(),
      Username: text('ERROR_USERNAME_PATTERN'),
      Id_SSO: z.int(),
      ApprovePrivacyPolicy: tick('ERROR_APPROVE_PRIVACY_POLICY'),
      ApproveEULA: tick('ERROR_APPROVE_EULA'),
      ApproveCodeOfConduct: tick('ERROR_APPROVE_CODE_OF_CONDUCT'),
      Additional: tick().removeDefault().optional(),
      Token: secret(),
      ClientId: text(),
      Cookies: z.array(z.object({ Id_Cookie: z.int(), IsAccepted: z.boolean() })).max(100),
      SteamConnectUserInfo: connectUserInfo.nullable().default(null),
      EpicConnectUserInfo: connectUserInfo.nullable().default(null),
    }),
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
  partnerSteamLinkUrl: row({
    path: slug,
    body: nothing,
    answer: url,
    refusals: ['Error on get auth relic steam.', 'ERROR_USER_IP_BANNED_Steam_LINK'],
  }),
  partnerLinkedAccounts: row({
    path: slug,
    answer: z.object({ IdSteam: z.string().nullable() }),
    refusals: ['Error on get linked relic.'],
  }),
  resendPartnerValidation: row({
    path: slug,
    body: z.object({ Token: secret() }),
    answer: nothing,
    refusals: ['PARTNER_RESPONSE_ERROR', 'This request is not authorized.'],
  }),
}
