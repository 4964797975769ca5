import { readConfiguration } from '@gatehouse/contract/configuration'
import { environmentNames } from '@gatehouse/contract/environments'
import type { Language } from '@gatehouse/contract/languages'
import { pathNames, paths, routeAt } from '@gatehouse/contract/routes'
import { type SessionAnswers, sessionAnswersId } from '@gatehouse/contract/sessionAnswers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BuiltAssets } from './app/document/builtAssets.ts'
import { rendererOf } from './prerender.tsx'

const assets: BuiltAssets = {
  entry: {
    address: '/assets/base.js',
    shim: '/assets/base.inline.js',
    libraries: 'bring()',
    script: 'take()',
  },
  script: '/assets/main.js',
  preloads: ['/assets/base.js'],
  sheets: ['/assets/base.css'],
  ofScreen: (_, language) => ({
    scripts: [`/assets/${language}.js`, '/assets/Screen.js'],
    sheets: ['/assets/Screen.css'],
  }),
  themeSheet: () => undefined,
  languageSheet: () => undefined,
  icon: () => '/assets/icon.svg',
  textOf: (address) => {
    if (address.endsWith('.svg')) return '<svg/>'
    const drawings = '--picture:url(/assets/banner.svg);--art-light:url(/assets/gate.svg)'
    return address.endsWith('.css') ? `p{--of:"${address}";${drawings}}` : undefined
  },
}
const renderer = rendererOf(assets)

const evil = '</script><!-- \u2028\u2029 <b>"&'
const answers: SessionAnswers = {
  ApiUrl: 'http://localhost/api',
  Identity: 'IDENT-1',
  Token: {
    Value: 'BEARER',
    Refresh: 'REFRESH',
    Id_User: 42,
    Validated: true,
    Refreshed: false,
    ExprireAt: '2999-01-01T00:00:00Z',
  },
  User: {
    Id: 42,
    Username: 'PlayerOne',
    Email: 'player@site.test',
    AvatarUrl: '',
    Titles: '',
    TitleName: '',
    CreatedAt: '2021-05-04T12:00:00Z',
    SteamCheck: false,
    IsCookiePopupSeen: false,
    Blocks: [{ Id: 7, Username: 'Blocked', AvatarUrl: '' }],
  },
  Connects: [],
}

interface Asked {
  readonly path?: string
  readonly Environment?: string
  readonly language?: Language
  readonly user?: Partial<SessionAnswers['User']>
  readonly isConsentGiven?: boolean
}

async function rendered({
  path = '/account',
  Environment = 'PROD',
  language = 'en',
  user = {},
  isConsentGiven = false,
}: Asked) {
  const configuration = readConfiguration({
    AccountApiUrl: answers.ApiUrl,
    RegisterStudioName: 'Gatehouse',
    EnableConnectionsSection: true,
    EnableNewsletterSection: true,
    ConsentToolUrl: 'https://consent.test/tool.js',
    IsProd: true,
    Environment,
  })
  return renderer.renderDocument({
    deployment: { configuration, theme: { name: 'prod', sheet: null } },
    language,
    path,
    metas: {},
    screen: { isConsentGiven },
    answers: { ...answers, User: { ...answers.User, ...user } },
  })
}

const screenIn = (html: string) =>
  html.slice(
    html.indexOf('<div id="root"'),
    html.indexOf('<script>', html.indexOf('<div id="root"')),
  )

// The first use of a screen compiles it.
beforeAll(() => rendered({}))

