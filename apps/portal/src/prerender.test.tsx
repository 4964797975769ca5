import { runInNewContext } from 'node:vm'
import {
  type Configuration,
  type ConfigurationEnvelope,
  openConfiguration,
  readConfiguration,
} from '@gatehouse/contract/configuration'
import { type Language, languages } from '@gatehouse/contract/languages'
import type {
  PageDeployment,
  ServerPageName,
  ServerPageProps,
} from '@gatehouse/contract/serverPages'
import { schemeScript } from '@gatehouse/contract/theme/scheme'
import { beforeAll, describe, expect, test } from 'vitest'
import type { BuiltAssets } from './app/document/builtAssets.ts'
import { rendererOf } from './prerender.tsx'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#abc" d="M0 0h50%"/></svg>'
const texts: Readonly<Record<string, string>> = {
  '/assets/base-1.css': ':root{--sign:url(/assets/gate.svg);--picture:url(/assets/banner.svg)}',
  '/assets/theme-r.css':
    '@font-face{font-family:March;src:url(/assets/march.woff2)}' +
    ':root{--sign:url(/assets/sign.svg);--art-light:url(/assets/march.svg)}',
  '/assets/gate.svg': drawing,
  '/assets/march.svg': drawing,
  '/assets/banner.svg': drawing,
  '/assets/sign.svg': drawing,
}
const assets: BuiltAssets = {
  script: '/assets/main.js',
  preloads: ['/assets/base.js'],
  sheets: ['/assets/base-1.css'],
  filesOf: (sources) => ({
    scripts: sources.map((source) => `/assets/${source.replace(/\.\w+$/, '')}.js`),
    sheets: sources.includes('Register.tsx') ? ['/assets/Register.css'] : [],
  }),
  themeSheet: (theme) => (theme === 'relic' ? '/assets/theme-r.css' : undefined),
  languageSheet: (language) => (language === 'en' ? undefined : '/assets/languages.css'),
  icon: (theme) => (['relic', 'platform'].includes(theme) ? `/assets/${theme}.svg` : undefined),
  textOf: (address) => texts[address],
}
const renderer = rendererOf(assets)

const renderPage = <Name extends ServerPageName>(
  name: Name,
  props: ServerPageProps[Name],
  deployment: PageDeployment | null,
  language: Language = 'en',
) => renderer.renderPage(name, props, deployment, language)

function deploymentOf(
  given: Partial<Configuration>,
  theme: Partial<PageDeployment['theme']> = {},
): PageDeployment {
  const configuration = readConfiguration({
    AccountApiUrl: 'http://localhost/api',
    RegisterStudioName: 'Gatehouse',
    ...given,
  })
  return { configuration, theme: { name: 'prod', art: 'platform', sheet: null, ...theme } }
}

/** The page without what isolates names in its sentences. */
const saidIn = (html: string) => html.replaceAll(/<\/?bdi\b[^>]*>/g, '')

const prod = deploymentOf({ Environment: 'PROD', IsProd: true })
const relic = deploymentOf({ Environment: 'RELIC' }, { name: 'relic' })
const sheet = { text: ':root{--x:1}', address: '/theme.css?1' }
const metas = { arrival: 'own' }
const shown = { isConsentGiven: false }

const document = (
  path: string,
  deployment = prod,
  screen: typeof shown | null = null,
  language: Language = 'en',
) => renderer.renderDocument({ deployment, language, path, metas, screen })

const filesOfRegister = ['base', 'po/visitor/en', 'po/register/en', 'i18n/laterCatalogues']

