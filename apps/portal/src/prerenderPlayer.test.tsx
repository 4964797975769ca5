import { readConfiguration } from '@gatehouse/contract/configuration'
import { environmentNames } from '@gatehouse/contract/environments'
import type { Language } from '@gatehouse/contract/languages'
import { pathNames, paths, routeAt } from '@gatehouse/contract/routes'
import { sampleSession } from '@gatehouse/contract/console/sampleSession'
import { type SessionAnswers, sessionAnswersId } from '@gatehouse/contract/sessionAnswers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BuiltAssets } from './app/document/builtAssets.ts'
import { rendererOf } from './prerender.tsx'

const assets: BuiltAssets = {
  script: '/assets/main.js',
  preloads: ['/assets/base.js'],
  sheets: ['/assets/base.css'],
  filesOf: (sources) => ({ scripts: sources, sheets: ['/assets/Screen.css'] }),
  themeSheet: () => undefined,
  languageSheet: () => undefined,
  icon: () => '/assets/icon.svg',
  textOf: (address) => {
    if (address.endsWith('.svg')) return '<svg/>'
    const drawings = '--picture-dark:url(/assets/banner.svg#dark);--art-light:url(/assets/gate.svg)'
    return address.endsWith('.css') ? `p{--of:"${address}";${drawings}}` : undefined
  },
}
const renderer = rendererOf(assets)

const evil = '</script><!-- \u2028\u2029 <b>"&'
const sample = sampleSession('http://localhost/api')
const answers: SessionAnswers = {
  ...sample,
  User: { ...sample.User, Email: 'player@site.test', IsCookiePopupSeen: false },
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
    deployment: { configuration, theme: { name: 'prod', art: 'platform', sheet: null } },
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
    expect(html).toMatch(/<div id="root" inert="" data-prerendered="" data-player="">/)
    const screen = screenIn(html)
    for (const words of ['PlayerOne', 'My information', 'Logout', 'Blocked Users']) {
      expect(screen).toContain(words)
    }
    expect(html).toContain('<h1>JavaScript is switched off</h1>')
  })

  test('brings every style that its screen needs, and asks for none', async () => {
    const { html, styles } = await rendered({})
    expect(styles.join('')).toContain('/assets/Screen.css')
    expect(html).toContain('disabled="" rel="inlined" itemProp="" href="/assets/Screen.css"')
    expect(html).not.toContain('as="style"')
    // An attribute is what the page's policy keeps out.
    expect(html).not.toContain(' style="')
    // Those of the name in the head, of the name and of the address in their rows.
    const letters = styles.at(-1)?.matchAll(/--letters:(\d+)/g) ?? []
    expect([...letters].map(([, count]) => count)).toEqual(['9', '9', '17'])
  })

  test('has the picture of the player’s card in it', async () => {
    const { styles } = await rendered({})
    expect(styles.join('')).toMatch(/--picture-dark:url\("data:image\/svg\+xml,[^"]*#dark"\)/)
    expect(styles.join('')).not.toContain('--picture-dark:url(/assets/')
  })

  test('has the portal’s script as a file, which the browser keeps', async () => {
    const { html, links, scripts } = await rendered({})
    expect(html).toContain('<script type="module" crossorigin="" src="/assets/main.js">')
    expect(links).toContain('</assets/main.js>; rel=modulepreload; crossorigin')
    expect(scripts).toHaveLength(2)
  })

  test('is titled like its screen', async () => {
    expect((await rendered({})).html).toContain('<title>Account - My information</title>')
    const { html } = await rendered({ path: '/login' })
    expect(html).toContain('<title>Account - My information</title>')
  })

  test('keeps the places of what comes after its screen', async () => {
    const screen = screenIn((await rendered({})).html)
    expect(screen).toContain('Newsletters')
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
