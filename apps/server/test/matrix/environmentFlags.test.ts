import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DeploymentFile } from '../../src/deployments/deployments.ts'
import { answersIn, deploymentsIn, type Differing } from './distinctDeployments.ts'
import {
  comesBackBy,
  leadsTo,
  logsInByPassword,
  player,
  type Probe,
  registers,
} from './environmentProbes.ts'
import { deploymentNames } from '../fixtures/startApp.ts'
import { type PartnerApp, startPartnerApp } from '../fixtures/partners/startPartnerApp.ts'

/*
 * The effect of a deployment's flags on the server, in environments of different rules. A row holds
 * the request, the answer of LOCAL, and the environments with another answer.
 */

type Row = readonly [asked: string, probe: Probe, usual: string, differing: Differing]

const refused = 'ERROR_NOT_ALLOWED'
const partners: Differing = { relic: refused, 'creative-assembly': refused, focus: refused }

const deletion = (userId: number) => ({
  path: { userId },
  body: { Password: '', Email: '', Id_DeletionType: null, DeletionReason: '' },
})
const steamAuth = player(
  'steamAuth',
  () => ({ query: { callbackPath: '/steam/callback', redirectUrl: '' } }),
  leadsTo,
)

const flagCases: readonly (readonly [string, Partial<DeploymentFile>, readonly Row[]])[] = [
  [
    'DEL off, KEYS, COOK, REDEEM and PROD on',
    {
      EnableDeletionSection: false,
      RegisterWithAccessKeys: true,
      CustomCookiesManagement: true,
      UseGamePublisherRedeemer: true,
      IsProd: true,
    },
    [
      ['deletion/user/{userId}', player('deleteUser', deletion), refused, {}],
      ['deletion/partner/user/{userId}', player('deletePartnerUser', deletion), refused, {}],
      ['register/new-user without a key', registers, 'ERROR_ACCESS_KEY_NON_EXISTANT', partners],
      [
        'cookie/user/{userId}/set-cookie',
        player('setCookie', (userId) => ({
          path: { userId },
          body: { Id_Cookie: 2, IsAccepted: true },
        })),
        refused,
        {},
      ],
      [
        'epicgames/auth',
        player('epicGamesAuth', () => ({ query: {} }), leadsTo),
        'epic/redeemer',
        {},
      ],
      [
        'partner/relic/steam-link-url',
        player('partnerSteamLinkUrl', () => ({ path: { partner: 'relic' }, body: {} }), leadsTo),
        refused,
        { relic: 'partners/relic/service' },
      ],
    ],
  ],
  [
    'CONN off',
    { EnableConnectionsSection: false },
    [
      ['steam/auth', steamAuth, refused, {}],
      [
        'partner/relic/steam-link-url',
        player('partnerSteamLinkUrl', () => ({ path: { partner: 'relic' }, body: {} }), leadsTo),
        refused,
        {},
      ],
      [
        'newsletter/optin-user',
        player('optInUser', () => ({ body: { ListId: 1, IsOptIn: true, IsG2GOptIn: false } })),
        'ok',
        {},
      ],
    ],
  ],
  [
    'CAPT on',
    { EnableCaptcha: true, CaptchaProvider: 'altcha' },
    [
      [
        'log/log-in without a captcha',
        logsInByPassword,
        'You are not allowed to log in.',
        partners,
      ],
      ['register/new-user without a captcha', registers, 'ERROR_REGISTER_TOKEN_EMPTY', partners],
      [
        'a log-in by the partner without a captcha',
        comesBackBy,
        'This request is not authorized.',
        {
          relic: 'partnerUserLogIn',
          'creative-assembly': 'creativeAssemblyCallback',
          focus: 'focusCallback',
        },
      ],
    ],
  ],
]

describe.each(flagCases)('the flags of a deployment on the server: %s', (_, flags, rows) => {
  let app: PartnerApp

  beforeAll(async () => {
    app = await startPartnerApp({
      settings: { LIMITS: 'off' },
      deployments: Object.fromEntries(deploymentNames.map((name) => [name, flags])),
    })
  })
  afterAll(() => app.close())

  it.each(rows)(
    'answers as the specification says: %s (R-1.4)',
    async (_asked, probe, usual, differing) => {
      const outcomes: Record<string, string> = {}
      // oxlint-disable-next-line no-await-in-loop -- one after the other: they share a clock
      for (const name of deploymentsIn(differing)) outcomes[name] = await probe(app, name)
      expect(outcomes).toEqual(answersIn(usual, differing))
    },
  )
})