describe('the document of the portal', () => {
  test('has the title, the icon and the sheets of its deployment', async () => {
    const { html } = await document(
      '/account',
      deploymentOf(
        { Environment: 'RELIC', RegisterStudioName: 'Sticks & <b>' },
        { name: 'relic', art: 'relic', sheet },
      ),
    )
    expect(html).toMatch(
      /^<!doctype html><html lang="en" data-theme="relic"><head><meta charSet="utf-8"\/>/,
    )
    expect(html).toContain('<title>Account - My information</title>')
    expect(html).toContain('<link rel="icon" href="/assets/relic.svg"/>')
    const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"([^>]*)>/g)]
    expect(sheets.map(([, address, rest]) => [address, rest])).toEqual([
      ['/assets/base-1.css', '/'],
      ['/assets/theme-r.css', ' data-environment="RELIC"/'],
      ['/theme.css?1', ' data-environment="RELIC"/'],
    ])
    expect(html.indexOf('theme-r.css')).toBeLessThan(html.indexOf('</head>'))
  })

  test('has the platform’s icon where the theme has none, and the deployment’s own before all', async () => {
    expect((await document('/')).html).toContain('href="/assets/platform.svg"')
    const own = deploymentOf({}, { name: 'relic', icon: '/own.svg' })
    expect((await document('/', own)).html).toContain('<link rel="icon" href="/own.svg"/>')
  })

  test('names what its screen needs: the browser asks for nothing later than it could', async () => {
    const { html } = await document('/register')
    expect(html).toContain('<script type="module" crossorigin="" src="/assets/main.js">')
    expect(html).toContain('rel="preload" as="fetch" href="/runtime-configuration/')
    for (const file of [...filesOfRegister, 'Register']) {
      expect(html).toContain(`rel="modulepreload" href="/assets/${file}.js" crossorigin=""/>`)
    }
    expect(html).toContain('rel="preload" as="style" href="/assets/Register.css" crossorigin=""/>')
    expect((await document('/login')).html).not.toContain('/assets/Register')
  })

  test('names the same in its Link header', async () => {
    const { links } = await document('/register')
    const [main, ...asked] = ['main', ...filesOfRegister, 'Register'].map(
      (file) => `</assets/${file}.js>; rel=modulepreload; crossorigin`,
    )
    const configuration = '</runtime-configuration/current/environment.json>'
    const fetched = `${configuration}; rel=preload; as=fetch; crossorigin`
    expect(links).toBe([main, fetched, ...asked].join(', '))
  })

  test('is titled like its screen, and like its studio where it has none (R-1.5-4)', async () => {
    expect((await document('/login', prod, null, 'de')).html).toContain(
      '<title>Account - Anmeldung</title>',
    )
    for (const path of ['', '/steam/callback']) {
      expect((await document(path)).html).toContain('<title>Gatehouse</title>')
    }
  })

  test('shows the chosen scheme before the first paint', async () => {
    const { html, scripts } = await document('/login')
    const inline = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) => text)
    expect(inline).toEqual([schemeScript])
    expect(scripts).toEqual(inline)
    expect(html.indexOf(schemeScript)).toBeLessThan(html.indexOf('<body'))
  })

  test('says what to do without scripts, or when the portal does not start', async () => {
    const { html } = await document('/')
    expect(html).toContain('<h1>JavaScript is switched off</h1>')
    expect(html).toContain('This page could not start.')
    expect(html).toContain('<div id="root"></div>')
  })
})

function envelopeIn(html: string): ConfigurationEnvelope {
  const [, text = ''] = /<script id="configuration"[^>]*>(.*?)<\/script>/.exec(html) ?? []
  return JSON.parse(text) as ConfigurationEnvelope
}

