import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environmentNames } from '@gatehouse/contract/environments'
import { languages, offerOf } from '@gatehouse/contract/languages'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DeploymentFile, readDeployments } from './deployments.ts'

const file: DeploymentFile = {
  Environment: 'PROD',
  FrontUrl: 'https://www.site.test',
  AccountUrl: 'https://account.site.test',
  AccountApiKey: 'a-key-of-our-own',
  RegisterStudioName: 'Studio',
}

const site = {
  clientId: 'forum',
  name: 'Forum',
  clientSecret: 'a secret of our own',
  redirectUris: ['https://forum.site.test/callback'],
}

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-deployments-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function read(files: Record<string, object>, environment: Record<string, string> = {}) {
  for (const [name, data] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(data))
  }
  return readDeployments(folder, environment)
}

const passkeysAt = (AccountUrl: string, rpId?: string) =>
  read({ a: { ...file, AccountUrl, passkeys: rpId === undefined ? {} : { rpId } } })

it('a file cannot have the name of what concerns all deployments', async () => {
  await expect(read({ '*': file })).rejects.toThrow('*.json: * stands for all deployments.')
})

describe('the links of mails', () => {
  it('wait for a press in a deployment whose file says nothing of them (D24)', async () => {
    const { byName } = await read({ a: file })
    expect(byName('a')?.mailLinks).toBe('button')
  })

  it('act on load in the eleven samples, each of which says so (D24)', async () => {
    const samples = new URL('../../../../deploy/samples/', import.meta.url)
    for (const name of environmentNames) {
      const path = new URL(`${name.toLowerCase()}.json`, samples)
      const sample = JSON.parse(await readFile(path, 'utf8')) as DeploymentFile
      expect([name, sample.mailLinks]).toEqual([name, 'at-once'])
    }
  })
})

describe('the samples', () => {
  const samples = fileURLToPath(new URL('../../../../deploy/samples/', import.meta.url))

  it('are the eleven environments and SHOWCASE, and can live together', async () => {
    const { all } = await readDeployments(samples, {})
    const names = [...environmentNames.map((name) => name.toLowerCase()), 'showcase']
    expect(all.map(({ name }) => name)).toEqual(names.toSorted())
  })

  it('speak English, but for SHOWCASE, which offers twelve languages (AT-LNG-15)', async () => {
    const { all } = await readDeployments(samples, {})
    for (const { name, configuration } of all) {
      expect([name, offerOf(configuration)]).toEqual([
        name,
        { languages: name === 'showcase' ? languages : ['en'], default: 'en' },
      ])
    }
  })

  it('have in SHOWCASE what goes beyond the specification', async () => {
    const { byName } = await readDeployments(samples, {})
    expect(byName('showcase')).toMatchObject({
      host: 'showcase.localhost:4000',
      configuration: {
        Environment: 'PROD',
        CaptchaProvider: 'altcha',
        EnableAvatarSection: true,
        EnableSitesSection: true,
        DeletionGraceDays: 14,
        // A studio's own words stand in one language.
        Welcome: '',
        Lead: '',
      },
      mailLinks: 'button',
      enumerationProtection: 'strict',
      reauthenticateFor: ['username', 'unlinking'],
      sessionIdleDays: 14,
    })
  })

  it('delete at once everywhere else', async () => {
    const { all } = await readDeployments(samples, {})
    const waiting = all.filter(({ configuration }) => configuration.DeletionGraceDays > 0)
    expect(waiting.map(({ name }) => name)).toEqual(['showcase'])
  })

  it('have a client of others, and so Connected sites in the side menu, in SHOWCASE alone', async () => {
    const { all } = await readDeployments(samples, {})
    const open = all.filter(({ configuration }) => configuration.EnableSitesSection)
    expect(open.map(({ name }) => name)).toEqual(['showcase'])
  })

  it('have an unknown language named by its field (AT-LNG-15)', async () => {
    await expect(read({ a: { ...file, Languages: 'en,tlh' } })).rejects.toThrow(
      /a\.json: Languages/,
    )
    const DefaultLanguage = 'fr'
    await expect(read({ a: { ...file, Languages: 'en,de', DefaultLanguage } })).rejects.toThrow(
      'DefaultLanguage: fr is not one of Languages',
    )
  })
})

