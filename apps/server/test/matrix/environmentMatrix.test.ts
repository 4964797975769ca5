import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answersIn, deploymentsIn, type Differing } from './distinctDeployments.ts'
import {
  visitorCall,
  comesBackBy,
  leadsTo,
  logsInByPassword,
  meetsUnverified,
  missesAtRegister,
  player,
  type Probe,
  registers,
  registersByPartner,
} from './environmentProbes.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'

/*
 * The answers of the server in environments of different rules, as they are deployed. A row holds
 * the request, the answer of LOCAL, and the environments with another answer.
 */

type Row = readonly [asked: string, probe: Probe, usual: string, differing: Differing]

const refused = 'ERROR_NOT_ALLOWED'
const partners: Differing = { relic: refused, 'creative-assembly': refused, focus: refused }
const notAuthorized = 'This request is not authorized.'
const redirect = { ClientId: '', RedirectUrl: '' }
const newPassword = { Password: 'Another9Battery', ConfirmPassword: 'Another9Battery' }
const ofUser = (userId: number) => ({ path: { userId } })
const deletion = (userId: number) => ({
  path: { userId },
  body: {
    Password: 'Welcome2Gatehouse',
    Email: 'nobody@site.test',
    Id_DeletionType: null,
    DeletionReason: '',
  },
})
const steamLink = { callbackPath: '/steam/callback', redirectUrl: '' }

const login: readonly Row[] = [
  ['log/log-in', logsInByPassword, 'ok', partners],
  [
    'log/identify',
    visitorCall('identify', { body: { ...redirect, UsernameOrEmail: 'PlayerOne', Token: '' } }),
    'ok',
    partners,
  ],
  [
    'partner/{own}/login-url',
    (app, name) =>
      visitorCall(
        'partnerLoginUrl',
        {
          path: { partner: app.deployment(name).configuration.PartnerName || 'relic' },
          body: redirect,
        },
        leadsTo,
      )(app, name),
    refused,
    { relic: 'partners/relic/auth' },
  ],
  [
    'partner/creative-assembly/login-url',
    visitorCall('creativeAssemblyLoginUrl', { body: redirect }, leadsTo),
    refused,
    { 'creative-assembly': 'partners/creative-assembly/auth' },
  ],
  [
    'partner/focus/login-url',
    visitorCall('focusLoginUrl', { body: redirect }, leadsTo),
    refused,
    { focus: 'partners/focus/auth' },
  ],
  [
    'the call that completes a partner’s log-in',
    comesBackBy,
    notAuthorized,
    {
      relic: 'partnerUserLogIn',
      'creative-assembly': 'creativeAssemblyCallback',
      focus: 'focusCallback',
    },
  ],
  [
    'log/user/{userId}/log-out: CookieName',
    player(
      'logOut',
      (userId) => ({ ...ofUser(userId), body: {} }),
      ({ CookieName }) => `${CookieName}`,
    ),
    'null',
    { relic: 'relic_sso' },
  ],
]

const registration: readonly Row[] = [
  [
    'register/new-user and the page that its mail opens',
    registers,
    '/confirm-email',
    { ...partners, 'two-point-studios': '/register/validate' },
  ],
  [
    'register/new-user without name, birth, code of conduct',
    missesAtRegister,
    'ok',
    {
      ...partners,
      'two-point-studios':
        'ERROR_APPROVE_CODE_OF_CONDUCT ERROR_FIRSTNAME_EMPTY ERROR_LASTNAME_EMPTY Invalid date value',
    },
  ],
  [
    'register/verify',
    visitorCall('verifyRegistration', { body: { VerificationCode: '' } }),
    'This request should have a verification code.',
    partners,
  ],
  [
    'email/confirm',
    visitorCall('confirmEmail', { body: { Uid: 'x' } }),
    'ERROR_EMAIL_RECOVERY_NOTEXISTS',
    partners,
  ],
  [
    'email/send-confirmation-email',
    visitorCall('sendConfirmationEmail', { body: { Email: 'unconfirmed@example.com' } }),
    'ok',
    partners,
  ],
  [
    'accesskey/validate',
    visitorCall('validateAccessKey', { body: { Value: 'FREE-KEY-0001' } }),
    'ok',
    partners,
  ],
  [
    'partner/{own}/register-url',
    (app, name) =>
      visitorCall('partnerRegisterUrl', { path: { partner: name } }, leadsTo)(app, name),
    refused,
    {
      relic: 'partners/relic/auth, to register',
      'creative-assembly': 'partners/creative-assembly/auth, to register',
      focus: 'partners/focus/auth, to register',
    },
  ],
  [
    'an address that the partner has not verified',
    meetsUnverified,
    '–',
    {
      relic: 'not verified',
      'creative-assembly': 'PARTNER_RESPONSE_ERROR',
      focus: 'PARTNER_RESPONSE_ERROR',
    },
  ],
  [
    'partner/user/register without a least time on the form',
    registersByPartner(true),
    refused,
    { relic: 'ok', 'creative-assembly': 'ok', focus: 'ok' },
  ],
  [
    'partner/user/register without the code of conduct',
    registersByPartner(false),
    refused,
    { relic: 'ERROR_APPROVE_CODE_OF_CONDUCT', 'creative-assembly': 'ok', focus: 'ok' },
  ],
]