describe('a prerendered document', () => {
  // The first use of a screen compiles it.
  beforeAll(() => Promise.all(['/', '/login'].map((path) => document(path, prod, shown))))

  test('has a screen that cannot be used without a script', async () => {
    const { html } = await document('/login', prod, shown)
    expect(html).toMatch(/<div id="root" inert="" data-prerendered=""></)
    const root = html.slice(html.indexOf('<div id="root"'), html.indexOf('<div id="late"'))
    expect(root).toContain('Username or email')
  })

  test('asks about cookies only where the visitor has not answered', async () => {
    expect((await document('/', prod, shown)).html).toContain('Reject all')
    const answered = await document('/', prod, { isConsentGiven: true })
    expect(answered.html).not.toContain('Reject all')
  })

  test('comes empty where the visitor is sent elsewhere', async () => {
    const { html, styles } = await document('/login', relic, shown)
    expect([html.includes('<div id="root"></div>'), styles]).toEqual([true, []])
  })

  test('brings its styles with the drawings that are seen', async () => {
    for (const deployment of [prod, relic, deploymentOf({ Environment: 'PROD' }, { sheet })]) {
      const { html, styles } = await document('/', deployment, shown)
      const inline = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/g)].map(([, text = '']) => text)
      expect(styles).toEqual(inline)
      const signs = styles.join('').split('--sign:url("data:image/svg+xml,')
      expect(signs).toHaveLength(2)
      expect(styles.join('')).not.toContain('--picture:url("data:')
      expect(html).toContain('disabled="" rel="inlined" itemProp="" href="/assets/base-1.css"')
    }
    const { html } = await document('/', relic, shown)
    expect(html).toContain('<style data-environment="RELIC">')
    expect(decodeURIComponent(/svg\+xml,([^"]*)/.exec(html)?.[1] ?? '')).toBe(drawing)
    expect(html).toContain('--art-light:url("data:image/svg+xml,')
  })

  test('has the configuration that made it, as the configuration call answers it', async () => {
    const { html } = await document('/login', prod, shown)
    expect(await openConfiguration(envelopeIn(html), '')).toEqual(prod.configuration)
    expect((await document('/login')).html).not.toContain('id="configuration"')

    const key = btoa('0123456789abcdef0123456789abcdef')
    const concealed = await renderer.renderDocument({
      deployment: prod,
      language: 'en',
      path: '/login',
      metas: { ...metas, 'configuration-key': key },
      screen: shown,
    })
    const envelope = envelopeIn(concealed.html)
    expect(JSON.stringify(envelope)).not.toMatch(/http|PROD/)
    expect(await openConfiguration(envelope, key)).toEqual(prod.configuration)
  })

  test('lets presses wait until its script has come', async () => {
    const { html, scripts } = await document('/login', prod, shown)
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text)
    expect(scripts).toEqual(inline)
    expect(html.indexOf(inline[1] ?? '')).toBeGreaterThan(html.indexOf('Username or email'))
  })
})

describe('a document in another language', () => {
  test('names it and its direction, and says everything in it, the ways out too', async () => {
    const french = await document('/login', prod, shown, 'fr')
    expect(french.html).toMatch(/^<!doctype html><html lang="fr" data-theme="platform"><head>/)
    expect(french.html).toContain('Nom d’utilisateur ou e-mail')
    expect(french.html).not.toMatch(/>Username|Reject all|JavaScript is switched off|Return to/)
    const arabic = await document('/', prod, shown, 'ar')
    expect(arabic.html).toMatch(/^<!doctype html><html lang="ar" dir="rtl"[^>]*><head>/)
    expect(arabic.html).not.toMatch(/Reject all|Browse website/)
  })

  test('names the words of its language alone', async () => {
    const { html } = await document('/login', prod, shown, 'fr')
    expect(html).toContain('rel="modulepreload" href="/assets/po/visitor/fr.js"')
    expect(html).not.toContain('/en.js')
  })

  test('is not mixed with another that is rendered at the same time', async () => {
    const asked: readonly Language[] = ['en', 'ar', 'fr', 'en', 'fr', 'ar']
    const made = await Promise.all(asked.map((one) => document('/login', prod, shown, one)))
    for (const [index, language] of asked.entries()) {
      expect(made[index]?.html).toBe((await document('/login', prod, shown, language)).html)
      expect(made[index]?.html).toContain(`<html lang="${language}"`)
    }
  })
})

describe('a page of the server’s own', () => {
  const consent = {
    clientName: 'Guild <b>',
    host: 'guild.test',
    isAskedAgain: false,
    hasPassword: true,
    username: 'Ada',
    scopes: ['openid', 'email'],
    action: '/oidc/interaction/1',
  }

  test('has the sheets, the icon and the layout of its deployment', () => {
    const { html } = renderPage('consent', consent, relic)
    expect(html).toContain('<link rel="icon" href="/assets/relic.svg"/>')
    expect(html).toContain('href="/assets/theme-r.css"')
    expect(html).toContain('data-layout="visitor"')
    // A studio's name needs no badge.
    expect(html).not.toContain('</small>')
    expect(renderPage('consent', consent, prod).html).not.toContain('</small>')
    expect(html).not.toMatch(/\s(style|on\w+)=/)
  })

  test('speaks of a password to a player who has one alone', () => {
    const withOne = renderPage('consent', consent, prod).html
    expect(withOne).toContain('never sees your password.')
    for (const isAskedAgain of [true, false]) {
      const { html } = renderPage('consent', { ...consent, isAskedAgain, hasPassword: false }, prod)
      expect(html).toContain('We ask')
      expect(html).not.toMatch(/password/i)
    }
  })

  test('shows a device with its numbers, and lets arrows move the focus (Q28)', () => {
    const device = {
      step: 'number',
      clientName: 'Lantern <b>',
      username: 'Ada',
      code: 'BCDF-GHJK',
      player: '7',
      numbers: ['12', '34', '56'],
      minutesAgo: 0,
      network: '203.0.113.*',
      system: '',
      scopes: null,
    } as const
    const { html, scripts } = renderPage('device', device, prod)
    expect(saidIn(html)).toContain('A device asks to log in to Lantern &lt;b&gt; as you, Ada.')
    for (const number of device.numbers) expect(html).toContain(`value="${number}"`)
    expect(saidIn(html)).toMatch(/\bnow\b/)
    const later = renderPage('device', { ...device, minutesAgo: 1 }, prod).html
    expect(saidIn(later)).toContain('1 minute ago')
    expect(saidIn(html)).toContain('Not yours: 203.0.113.*')
    expect(scripts).toHaveLength(2)
    expect(html).not.toMatch(/\s(style|on\w+)=/)
    const own = renderPage('device', { ...device, network: null }, prod, 'ar').html
    expect(own).toContain('dir="rtl"')
    expect(saidIn(own)).toContain('شبكتك')
  })

  test('runs both scripts of the page for devices: the arrows, and the form that is sent once', () => {
    const done = { step: 'done', clientName: 'Owl', outcome: 'allowed' } as const
    const listened: string[] = []
    runInNewContext(renderPage('device', done, prod).scripts.at(-1) ?? '', {
      document: { documentElement: { dir: 'ltr' } },
      addEventListener: (event: string) => listened.push(event),
    })
    expect(listened).toEqual(expect.arrayContaining(['keydown', 'submit']))
  })

  test('asks for the code of a device again, with what was typed (Q21)', () => {
    const asked = { step: 'code', username: 'Ada', code: 'BC"<DF', refusal: 'unknown' } as const
    const { html } = renderPage('device', asked, prod)
    expect(html).toContain('value="BC&quot;&lt;DF"')
    expect(html).toContain('No device shows this code now.')
    for (const outcome of ['allowed', 'refused', 'wrong-number'] as const) {
      const done = renderPage('device', { step: 'done', clientName: 'Owl', outcome }, prod).html
      expect(saidIn(done)).toMatch(/<p>The device /)
    }
  })

  test('asks for consent, with text as text', () => {
    const { html } = renderPage('consent', consent, prod)
    expect(html).toContain('<title>Log in to Guild &lt;b&gt; | Gatehouse</title>')
    expect(saidIn(html)).toContain(
      'Guild &lt;b&gt; (guild.test) wants to use your Gatehouse account, Ada. It will be able to:',
    )
    expect(html).toContain('see your email address</li>')
    expect(html).not.toContain('linked')
    expect(html).toContain('<form action="/oidc/interaction/1" method="post">')
    expect(html).toMatch(/<button value="allow" type="submit"[^>]* name="answer">/)
    expect(html).toMatch(/<button value="refuse" type="submit"[^>]* name="answer">/)
    expect(html).toContain('<a href="/account/connected-sites">Connected sites</a>')
  })

  test('asks whether to log out, or goes on without a press', () => {
    const props = {
      clientName: 'Forum',
      action: '/x',
      xsrf: 'secret',
      isRefused: false,
      isAutomatic: false,
    }
    const asked = renderPage('log-out', props, prod)
    expect(saidIn(asked.html)).toContain('Forum asks to log you out')
    expect(asked.html).toContain('<input type="hidden" name="xsrf" value="secret"/>')
    expect(asked.scripts).toEqual([schemeScript])
    const automatic = renderPage('log-out', { ...props, isAutomatic: true }, prod)
    expect(automatic.scripts).toEqual([schemeScript, expect.stringContaining('.click()')])
    expect(automatic.html).toContain(`<script>${automatic.scripts[1]}</script>`)
    expect(renderPage('log-out', { ...props, clientName: null }, prod).html).toContain(
      'A site asks',
    )
    expect(saidIn(asked.html)).not.toContain('not valid')
    const refused = renderPage('log-out', { ...props, clientName: null, isRefused: true }, prod)
    expect(saidIn(refused.html)).toContain('This link is not valid')
  })

  test('says that a site no longer waits, and leads to it and to the account', () => {
    const props = { clientName: 'Forum <b>', site: 'https://forum.test', isLoggedIn: true }
    const { html } = renderPage('interrupted', props, prod)
    expect(saidIn(html)).toContain('You are logged in.')
    expect(saidIn(html)).toContain('Forum &lt;b&gt; no longer waits for you')
    expect(html).toContain('href="https://forum.test"')
    expect(html).toContain('href="/account"')
    const nobody = { clientName: null, site: null, isLoggedIn: false }
    const { html: unknown } = renderPage('interrupted', nobody, prod)
    expect(saidIn(unknown)).toContain('A site no longer waits for you')
    expect(saidIn(unknown)).not.toContain('You are logged in.')
    expect(unknown).toContain('href="/"')
  })

  test('lists the clients with access, and takes it back', () => {
    const client = { clientId: 'guild', name: 'Guild', scopes: ['profile'], givenAt: new Date(0) }
    const ada = { username: 'Ada', player: '12' }
    const { html } = renderPage('connected-clients', { ...ada, clients: [client] }, prod)
    expect(html).toContain('<input type="hidden" name="player" value="12"/>')
    expect(html).toContain('Since 1 January 1970. It can:')
    expect(html).toContain('see your username')
    expect(html).toMatch(/<button [^>]*aria-label="Withdraw from Guild"/)
    const { html: none } = renderPage('connected-clients', { ...ada, clients: [] }, prod)
    expect(saidIn(none)).toContain('No other site can use your account, Ada.')
  })

  test('says what a status means, and offers a way on', () => {
    const { html } = renderPage('error', { status: 503, mayRetry: true, supportNote: '' }, prod)
    expect(html).toContain('We cannot answer right now. Please try again in a moment.')
    expect(html).toContain('data-look="primary" href=""')
    expect(html).toContain('data-look="secondary" href="/"')
  })

  test('leads to a support code where it has a note, on the screen that says the same', () => {
    const props = { status: 404, mayRetry: false, supportNote: 'a-note' }
    const { html } = renderPage('error', props, prod)
    expect(html).toContain('<a href="/errors/not-found#a-note">Get a support code</a>')
    expect(renderPage('error', { ...props, supportNote: '' }, prod).html).not.toContain(
      'support code',
    )
  })

  test('says in every language what to do about too many cookies, and loads nothing', () => {
    const said = languages.map((language) => {
      const props = { status: 431, mayRetry: true, supportNote: '' }
      const { html } = renderPage('error', props, null, language)
      expect(html).toContain(`lang="${language}"`)
      expect(html).not.toMatch(/ src="|rel="stylesheet"/)
      return saidIn(html)
    })
    expect(new Set(said).size).toBe(languages.length)
    expect(said[languages.indexOf('en')]).toContain('Delete the cookies of this site')
    expect(said[languages.indexOf('de')]).toContain('Lösche in den Einstellungen')
  })

  test('leads nowhere and names no deployment where none is known', () => {
    const { html } = renderPage('error', { status: 421, mayRetry: false, supportNote: '' }, null)
    expect(html).toContain('There is no portal at this address.')
    expect(html).not.toMatch(/<a |<link|Gatehouse/)
  })

  test('speaks the language of its visitor, with dates as that language writes them', () => {
    const client = { clientId: 'guild', name: 'Guild', scopes: ['profile'], givenAt: new Date(0) }
    const props = { username: 'Ada', player: '12', clients: [client] }
    const { html } = renderPage('connected-clients', props, prod, 'fr')
    expect(html).toContain('<html lang="fr">')
    expect(html).toContain('1 janvier 1970')
    const arabic = renderPage('connected-clients', props, prod, 'ar').html
    expect(arabic).toContain('<html lang="ar" dir="rtl">')
    expect(arabic).toMatch(/1 يناير 1970/)
    expect(arabic).not.toMatch(/Withdraw|Since/)
    const { html: unknown } = renderPage(
      'error',
      { status: 421, mayRetry: false, supportNote: '' },
      null,
      'ar',
    )
    expect(unknown).toContain('<html lang="ar" dir="rtl">')
    expect(unknown).not.toContain('There is no portal')
  })
})
