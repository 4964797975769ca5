import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readStaffFile } from '../src/staff/people/staffRoles.ts'
import { readDeployments } from '../src/deployments/deployments.ts'
import { wordingOf } from '../src/deployments/readWording.ts'
import { fakePortal } from './fixtures/fakePortal.ts'
import { gatehouse } from './fixtures/processes/runGatehouse.ts'
import {
  people,
  type StaffBrowser,
  startConsole,
  type TestConsole,
} from './fixtures/staff/startConsole.ts'

/* JSON that a person has written is read by one reader, whatever it is for. */

const deep = (depth: number) => `{"theme":${'['.repeat(depth)}${']'.repeat(depth)}}`
const tooDeep = /is nested deeper than 16 levels/
const wide = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`name${at}`, at]))

const written = [
  ['is nested 9,000 deep', deep(9000), tooDeep],
  ['is nested 17 deep', deep(16), tooDeep],
  ['names 1,001 members', JSON.stringify(wide), /has over 1000 names in one object/],
  ['names a member twice', '{"Lead":"a","Lead":"b"}', /has \S*Lead\S* twice in one object/],
  ['has a NUL', String.raw`{"Lead":"a\u0000b"}`, /has a NUL or half of a character at Lead/],
  ['has half of a character', String.raw`{"Lead":"\ud800"}`, /half of a character at Lead/],
  ['is broken', '{"Lead":', /is no JSON/],
] as const

const at = { deployment: 'local' } as const

let test: TestConsole
let bea: StaffBrowser
let folder: string
let ticket: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-written-'))
  test = await startConsole({
    settings: { PORTAL_DIST: await fakePortal(), CONSOLE_PREVIEW_URL: 'http://preview.test' },
  })
  bea = await test.signedIn(people.bea)
  const { body } = await bea.order('drafts preview', at)
  ticket = new URL((body.data as { readonly address: string }).address).pathname
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

/** A file of this text, and the refusal of whoever reads it. */
async function ofFile(name: string, text: string, read: (path: string) => Promise<unknown>) {
  const path = join(folder, name)
  await writeFile(path, text)
  return read(path).then(String, (error: Error) => error.message)
}

const command = async (line: string, input: string) => {
  const { exitCode, output, errors } = await gatehouse(test.app, line, { input })
  return `${exitCode} ${output}${errors}`
}

/** What each reader says about a text. */
const readers = {
  async 'a draft'(changes: string) {
    const { status, body } = await bea.order('drafts save', { ...at, changes })
    return `${status} ${body.error}: ${body.message}`
  },
  async 'a preview'(changes: string) {
    const view = { what: 'login', language: 'en', scheme: 'light', changes }
    const headers = { host: 'preview.test' }
    const answer = await test.console.inject({
      method: 'POST',
      url: ticket,
      headers,
      payload: view,
    })
    return `${answer.statusCode} ${answer.body}`
  },
  'a plan': (file: string) => command('config plan - --deployment prod', file),
  'a theme': (file: string) => command('theme check -', file),
  'a client': (file: string) => command('clients add - --deployment prod --why "a site"', file),
  'a player': (line: string) =>
    ofFile('players.ndjson', line, async (path) => {
      const { exitCode, errors } = await gatehouse(
        test.app,
        `players import ${path} --deployment prod --why "we moved"`,
      )
      return `${exitCode} ${errors}`
    }),
  'a deployment': (file: string) => ofFile('prod.json', file, () => readDeployments(folder, {})),
  words: (file: string) => Promise.resolve(JSON.stringify(wordingOf(file, 'en'))),
  roles: (file: string) => ofFile('staff', file, async () => readStaffFile(file)),
} as const

const says = {
  'a draft': /^409 INVALID_CHANGES: changes: It /,
  'a preview': /^422 .*changes: It /,
  'a plan': /^0 ! file: It /,
  'a theme': /^1 file: It /,
  'a client': /^1 The client /,
  'a player': /^1 No player was imported[^]*line 1: /,
  'a deployment': /prod\.json: It /,
  words: /"errors":\["It /,
  roles: /^It /,
} as const satisfies Readonly<Record<keyof typeof readers, RegExp>>

describe.each(Object.keys(readers) as (keyof typeof readers)[])('the reader of %s', (name) => {
  it.each(written)('refuses a text that %s, and says where and why', async (_, text, why) => {
    const said = await readers[name](text)
    expect(said).toMatch(says[name])
    expect(said).toMatch(why)
    expect(test.app.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})

it.each([
  'a draft',
  'a preview',
  'a plan',
  'a theme',
  'a player',
  'a deployment',
  'roles',
] as const)('the reader of %s refuses a text that is nested 100,000 deep', async (name) => {
  expect(await readers[name](deep(100_000))).toMatch(tooDeep)
})

describe('the claims of a request of a client', () => {
  it.each([
    ['are nested deeper than a stack', deep(5700).replace('theme', 'id_token":{"name')],
    ['name a claim twice', '{"id_token":{"name":null,"name":{"essential":true}}}'],
  ])('are refused as OAuth says it where they %s', async (_, text) => {
    const claims = text.startsWith('{"id_token":{"name":[') ? `${text}}` : text
    const query = new URLSearchParams({
      client_id: 'forum',
      redirect_uri: 'http://127.0.0.1:4001/forum/callback',
      response_type: 'code',
      scope: 'openid profile',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    // Brackets as they are: encoded ones would make the address too long before.
    const encoded = claims.replaceAll(/["{}]/g, encodeURIComponent)
    const url = `/oidc/auth?${query.toString()}&claims=${encoded}`
    const { headers } = await test.app.visitor('prod').send({ method: 'GET', url })
    expect(String(headers.location)).toMatch(/^http:\/\/127\.0\.0\.1:4001\/forum\/callback\?/)
    expect(String(headers.location)).toContain('error=invalid_request')
    expect(test.app.logged.filter((line) => line.includes('"level":50'))).toEqual([])
  })
})
