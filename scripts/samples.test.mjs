import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

/* docs/samples/SignIn.cs, compiled and played by Mono (Debian: mono-mcs) against a stand-in. */

const hasMono = spawnSync('mcs', ['--version']).status === 0
const program = join(mkdtempSync(join(tmpdir(), 'gatehouse-sample-')), 'player.exe')
const tokens = { access_token: 'signed-in', refresh_token: 'next', expires_in: 3600 }

let server
let issuer
/** What the stand-in answers at each endpoint. */
let answers

beforeAll(async () => {
  if (!hasMono) return
  const sources = ['docs/samples/SignIn.cs', 'scripts/samples/Player.cs']
  const args = ['-langversion:7', '-nowarn:649', '-warnaserror', '-r:System.Net.Http.dll']
  const made = spawnSync('mcs', [...args, `-out:${program}`, ...sources], { cwd: root })
  if (made.status !== 0) throw new Error(String(made.stderr))
  server = createServer((request, response) => {
    request.resume()
    const { pathname } = new URL(request.url, issuer)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[pathname] ?? {}))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${server.address().port}/oidc`
})
afterAll(() => server?.close())

const usual = () => ({
  '/oidc/.well-known/openid-configuration': {
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    device_authorization_endpoint: `${issuer}/device/auth`,
  },
  '/oidc/token': tokens,
})

const running = []
afterEach(() => {
  for (const child of running.splice(0)) child.kill()
})

function play(way, at = issuer) {
  const child = spawn('mono', [program, way, at], { stdio: ['pipe', 'pipe', 'inherit'] })
  running.push(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, says: async () => (await lines.next()).value }
}

/** The program's sign-in page, and the address that it comes back to. */
async function opened(game) {
  const page = new URL((await game.says()).replace(/^open /, ''))
  const back = (parameters) => {
    const url = new URL(page.searchParams.get('redirect_uri'))
    const state = page.searchParams.get('state')
    for (const [name, value] of Object.entries({ state, ...parameters })) {
      url.searchParams.set(name, value)
    }
    return url
  }
  return { page, back }
}

const signedIn = 'You are signed in. Go back to the game.'
const notSignedIn = 'You are not signed in. Go back to the game.'

describe.skipIf(!hasMono)('SignIn.cs', () => {
  test('comes back from the browser, whatever else connects before', async () => {
    answers = usual()
    const game = play('browser')
    const { page, back } = await opened(game)
    expect(page.searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
    const idle = connect(Number(back({}).port), '127.0.0.1')
    await once(idle, 'connect')
    expect((await fetch(new URL('/favicon.ico', back({})))).status).toBe(404)
    expect(await (await fetch(back({ code: 'x' }))).text()).toBe(signedIn)
    expect(await game.says()).toBe('tokens signed-in -')
    idle.destroy()
  })

  test.each([
    ['a refusal', { error: 'access_denied' }, 'access_denied'],
    ['another state', { code: 'x', state: 'other' }, 'other_state'],
  ])('says on the page that %s is no sign-in', async (_, parameters, error) => {
    answers = usual()
    const game = play('browser')
    const { back } = await opened(game)
    expect(await (await fetch(back(parameters))).text()).toBe(notSignedIn)
    expect(await game.says()).toBe(`tokens - ${error}`)
  })

  test('shows a code, and has tokens', async () => {
    const verification_uri_complete = 'https://account.example/device?user_code=BCDF-GHJK'
    answers = {
      ...usual(),
      '/oidc/device/auth': {
        device_code: 'd',
        user_code: 'BCDF-GHJK-42',
        verification_uri_complete,
      },
    }
    const game = play('device')
    expect(await game.says()).toBe(`show ${verification_uri_complete} BCDF-GHJK-42 42`)
    expect(await game.says()).toBe('tokens signed-in -')
  })

  test('shows no code where the portal gives none', async () => {
    answers = { ...usual(), '/oidc/device/auth': { error: 'invalid_client' } }
    expect(await play('device').says()).toBe('tokens - invalid_client')
  })

  test('has an error as its result without a network, in each way', async () => {
    for (const way of ['device', 'browser', 'refresh']) {
      expect(await play(way, 'http://127.0.0.1:9/oidc').says()).toBe('tokens - no_connection')
    }
  })

  test('can be stopped while the browser is open', async () => {
    answers = usual()
    const game = play('browser')
    await opened(game)
    game.child.stdin.write('stop\n')
    expect(await game.says()).toBe('tokens - cancelled')
  })
})