describe('the deployments', () => {
  it('are identified by key and host', async () => {
    const other = { ...file, AccountUrl: 'https://b.site.test', AccountApiKey: 'another-key' }
    const { byApiKey, byHost, hostMeant } = await read({ a: file, b: other })
    expect(byApiKey('another-key')?.name).toBe('b')
    expect(byHost(hostMeant('ACCOUNT.site.test') ?? '')?.name).toBe('a')
    expect(byApiKey('nobody')).toBeNull()
    expect(['b.site.test', 'c.site.test'].map(hostMeant)).toEqual(['b.site.test', null])
  })

  it('take values from the environment', async () => {
    const files = { a: { ...file, AccountApiKey: '${KEY}', SupportUrl: '${HELP:-/help}' } }
    const { all } = await read(files, { KEY: 'from-outside' })
    expect(all[0]).toMatchObject({
      apiKey: 'from-outside',
      configuration: { SupportUrl: '/help', AccountApiUrl: 'https://account.site.test/api' },
    })
    await expect(read(files)).rejects.toThrow('KEY is not set')
    const secret = join(folder, 'key.txt')
    await writeFile(secret, 'from-a-file\n')
    expect((await read(files, { KEY_FILE: secret })).all[0]?.apiKey).toBe('from-a-file')
  })

  it.each([
    ['an unknown field', { Enviroment: 'PROD' }, 'Enviroment'],
    ['a redirect pattern that is no host', { allowedRedirectDomains: ['*'] }, 'allowedRedirect'],
    ['a regular expression', { allowedRedirectDomains: ['(a+)+$'] }, 'allowedRedirect'],
    ['a pattern for every host of a registry', { allowedRedirectDomains: ['*.test'] }, 'allowed'],
    ['an expression of a host', { allowedRedirectDomains: ['^site\\.test'] }, 'allowedRedirect'],
    ['a pattern with a path', { allowedRedirectDomains: ['site.test/'] }, 'allowedRedirect'],
    ['an address without http', { AccountUrl: 'ftp://a.test' }, 'AccountUrl'],
    ['a portal below a path', { AccountUrl: 'https://a.test/account' }, 'AccountUrl'],
    ['a short key', { configurationKey: 'c2hvcnQ=' }, 'configurationKey'],
    ['an image on plain http', { theme: { artLight: 'http://a.test/x.png' } }, 'theme.artLight'],
    ['an image of a script', { theme: { icon: 'javascript:alert(1)' } }, 'theme.icon'],
    ['a path of another host', { theme: { wordmark: '//evil.io/x.svg' } }, 'theme.wordmark'],
    ['a theme that climbs', { theme: { name: '../x' } }, 'theme.name'],
    ['a page that is a script', { SupportUrl: 'javascript:alert(1)' }, 'SupportUrl'],
    ['a page of another host by a path', { StatusUrl: '//evil.io' }, 'StatusUrl'],
    ['a page with a NUL', { StatusUrl: '/status\0' }, 'StatusUrl'],
    ['an overlong page', { StatusUrl: `/${'x'.repeat(2000)}` }, 'StatusUrl'],
    ['a text that is data', { LegalUrls: { Terms: 'data:text/html,x' } }, 'LegalUrls.Terms'],
    ['an unknown text', { LegalUrls: { Termz: '/terms' } as never }, 'LegalUrls'],
    ['a logo of mails that is no PNG', { theme: { mailLogo: 'R0lGODlh' } }, 'theme.mailLogo'],
    ['an address as logo of mails', { theme: { mailLogo: 'https://a.io/x' } }, 'theme.mailLogo'],
    ['a token without dashes', { theme: { tokens: { color: 'red' } } }, 'theme.tokens'],
  ])('refuse %s, with file and field (G03)', async (_, changed, field) => {
    await expect(read({ a: { ...file, ...changed } })).rejects.toThrow(
      new RegExp(`a\\.json[^]*${field}`),
    )
  })

  it.each([
    'red;background:blue',
    'red}body{display:none',
    'red</style><script>',
    'url(//evil.io)',
    'URL (x)',
    String.raw`\72 ed`,
    'red/**',
    'var(--x',
    'x) y (z',
    '"open',
    '@import',
    'red\nblue',
  ])('refuse a token that ends its declaration or fetches anything: %j', async (value) => {
    const theme = { tokens: { '--accent': value } }
    await expect(read({ a: { ...file, theme } })).rejects.toThrow(/theme\.tokens.*--accent/)
  })

  it('write the address of an image so that it ends nothing', async () => {
    const theme = { artLight: '/a")}x{.png', artDark: 'https://a.test/x y".png?q=")' }
    const { all } = await read({ a: { ...file, theme } })
    expect(all[0]?.themeSheet?.text).toBe(
      '@layer tokens,base,parts,theme;@layer theme{:root{' +
        '--art-light:url("/a%22)%7Dx%7B.png");--art-dark:url("https://a.test/x%20y%22.png?q=%22)");--picture:var(--art);--picture-turn:1}}',
    )
  })

  it('have the pages that they name, and no others', async () => {
    const LegalUrls = { PrivacyPolicy: '/privacy', Imprint: 'https://www.site.test/imprint' }
    const { all } = await read({ a: { ...file, LegalUrls } })
    expect(all[0]?.configuration.LegalUrls).toEqual({ ...LegalUrls, Terms: '', CodeOfConduct: '' })
  })

  it('refuse a shared key or host', async () => {
    const sameKey = { ...file, AccountUrl: 'https://b.site.test' }
    await expect(read({ a: file, b: sameKey })).rejects.toThrow('AccountApiKey: a and b')
    const sameHost = { ...file, AccountApiKey: 'another-key' }
    await expect(read({ a: file, b: sameHost })).rejects.toThrow('AccountUrl: a and b')
  })

  it.each([
    ['clientId: twice', [site, site], 'has a clientId twice'],
    ['no redirect URI', [{ ...site, redirectUris: [] }], 'clients[0].redirectUris'],
    ['a wildcard', [{ ...site, redirectUris: ['https://*.site.test/'] }], 'no https address'],
    ['a fragment', [{ ...site, redirectUris: ['https://site.test/#x'] }], 'no https address'],
    ['plain http', [{ ...site, redirectUris: ['http://site.test/'] }], 'no https address'],
    ['a name in it', [{ ...site, redirectUris: ['https://me@site.test/'] }], 'no https address'],
    ['a script', [{ ...site, redirectUris: ['javascript:alert(1)'] }], 'no https address'],
    ['a short secret', [{ ...site, clientSecret: 'short' }], 'clients[0].clientSecret'],
    ['an unknown scope', [{ ...site, scopes: ['openid', 'everything'] }], 'clients[0].scopes[1]'],
    ['offline_access', [{ ...site, scopes: ['openid', 'offline_access'] }], 'leave it out'],
    ['a claim of the protocol', [{ ...site, claims: { sub: 'name' } }], 'claims'],
    ['a claim that there is not', [{ ...site, claims: { groups: 'guilds' } }], 'claims'],
    ['a claim beyond the scopes', [{ ...site, claims: { mail: 'email' } }], 'email is of no scope'],
    ['no openid', [{ ...site, scopes: ['profile'] }], 'lacks openid'],
  ])('refuse clients with %s', async (_, clients, message) => {
    await expect(read({ a: { ...file, clients } })).rejects.toThrow(message)
  })

  it('refuse a client that needs consent where sessions have no cookie', async () => {
    const apart = { ...file, sessionBinding: 'none', clients: [site] }
    await expect(read({ a: apart })).rejects.toThrow('forum asks players for their consent')
    const own = { ...apart, clients: [{ ...site, firstParty: true }] }
    expect((await read({ a: own })).byName('a')?.clients.get('forum')?.name).toBe('Forum')
  })

  it('refuse a language that is not built, and a default that is not offered', async () => {
    for (const [languages, message] of [
      [{ Languages: 'en,tlh' }, 'Languages: is neither * nor some of en, fr'],
      [{ DefaultLanguage: 'tlh' }, 'DefaultLanguage'],
      [{ Languages: 'en,fr', DefaultLanguage: 'ar' }, 'DefaultLanguage: ar is not one of'],
    ] as const) {
      await expect(read({ a: { ...file, ...languages } })).rejects.toThrow(message)
    }
    const every = { ...file, Languages: '*', DefaultLanguage: 'ar' }
    expect((await read({ a: every })).byName('a')?.configuration.DefaultLanguage).toBe('ar')
  })

  it('have passkeys for their host, or for a domain above it alone', async () => {
    const url = 'https://account.studio.example'
    expect((await passkeysAt(url)).byName('a')?.rpId).toBe('account.studio.example')
    expect((await passkeysAt(`${url}:4443`)).byName('a')?.rpId).toBe('account.studio.example')
    expect((await passkeysAt(url, 'studio.example')).byName('a')?.rpId).toBe('studio.example')
    for (const rpId of ['example', 'other.example', 'io.example', 'a.account.studio.example', '']) {
      await expect(passkeysAt(url, rpId)).rejects.toThrow('passkeys: rpId is neither')
    }
  })

  it('offer strong sign-in as they say, and require it of all or of badges', async () => {
    const { configuration, rules } = (await read({ a: file })).byName('a') ?? {}
    expect(configuration).toMatchObject({ EnableSecuritySection: false, StrongSignIn: '' })
    expect(rules).toMatchObject({ hasSecuritySection: false, offersStrongSignIn: false })
    const encouraged = await read({ a: { ...file, StrongSignIn: 'encouraged' } })
    expect(encouraged.byName('a')?.rules).toMatchObject({
      offersStrongSignIn: true,
      encouragesStrongSignIn: true,
    })
    expect(rules?.offersServiceSignIn).toBe(false)
    const unproven = read({ a: { ...file, connections: {}, SignInWith: 'twitch' } })
    await expect(unproven).rejects.toThrow('SignInWith: connections.twitch is missing')
    const unknown = read({ a: { ...file, SignInWith: 'myspace' } })
    await expect(unknown).rejects.toThrow('SignInWith')
    expect(encouraged.byName('a')?.requiredForBadges).toEqual(['staff'])
    const required = await read({ a: { ...file, StrongSignIn: 'required' } })
    expect(required.byName('a')).toMatchObject({
      rules: { offersStrongSignIn: true, requiresStrongSignIn: true },
      requiredForBadges: null,
    })
    const ofNobody = { StrongSignIn: 'optional', strongSignIn: { requiredForBadges: [] } }
    expect((await read({ a: { ...file, ...ofNobody } })).byName('a')?.requiredForBadges).toBeNull()
    expect((await read({ a: file })).byName('a')?.requiredForBadges).toBeNull()
    const unnamed = read({ a: { ...file, strongSignIn: { requiredForBadges: ['Staff!'] } } })
    await expect(unnamed).rejects.toThrow('strongSignIn.requiredForBadges')
    const trusting = read({ a: { ...file, strongSignIn: { trustDays: 31 } } })
    await expect(trusting).rejects.toThrow('strongSignIn.trustDays')
  })

  it('refuse samples and plain http in production (N01)', async () => {
    const production = { NODE_ENV: 'production' }
    expect((await read({ a: file }, production)).all).toHaveLength(1)
    const sample = { ...file, AccountApiKey: 'sample-key' }
    await expect(read({ a: sample }, production)).rejects.toThrow('a: AccountApiKey is a sample')
    const local = { ...file, Environment: 'LOCAL' }
    await expect(read({ a: local }, production)).rejects.toThrow(
      'a: Environment is for development',
    )
    for (const [CaptchaSiteKey, captchaSecret] of [
      ['6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI', 'of our own'],
      ['of-our-own', '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe'],
      ['1x00000000000000000000AA', '1x0000000000000000000000000000000AA'],
      ['of-our-own', 'sample-captcha-secret'],
    ]) {
      const open = { ...file, EnableCaptcha: true, CaptchaSiteKey, captchaSecret }
      await expect(read({ a: open }, production)).rejects.toThrow(
        'a: captchaSecret accepts every visitor',
      )
    }
    const plain = { ...file, AccountUrl: 'http://account.site.test' }
    await expect(read({ a: plain }, production)).rejects.toThrow('a: AccountUrl is not https')
    const partner = { name: 'Studio', clientId: 'us', clientSecret: 'sample-secret' }
    const partners = { studio: { ...partner, issuer: 'http://id.studio.test' } }
    await expect(read({ a: { ...file, partners } }, production)).rejects.toThrow(
      /a: partners has a sample[^]*a: the issuer of Studio is not https/,
    )
    const near = 'http://localhost:4001/callback'
    const clients = [{ ...site, clientSecret: 'sample-forum-secret', redirectUris: [near] }]
    await expect(read({ a: { ...file, clients } }, production)).rejects.toThrow(
      /a: clients has a sample[^]*a: clients: http:\/\/localhost:4001\/callback is not https/,
    )
  })
})
