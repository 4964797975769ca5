import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { validateHeaderValue } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openConfiguration } from '@gatehouse/contract/configuration'
import { identityProviderNames, camelCase } from '@gatehouse/contract/identityProviderNames'
import { identityProviders } from '@gatehouse/contract/identityProviders'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { uriOf } from '../src/auth/second-factor/totp.ts'
import { insertVersion } from '../src/database/versions/versions.ts'
import { createMailer } from '../src/mail/mailer.ts'
import { sampleMails } from '../src/mail/sampleMails.ts'
import { readSettings } from '../src/platform/config/readSettings.ts'
import { SettingsError } from '../src/platform/config/settings.ts'
import { fieldForms } from '../src/deployments/deploymentFile.ts'
import {
  type Deployment,
  deploymentOfData,
  type FileData,
  readDeployments,
} from '../src/deployments/deployments.ts'
import { classOf } from '../src/deployments/fieldClasses.ts'
import { withVersion } from '../src/deployments/overlay.ts'
import { fakePortal } from './fixtures/fakePortal.ts'
import { type MailSink, openMailSink } from './fixtures/processes/mailSink.ts'
import { gatehouse } from './fixtures/processes/runGatehouse.ts'
import { registerForm, registerPlayer } from './fixtures/samples/samplePlayers.ts'
import { deploymentNames, startApp, type TestApp } from './fixtures/startApp.ts'
import { logInForm } from './fixtures/testVisitor.ts'

/*
 * A file or a draft may say what works where it is used, and nothing else. Each text of a deployment is
 * played with each hostile one: it is refused by its field, or everything that takes it goes on working.
 */

const hostile = {
  'a tab': 'Stu\tdio',
  'a line break': 'Stu\r\nBcc: a@evil.io',
  'a separator of lines': 'Stu\u2028dio',
  'a sign that turns the direction': 'Stu\u202Edio',
  'a sign that nobody sees': 'Stu\u200Bdio',
  'a NUL': 'Stu\0dio',
  '5,000 letters': 'x'.repeat(5000),
  'a script': 'javascript:alert(1)',
  'an address of data': 'data:text/html,<script>alert(1)</script>',
  nothing: '',
  blanks: '   ',
} as const

type Path = readonly (string | number)[]

const png = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')
const jwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'one',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}

/** A file that says every text that it can. */
function wholeFile(name: string): FileData {
  return {
    Environment: 'PROD',
    FrontUrl: 'https://www.site.test',
    AccountUrl: `http://${name}.localhost:4000`,
    AccountApiUrl: `http://${name}.localhost:4000/api`,
    MediasUrl: 'https://medias.site.test',
    AccountApiKey: `key-of-${name}`,
    previousApiKey: `former-key-of-${name}`,
    CaptchaSiteKey: 'site-key',
    captchaSecret: 'captcha-secret',
    CaptchaScriptUrl: 'https://captcha.test/api.js?render=explicit',
    PartnerName: 'Relic',
    PartnerAccountUrl: 'https://relic.test/account',
    RegisterStudioName: `Studio of ${name}`,
    TagManagerId: 'GTM-ABC123',
    ConsentTool: 'onetrust',
    ConsentToolUrl: 'https://consent.test/tool.js',
    SupportUrl: 'https://site.test/help',
    StatusUrl: '/status',
    LegalUrls: {
      PrivacyPolicy: 'https://site.test/privacy',
      Terms: '/terms',
      CodeOfConduct: '/conduct',
      Imprint: '/imprint',
    },
    Welcome: 'Welcome to the keep',
    Lead: 'One account opens every gate.',
    Languages: 'en,fr',
    allowedRedirectDomains: ['site.test'],
    passkeys: { rpId: `${name}.localhost` },
    configurationKey: Buffer.alloc(32, 7).toString('base64'),
    Avatars: { uploads: true, gallery: ['avatars/fox.png'] },
    EnableSecuritySection: true,
    StrongSignIn: 'optional',
    SignInWith: 'twitch',
    theme: {
      name: 'focus',
      tokens: { '--radius': '0.5rem' },
      artLight: 'https://medias.site.test/light.jpg',
      artDark: '/dark.jpg',
      banner: '/banner.jpg',
      icon: '/icon.svg',
      wordmark: '/wordmark.svg',
      mailLogo: png,
    },
    connections: {
      ...Object.fromEntries(
        identityProviderNames.map((each) => [
          camelCase(each),
          Object.fromEntries(
            Object.keys(identityProviders[each].credentials).map((field) => [field, `my-${field}`]),
          ),
        ]),
      ),
      redeemer: { url: 'https://redeemer.test', clientId: 'gatehouse', clientSecret: 'a secret' },
    },
    partners: {
      relic: {
        name: 'Relic',
        issuer: 'https://relic.test',
        clientId: 'gatehouse',
        clientSecret: 'a secret of relic',
        cookieName: 'relic_sso',
        service: {
          productionUrl: 'https://relic.test/service',
          testUrl: 'https://relic.test/test',
          apiKey: 'a-service-key',
        },
      },
    },
    clients: [
      {
        clientId: 'forum',
        name: 'Forum',
        clientSecret: 'a secret of the forum',
        previousClientSecret: 'a former secret of it',
        redirectUris: ['https://forum.site.test/callback'],
        postLogoutRedirectUris: ['https://forum.site.test/'],
        backchannelLogoutUri: 'https://forum.site.test/log-out',
        frontchannelLogoutUri: 'https://forum.site.test/forget',
        firstParty: true,
        sector: 'forums',
        resources: { 'https://api.site.test': ['read'] },
        introspects: ['https://api.site.test'],
        webhook: {
          url: 'https://forum.site.test/events',
          secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
          previousSecret: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
        },
      },
      {
        clientId: 'wiki',
        name: 'Wiki',
        redirectUris: ['https://wiki.site.test/callback'],
        jwks: { keys: [jwk] },
      },
      {
        clientId: 'shop',
        name: 'Shop',
        redirectUris: ['https://shop.site.test/callback'],
        jwksUri: 'https://shop.site.test/keys',
      },
    ],
    resources: [{ identifier: 'https://api.site.test', scopes: ['read'] }],
    consoleEdits: 'all',
  }
}

