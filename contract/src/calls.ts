/**
 * Every call of the account API: one row a call. The server mounts these rows, the client sends
 * them, the documentation lists them, the fuzzer attacks them; nothing else knows a path.
 *
 * `caller` says who may call: `anyone` needs no key (only the configuration, which brings the key);
 * `key` needs the deployment's API key; `player` needs a bearer too; `either` takes a bearer if
 * there is one. Inputs, answers and refusals of a row are in `schemas/`, under the same name.
 */
export const calls = {
  runtimeConfiguration: get('/runtime-configuration/current/environment.json', 'anyone'),

  listCookies: get('cookie', 'key'),
  listUserCookies: get('cookie/user/{userId}', 'player'),
  setCookie: post('cookie/user/{userId}/set-cookie', 'player'),
  acceptAllCookies: post('cookie/user/{userId}/accept-all', 'player'),

  seeCookiePopup: post('profile/user/{userId}/see-cookie-popup', 'player'),
  readProfile: get('profile/user/{userId}', 'player'),
  listConnects: get('profile/connects', 'player'),
  validateProfile: post('profile/validate', 'player'),
  updateEmail: post('profile/user/{userId}/update-email', 'player'),
  updateUsername: post('profile/user/{userId}/update-username', 'player'),

  readToken: get('token/{identity}', 'key'),
  refreshToken: get('token/refresh', 'key'),
  verifyToken: get('token/verify', 'key'),
  authorize: get('oauth', 'either'),
  listAllowedRedirectDomains: get('redirect/allowed-redirect-domains', 'key'),

  identify: post('log/identify', 'key'),
  logIn: post('log/log-in', 'key'),
  logInUser: post('log/user/{userId}/log-in', 'key'),
  logOut: post('log/user/{userId}/log-out', 'player'),
  verifyCaptcha: post('recaptcha/verify', 'key'),
  /** Ours: a proof of work to do, where the captcha is self-hosted. */
  readCaptchaChallenge: get('captcha/challenge', 'key'),

  partnerLoginUrl: post('partner/{partner}/login-url', 'key'),
  creativeAssemblyLoginUrl: post('partner/creative-assembly/login-url', 'key'),
  focusLoginUrl: post('partner/focus/login-url', 'key'),
  partnerRegisterUrl: get('partner/{partner}/register-url', 'key'),
  partnerStepLoginUrl: post('partner/login-url', 'key'),
  focusCallback: get('focus/oauth/partner', 'key'),
  creativeAssemblyCallback: get('creativeassembly/oauth/partner', 'key'),
  partnerUserLogIn: get('partner/user/log-in', 'key'),
  partnerLogIn: get('partner/log-in', 'key'),
  exchangePartnerCreated: get('partner/user/{created}/log-in', 'key'),
  registerPartnerUser: post('partner/user/register', 'key'),
  /** Ours: the partner's own service, asked by the server so that no credential reaches a browser. */
  partnerSteamLinkUrl: post('partner/{partner}/steam-link-url', 'player'),
  partnerLinkedAccounts: get('partner/{partner}/linked-accounts', 'player'),
  resendPartnerValidation: post('partner/{partner}/resend-validation', 'key'),

  registerNewUser: post('register/new-user', 'key'),
  verifyRegistration: post('register/verify', 'key'),

  recoverPassword: post('password/password-recovery', 'key'),
  validatePasswordRecovery: post('password/password-recovery-validation', 'key'),
  validatePassword: post('password/validate/user/{userId}', 'player'),
  resetPassword: post('password/password-reset', 'player'),

  listNewsletters: get('newsletter', 'player'),
  optInUser: post('newsletter/optin-user', 'player'),

  listDeletionTypes: get('deletion/types', 'player'),
  deleteUser: post('deletion/user/{userId}', 'player'),
  deletePartnerUser: post('deletion/partner/user/{userId}', 'player'),

  confirmEmailUpdate: get('email/update-email-confirm', 'either'),
  recoverEmailUpdate: get('email/update-email-recovery', 'either'),
  confirmEmail: post('email/confirm', 'key'),
  sendConfirmationEmail: post('email/send-confirmation-email', 'key'),

  steamAuth: get('steam/auth', 'player'),
  steamCallback: post('steam/callback', 'player'),
  steamPartnerCallback: post('steam/partner/callback', 'player'),
  steamRelicCallback: post('steam/relic/callback', 'player'),
  steamUnlink: post('steam/unlink', 'player'),
  epicGamesAuth: get('epicgames/auth', 'player'),
  epicGamesCallback: post('epicgames/callback', 'player'),
  epicGamesUnlink: post('epicgames/unlink', 'player'),
  twitchAuth: get('twitch/auth', 'player'),
  twitchCallback: post('twitch/callback', 'player'),
  twitchUnlink: post('twitch/unlink', 'player'),
  /** Ours: the Xbox account of a player, where a deployment is set up to link it. */
  gamePassAuth: get('gamepass/auth', 'player'),
  gamePassCallback: post('gamepass/callback', 'player'),
  gamePassUnlink: post('gamepass/unlink', 'player'),

  sendQualificationSurvey: post('survey/qualification', 'player'),
  validateAccessKey: post('accesskey/validate', 'key'),
  unblock: post('unblock', 'player'),
} as const

export type CallName = keyof typeof calls
export type Caller = 'anyone' | 'key' | 'player' | 'either'

export interface Call {
  readonly method: 'GET' | 'POST'
  /** Relative to the account API, except a leading slash: on the host of the portal. */
  readonly path: string
  readonly caller: Caller
}

export const callNames = Object.keys(calls) as CallName[]

function get<const C extends Caller>(path: string, caller: C) {
  return { method: 'GET', path, caller } as const
}

function post<const C extends Caller>(path: string, caller: C) {
  return { method: 'POST', path, caller } as const
}
