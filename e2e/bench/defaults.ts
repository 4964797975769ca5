import type { Configuration } from '@gatehouse/contract/configuration'
import type { Environment } from '@gatehouse/contract/environments'
import { portalOf, stubbedApi } from './addresses.ts'
import { type Answer, ok } from './answers.ts'

const partnerNames: Partial<Record<Environment, string>> = {
  RELIC: 'Relic',
  'CREATIVE-ASSEMBLY': 'Creative Assembly',
  FOCUS: 'Focus',
}

/** The configuration of S0: every section on, everything else off. */
export function configurationOf(environment: string): Configuration {
  return {
    Environment: environment,
    IsProd: false,
    FrontUrl: 'https://www.site.test',
    AccountUrl: portalOf('LOCAL'),
    MediasUrl: 'https://medias.site.test',
    AccountApiUrl: stubbedApi,
    AccountApiKey: 'KEY-123',
    CaptchaSiteKey: 'SITE-KEY',
    PartnerName: partnerNames[environment as Environment] ?? '',
    RegisterStudioName: 'Studio',
    RegisterWithAccessKeys: false,
    EnableCaptcha: false,
    EnableConnectionsSection: true,
    EnableNewsletterSection: true,
    EnableDeletionSection: true,
    BypassPartnerRegisterPage: false,
    CustomCookiesManagement: false,
    TagManagerId: '',
    UseGamePublisherRedeemer: false,
    SupportUrl: '',
    CaptchaProvider: '',
    CaptchaScriptUrl: '',
    ConsentTool: '',
    ConsentToolUrl: '',
  }
}

export const token = {
  Value: 'BEARER-1',
  Refresh: 'REFRESH-1',
  Id_User: 42,
  Validated: true,
  Refreshed: false,
  ExprireAt: fromNow({ days: 20 }),
}

export const player = {
  Id: 42,
  Username: 'PlayerOne',
  Email: 'player@example.com',
  AvatarUrl: 'https://medias.site.test/a.png',
  Titles: 'Map Maker;Founder',
  TitleName: 'Map Maker Founder',
  CreatedAt: '2021-05-04T12:00:00Z',
  SteamCheck: false,
  IsCookiePopupSeen: true,
  Blocks: [],
}

export const identification = {
  AuthType: 1,
  AuthPartner: null,
  Id_User: 42,
  Username: player.Username,
  TitleName: player.TitleName,
  Email: player.Email,
  AvatarUrl: player.AvatarUrl,
}

const connect = (Id: number, CanonicalName: string, Name: string) => ({
  Id,
  CanonicalName,
  Name,
  Icon: `https://medias.site.test/${CanonicalName}.png`,
  IsLinked: false,
  ConnectName: null,
  Avatar: null,
  LastCheck: null,
  Id_Account: null,
})

const cookies = [
  { Id: 1, Name: 'Functional cookies', IsOptional: false, IsAccepted: true },
  { Id: 2, Name: 'Analytical cookies', IsOptional: true, IsAccepted: false },
  { Id: 3, Name: 'Marketing cookies', IsOptional: true, IsAccepted: false },
].map((cookie) => ({ ...cookie, IsActive: true, Description: `What ${cookie.Name} are for.` }))

export const connects = [
  {
    ...connect(1, 'steam', 'Steam'),
    IsLinked: true,
    ConnectName: 'SteamGuy',
    Avatar: 'https://medias.site.test/steam-guy.png',
    LastCheck: fromNow({ hours: -3 }),
    Id_Account: '7656',
  },
  connect(2, 'twitch', 'Twitch'),
  connect(3, 'epic-games', 'Epic Games'),
  connect(4, 'game-pass', 'Game Pass'),
]

/** The default answers. A star stands for one segment of a path. */
export const answers: Readonly<Record<string, Answer>> = {
  'GET token/IDENT-1': ok(token),
  'GET profile/user/42': ok(player),
  'GET profile/connects': ok(connects),
  'GET cookie': ok(cookies),
  'GET cookie/user/42': ok(cookies),
  'GET newsletter': ok({
    OptInList: [
      { ListId: 1, ListName: 'Platform news', IsOptIn: false },
      { ListId: 2, ListName: 'Studio news', IsOptIn: true },
    ],
  }),
  'GET deletion/types': ok({
    DeletionTypes: [
      { Id: 1, Description: 'I do not play any more', IsOther: false },
      { Id: 2, Description: 'Privacy', IsOther: false },
      { Id: 3, Description: 'Another reason', IsOther: true },
    ],
  }),
  'GET redirect/allowed-redirect-domains': ok(['site.test', '*.site.test']),
  'POST log/identify': ok(identification),
  'POST log/log-in': ok({ Created: 'IDENT-1' }),
  'POST log/user/42/log-out': ok({ CookieName: null }),
  'POST partner/*/login-url': ok('https://partner.test/login'),
  'GET partner/*/register-url': ok('https://partner.test/register'),
  'POST profile/validate': ok({ Success: true }),
  'GET steam/auth': ok('https://steam.test/auth'),
  'GET epicgames/auth': ok('https://epic.test/auth'),
  'GET twitch/auth': ok('https://twitch.test/auth'),
  // Every other POST of the account API.
  'POST **': ok(),
}

/** The moment so far from now, as the account API writes it. */
export function fromNow({ days = 0, hours = 0, minutes = 0 }): string {
  return new Date(Date.now() + ((days * 24 + hours) * 60 + minutes) * 60_000).toISOString()
}