type Schema = z.core.JSONSchema.BaseSchema

/** The paths of the texts of a form; a record has the names that the whole file gives. */
function textsOf(schema: Schema, value: unknown, path: Path): readonly Path[] {
  const { type, enum: choices, properties = {}, additionalProperties: others, items } = schema
  const inner = (schema.anyOf ?? []) as readonly Schema[]
  const own = type === 'string' && choices === undefined && schema.const === undefined ? [path] : []
  const given = (value ?? {}) as Readonly<Record<string, unknown>>
  const named = typeof others === 'object' ? Object.keys(given) : []
  const listed = Array.isArray(value) ? value.map((each, at) => [at, each] as const) : []
  return [
    ...own,
    ...inner.flatMap((each) => textsOf(each, value, path)),
    ...Object.entries(properties).flatMap(([name, each]) =>
      textsOf(each as Schema, given[name], [...path, name]),
    ),
    ...named
      .filter((name) => !Object.hasOwn(properties, name))
      .flatMap((name) => textsOf(others as Schema, given[name], [...path, name])),
    ...listed.flatMap(([at, each]) => textsOf(items as Schema, each, [...path, at])),
  ]
}

function placesOf(file: FileData): readonly Path[] {
  return Object.entries(fieldForms).flatMap(([field, form]) => {
    const schema = z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' })
    return textsOf(schema, file[field], [field])
  })
}

/** The places of the texts that a file says. */
function texts(file: FileData): readonly Path[] {
  return placesOf(file).filter((path) => typeof at(file, path) === 'string')
}

/** A place of any entry of a list. */
const kindOf = (path: Path) => path.filter((step) => typeof step === 'string').join('.')

function at(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (value as Record<string | number, unknown>)?.[step],
    data,
  )
}

/** A copy with another text in one place. */
function changed(data: FileData, path: Path, text: string): FileData {
  const copy = structuredClone(data) as Record<string | number, unknown>
  const place = at(copy, path.slice(0, -1)) as Record<string | number, unknown>
  place[path.at(-1) ?? ''] = text
  return copy
}

/** A hostile text alone, and in the middle of a good one. */
const ways = {
  alone: (_: string, text: string) => text,
  inside: (good: string, text: string) => `${good}${text}${good.at(-1) ?? ''}`,
} as const

const whys = Object.keys(hostile) as (keyof typeof hostile)[]
const all = whys.flatMap((why) =>
  (Object.keys(ways) as (keyof typeof ways)[]).map((way) => ({ why, way })),
)

function refusalOf(make: () => unknown): string | null {
  try {
    make()
    return null
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.message
  }
}