describe('the document of a player’s screen', () => {
  test('shows the screen with its player before a script runs, and nothing of it can be used without one', async () => {
    const { html } = await rendered({})
    expect(html).toContain('<div id="root" inert="" data-prerendered="PROD" data-player="">')
    const screen = screenIn(html)
    for (const words of ['PlayerOne', 'My information', 'Logout', 'Blocked Users']) {
      expect(screen).toContain(words)
    }
    expect(screen.match(/<input /g)?.length).toBe(screen.match(/<input disabled /g)?.length)
    expect(html).toContain('<h1>JavaScript is switched off</h1>')
  })

  test('brings every style that its screen needs, and asks for none', async () => {
    const { html, styles } = await rendered({})
    expect(styles.join('')).toContain('/assets/Screen.css')
    expect(html).toContain('disabled="" rel="inlined" itemProp="" href="/assets/Screen.css"')
    expect(html).not.toContain('as="style"')
    // An attribute is what the page's policy keeps out.
    expect(html).not.toContain(' style="')
    expect(styles.at(-1)).toBe('[data-style="0"]{--letters:9}')
  })

  test('has the picture of the player’s card in it, and no sketch of an art that it does not show', async () => {
    const { styles } = await rendered({})
    expect(styles.join('')).toContain('--picture:url("data:image/svg+xml,')
    expect(styles.join('')).not.toContain('--picture:url(/assets/')
    expect(styles.join('')).not.toContain('--sketch')
  })

  test('brings the portal with it, behind the screen and the answers of its session', async () => {
    const { html, parts, scripts } = await rendered({})
    const [, , libraries = '', script = ''] = parts
    expect(libraries).toMatch(/^<script>bring\(\)/)
    expect(script).toMatch(/^<script type="module">take\(\)<\/script>/)
    expect(html).not.toContain('/assets/main.js')
    expect(html.indexOf('"Username":"PlayerOne"')).toBeLessThan(html.indexOf(libraries))
    expect(scripts).toEqual(expect.arrayContaining(['bring()', 'take()']))
  })

  test('keeps the places of what comes after its screen', async () => {
    const screen = screenIn((await rendered({})).html)
    for (const words of ['Last log-in', 'Newsletters']) expect(screen).toContain(words)
  })

  test('asks about cookies where neither browser nor account has answered', async () => {
    expect((await rendered({})).html).toContain('Reject all')
    expect((await rendered({ isConsentGiven: true })).html).not.toContain('Reject all')
    const { html } = await rendered({ user: { IsCookiePopupSeen: true } })
    expect(html).not.toContain('Reject all')
  })

  test('says everything in the language of its player', async () => {
    for (const [language, words] of [
      ['de', 'Abmelden'],
      ['ja', 'ログアウト'],
      ['ar', 'تسجيل الخروج'],
    ] as const) {
      const { html } = await rendered({ language })
      expect([language, screenIn(html)]).toEqual([language, expect.stringContaining(words)])
      expect(screenIn(html)).not.toMatch(/Logout|My information|Deletion/)
    }
  })

  test('has names as text, in the screen and in the data (Q89)', async () => {
    const { html } = await rendered({ user: { Username: evil, AuthPartner: evil, AuthType: 2 } })
    const data = new RegExp(`<script id="${sessionAnswersId}"[^>]*>([^<]*)</script>`).exec(html)
    expect(data?.[1]).not.toMatch(/[<\u2028\u2029]/)
    expect(JSON.parse(data?.[1] ?? '')).toMatchObject({ User: { Username: evil } })
    expect(html).not.toContain('<!-- ')
    expect(screenIn(html)).toContain('&lt;/script&gt;')
    expect(screenIn(html)).not.toContain('</script>')
  })

  test('is empty at a path where the environment or a partner sends its player on (Q89)', async () => {
    const partners = { AuthType: 2, AuthPartner: 'Partner' } as const
    const empty = [
      { path: '/account/security' },
      { path: '/account/reset-password', Environment: 'RELIC', user: partners },
      { path: '/account/update-email', Environment: 'TWO-POINT-STUDIOS', user: partners },
    ]
    for (const asked of empty) {
      const { html } = await rendered(asked)
      expect([asked.path, html.includes('<div id="root"></div>')]).toEqual([asked.path, true])
      expect(html).toContain(`id="${sessionAnswersId}"`)
    }
  })
})

test.each(environmentNames)(
  'every screen of players can be rendered in %s',
  async (Environment) => {
    for (const path of pathNames.map((name) => paths[name])) {
      if (routeAt(path).access !== 'player-else-home') continue
      const { html } = await rendered({ path, Environment })
      const isEmpty = html.includes('<div id="root"></div>')
      expect([path, isEmpty || screenIn(html).includes('PlayerOne')]).toEqual([path, true])
    }
  },
)