const account: readonly Row[] = [
  [
    'password/password-recovery',
    visitorCall('recoverPassword', { body: { email: 'second@example.com' } }),
    'ok',
    partners,
  ],
  [
    'password/password-recovery-validation',
    visitorCall('validatePasswordRecovery', {
      body: { Token: 'x', Password: 'Another9Battery', Confirm: 'Another9Battery' },
    }),
    'ERROR_PASSWORD_RECOVERY_NOTEXISTS',
    partners,
  ],
  [
    'password/validate/user/{userId}',
    player('validatePassword', (userId) => ({ ...ofUser(userId), body: { Password: 'wrong' } })),
    'ERROR_USERNAME_PASSWORD_INCORRECT',
    partners,
  ],
  [
    'password/password-reset with an invalid password and without the old one',
    player('resetPassword', () => ({ body: { ...newPassword, ConfirmPassword: 'x' } })),
    'ERROR_CONFIRM_PASSWORD_INVALID',
    { ...partners, 'two-point-studios': 'ERROR_PASSWORD_EMPTY ERROR_CONFIRM_PASSWORD_INVALID' },
  ],
  [
    'profile/user/{userId}/update-email to a taken address',
    player('updateEmail', (userId) => ({
      ...ofUser(userId),
      body: { Email: 'second@example.com', ConfirmEmail: 'second@example.com' },
    })),
    'ERROR_EMAIL_EXIST',
    partners,
  ],
  [
    'email/update-email-confirm',
    visitorCall('confirmEmailUpdate', { query: { uid: 'x' } }),
    'ERROR_EMAIL_RECOVERY_NOTEXISTS',
    partners,
  ],
  [
    'email/update-email-recovery',
    visitorCall('recoverEmailUpdate', { query: { uid: 'x' } }),
    'ERROR_EMAIL_RECOVERY_NOTEXISTS',
    partners,
  ],
  [
    'profile/user/{userId}/update-username to a taken name',
    player('updateUsername', (userId) => ({ ...ofUser(userId), body: { Username: 'Admin' } })),
    'ERROR_USERNAME_EXIST',
    partners,
  ],
  [
    'deletion/user/{userId} with another address',
    player('deleteUser', deletion),
    'ERROR_EMAIL_UNKNOWN',
    partners,
  ],
  [
    'deletion/partner/user/{userId} with another address',
    player('deletePartnerUser', deletion),
    refused,
    {
      relic: 'ERROR_EMAIL_UNKNOWN',
      'creative-assembly': 'ERROR_EMAIL_UNKNOWN',
      focus: 'ERROR_EMAIL_UNKNOWN',
    },
  ],
]

const connections: readonly Row[] = [
  [
    'steam/auth',
    player('steamAuth', () => ({ query: steamLink }), leadsTo),
    'steam',
    { relic: refused },
  ],
  [
    'partner/relic/steam-link-url',
    player('partnerSteamLinkUrl', () => ({ path: { partner: 'relic' }, body: {} }), leadsTo),
    refused,
    { relic: 'partners/relic/service-test' },
  ],
  [
    'twitch/auth',
    player('twitchAuth', () => ({ query: { callbackPath: '/twitch/callback' } }), leadsTo),
    'twitch',
    {},
  ],
  ['epicgames/auth', player('epicGamesAuth', () => ({ query: {} }), leadsTo), 'epic', {}],
  [
    'gamepass/auth, which is beyond the specification',
    player('gamePassAuth', () => ({ query: { callbackPath: '/game-pass/callback' } }), leadsTo),
    refused,
    {},
  ],
]

let app: PartnerApp

/** The players that the partners know. */
const people = [
  { id: '1001', email: 'known@site.test' },
  { id: '3', email: 'unverified@site.test', emailVerified: false },
]

beforeAll(async () => {
  app = await startPartnerApp({ settings: { LIMITS: 'off' } })
  await Promise.all(Object.keys(partners).map((name) => app.standIns.people(name, people)))
})
afterAll(() => app.close())

describe.each([
  ['login', login],
  ['registration', registration],
  ['account', account],
  ['connections', connections],
] as const)('the environment matrix of the server: %s', (_, rows) => {
  it.each(rows)(
    'answers as the specification says: %s (R-6.2)',
    async (_asked, probe, usual, differing) => {
      const outcomes: Record<string, string> = {}
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they share a clock
      for (const name of deploymentsIn(differing)) outcomes[name] = await probe(app, name)
      expect(outcomes).toEqual(answersIn(usual, differing))
    },
  )
})