describe('a text of a deployment', () => {
  const file = wholeFile('prod')

  it('stands in the file of this test, wherever a file may have one', () => {
    const said = new Set(texts(file).map(kindOf))
    const missing = placesOf(file).filter((path) => !said.has(kindOf(path)))
    expect(missing).toEqual([])
    expect(refusalOf(() => deploymentOfData('prod', file))).toBeNull()
    expect(texts(file).length).toBeGreaterThan(70)
  })

  it.each(all)(
    'is refused by its field for $why ($way), in a file and in a draft alike',
    ({ why, way }) => {
      const served = deploymentOfData('prod', file)
      const wrong = texts(file).flatMap((path) => {
        const [field] = path as [string]
        const next = changed(file, path, ways[way](String(at(file, path)), hostile[why]))
        const refusal = refusalOf(() => deploymentOfData('prod', next))
        if (refusal !== null && !refusal.includes(field)) return [`${field}: ${refusal}`]
        if (classOf(field) === 'file') return []
        const version = { id: 1, revision: null, overlay: { [field]: next[field] } }
        const ofDraft = refusalOf(() => withVersion(served, version))
        return ofDraft === refusal
          ? []
          : [`${field}: ${refusal} in the file, ${ofDraft} in a draft`]
      })
      expect(wrong).toEqual([])
    },
  )
})

/** Words of a studio's own: of the portal, of a refusal, of a mail, whose subject is a header. */
const words = {
  portal: { Cancel: 'Not now' },
  errors: { ERROR_USER_BANNED: 'This gate is closed to you.' },
  mails: { 'farewell.subject': '{studio} says farewell' },
} as const

/** Sends each mail of a deployment; answers the names of their headers. */
async function headersOfMails(deployment: Deployment, sink: MailSink): Promise<readonly string[]> {
  const mailer = createMailer(readSettings({ SMTP_URL: sink.url, MAIL_FROM: 'a@site.test' }))
  const mails = [...sampleMails(deployment, 'en').values()]
  const before = sink.received.length
  for (const mail of mails) {
    await mailer?.send({ ...mail, to: 'ada@site.test', messageId: '<1@site.test>' })
  }
  const sent = sink.received.slice(before)
  expect(sent.length).toBe(mails.length)
  return [...new Set(sent.flatMap(namesOfHeaders))].toSorted()
}

/** The texts of a deployment that become headers of requests to others. */
function headersOf({ partners, connections }: Deployment): readonly string[] {
  const { clientId = '' } = connections.twitch ?? {}
  return [clientId, ...[...partners.values()].map(({ service }) => `Bearer ${service?.apiKey}`)]
}

/** The headers of a mail; a line that is none stands among them as it is. */
function namesOfHeaders(mail: string): readonly string[] {
  const [head = ''] = mail.split('\r\n\r\n')
  return head
    .replaceAll(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .map((line) => /^([\w-]+): [\x20-\x7e]*$/.exec(line)?.[1] ?? line)
}

const usualHeaders = [
  'Auto-Submitted',
  'Content-Type',
  'Date',
  'From',
  'List-ID',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'MIME-Version',
  'Message-ID',
  'Precedence',
  'Subject',
  'To',
]

it('a name with a tab stops a draft, its publication, a plan and a start alike', async () => {
  const app = await startApp({ deployments: { prod: wholeFile('prod') }, nodes: 1 })
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-texts-'))
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })
  const why = /RegisterStudioName: has control or invisible characters/
  const change = { RegisterStudioName: hostile['a tab'] }
  const file = JSON.stringify({ ...wholeFile('prod'), ...change })
  const play = (line: string, input = '') => gatehouse(app, `${line} --deployment prod`, { input })
  const saved = await play('drafts save - --json', JSON.stringify(change))
  expect(saved.output).toMatch(why)
  const looked = `--revision 1 --fingerprint ${'0'.repeat(16)} --why "a look"`
  const published = await play(`versions publish 1 ${looked}`)
  expect([published.exitCode, published.errors]).toEqual([1, expect.stringMatching(why)])
  expect((await play('config plan -', file)).output).toMatch(why)
  await writeFile(join(folder, 'prod.json'), file)
  await expect(readDeployments(folder, {})).rejects.toThrow(why)
})

it('a version that an earlier release published is not gone back to where it is refused now', async () => {
  const app = await startApp({ deployments: { prod: wholeFile('prod') }, nodes: 1 })
  onTestFinished(() => app.close())
  const overlays = [{ RegisterStudioName: hostile['a tab'] }, { Lead: 'All your games.' }]
  for (const [at, overlay] of overlays.entries()) {
    await insertVersion(app.services.database.kysely, {
      deployment: 'prod',
      id: at + 1,
      overlay: JSON.stringify(overlay),
      restores: null,
      made_by: 'Ada',
      made_at: app.clock.now(),
      why: 'a new look',
    })
  }
  const { exitCode, errors } = await gatehouse(
    app,
    'versions rollback --deployment prod --why "ticket 1"',
  )
  expect([exitCode, errors]).toEqual([1, expect.stringMatching(/^RegisterStudioName: has control/)])
})

/** The whole file with a hostile text in every place that takes it. */
function filledWith(name: string, way: keyof typeof ways, text: string): FileData {
  return texts(wholeFile(name)).reduce((file, path) => {
    // A key is of one deployment and one field alone, and a proxy decides where the API is.
    if (path[0] === 'previousApiKey' || path[0] === 'AccountApiUrl') return file
    const next = changed(file, path, ways[way](String(at(file, path)), text))
    return refusalOf(() => deploymentOfData(name, next)) === null ? next : file
  }, wholeFile(name))
}

describe.each(Object.keys(ways) as (keyof typeof ways)[])('whatever a file says (%s)', (way) => {
  let app: TestApp
  let sink: MailSink
  let portal: string

  beforeAll(async () => {
    portal = await fakePortal()
    sink = await openMailSink()
    const files = deploymentNames.map((name, at) => {
      const why = whys[at]
      return [name, why === undefined ? {} : filledWith(name, way, hostile[why])] as const
    })
    app = await startApp({
      settings: { PORTAL_DIST: portal },
      deployments: Object.fromEntries(files),
      nodes: 1,
    })
  })
  afterAll(async () => {
    await app.close()
    await sink.close()
    await rm(portal, { recursive: true })
  })

  const played = whys.map((why, at) => ({ why, name: deploymentNames[at] ?? 'prod' }))

  it('is said to a deployment of its own, one for each text', () => {
    expect(whys.length).toBeLessThanOrEqual(deploymentNames.length)
  })

  it.each(played)('lets players register, log in and out with $why', async ({ name }) => {
    const visitor = app.visitor(name)
    const { configurationKey } = app.deployment(name)
    const envelope = await visitor.call('runtimeConfiguration', {})
    const said = await openConfiguration(envelope, configurationKey ?? '')
    const StudioName = said.RegisterStudioName
    const form = registerForm({ Username: 'Ada', StudioName })
    const Uid = await registerPlayer(app, form, name)
    await visitor.call('confirmEmail', { body: { Uid } })
    const body = logInForm({ UsernameOrEmail: 'Ada', Password: form.Password, StudioName })
    visitor.identity = (await visitor.call('logIn', { body })).Created
    const { Id_User: userId } = await visitor.readToken()
    await visitor.call('logOut', { path: { userId }, body: {} })
    expect(visitor.last?.statusCode).toBe(200)
  })

  it.each(played)(
    'serves documents and clients with whole headers, with $why',
    async ({ name }) => {
      const visitor = app.visitor(name)
      const deployment = app.deployment(name)
      const [client] = [...deployment.clients.values()]
      const query = new URLSearchParams({
        client_id: client?.clientId ?? '',
        redirect_uri: client?.redirectUris[0] ?? '',
        response_type: 'code',
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })
      const accept = { accept: 'text/html' }
      for (const url of [
        '/',
        '/register',
        deployment.themeSheet?.address ?? '/',
        '/oidc/.well-known/openid-configuration',
        `/oidc/auth?${query.toString()}`,
      ]) {
        const response = await visitor.send({ method: 'GET', url, headers: accept })
        expect([url, response.statusCode]).toEqual([url, url.startsWith('/oidc/auth') ? 303 : 200])
        for (const [header, value] of Object.entries(response.headers)) {
          validateHeaderValue(header, String(value))
        }
      }
      for (const secret of headersOf(deployment)) validateHeaderValue('authorization', secret)
      expect(
        uriOf(deployment.configuration.RegisterStudioName, 'a'.repeat(25), 'S'.repeat(32)).length,
      ).toBeLessThan(2300)
    },
  )

  it.each(played)('sends each mail with whole headers, with $why', async ({ name }) => {
    expect(await headersOfMails(app.deployment(name), sink)).toEqual(usualHeaders)
  })
})

describe('own words', () => {
  const file = deploymentOfData('prod', wholeFile('prod'))
  let sink: MailSink

  beforeAll(async () => {
    sink = await openMailSink()
  })
  afterAll(() => sink.close())

  it.each(all)(
    'are refused by their place for $why ($way), or stand in whole mails',
    async ({ why, way }) => {
      for (const [kind, texts] of Object.entries(words)) {
        const [[place, good]] = Object.entries(texts) as [[string, string]]
        const said = { en: { ...words, [kind]: { [place]: ways[way](good, hostile[why]) } } }
        const version = { id: 1, revision: null, overlay: { words: said } }
        const refusal = refusalOf(() => withVersion(file, version))
        const isNamed =
          refusal !== null && refusal.startsWith('words.en: ') && refusal.includes(place)
        const heard = isNamed
          ? usualHeaders
          : await headersOfMails(withVersion(file, version), sink)
        expect([place, heard]).toEqual([place, usualHeaders])
      }
    },
  )
})
