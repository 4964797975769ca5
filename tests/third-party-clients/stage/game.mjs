// A sample of a game: a program that signs in by `browser`, by `device` or by a token of `steam` or `epic`,
// or refreshes. It writes `open <page>` or `show <address> <code> <number>`, then
// `tokens <access> <refresh> <error> <reason> <page>`, each `-` where there is none. `stop` on standard input, or the file of its last argument, is the player who cancels.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { accountsOf } from './seedPlayers.mjs'
import { startProgram } from './startProgram.mjs'

/** The keys of a client that is a game on a computer or a game console. */
export const gameRegistration = () => ({
  applicationType: 'native',
  device: true,
  redirectUris: ['http://127.0.0.1/callback'],
  firstParty: true,
  exchanges: ['steam', 'epic-games'],
})

const signedIn = 'You are signed in. Go back to the game.'
const notSignedIn = 'You are not signed in. Go back to the game.'

/** Plays a game at the product, and then everything that can go wrong, against a stand-in. */
export async function playGame(stage, game) {
  const { browser, issuer } = stage
  const tokens = await stage.signsIn(async () => {
    const byDevice = await played(stage, game, ['device', issuer], async (program) => {
      const [address, code, number] = (await program.says('show')).split(' ')
      assert.ok(code.endsWith(`-${number}`))
      const { text } = await browser.submit(await browser.go(address), { number })
      assert.doesNotMatch(text, /name="number"/)
    })
    await isSignedIn(stage, byDevice)
    const byBrowser = await played(stage, game, ['browser', issuer], async (program) => {
      const { url } = await browser.go(await program.says('open'), 'http://127.0.0.1')
      await comesBack(url, signedIn)
    })
    await isSignedIn(stage, byBrowser)
    return byBrowser
  })
  await playTickets(stage, game)
  const next = await stage.refreshes(async () => {
    const found = await played(stage, game, ['refresh', issuer, tokens.refresh])
    assert.notEqual(found.access, tokens.access)
    await isSignedIn(stage, found)
    return found
  })
  await stage.signsOut(async () => {
    await browser.go(`${issuer}/session/end`)
    const refused = await played(stage, game, ['refresh', issuer, next.refresh])
    assert.deepEqual(refused, failed('invalid_grant'))
  })
  await playMishaps(stage, game)
}

const failed = (error) => ({ access: '-', refresh: '-', error, reason: '-', page: '-' })
const refused = (reason, page = '-') => ({ ...failed('invalid_request'), reason, page })

/** The game signs its player in by what its service gives it, once; and nobody without an account. */
async function playTickets(stage, game) {
  const { services, issuer, portal, ids, username } = stage
  const own = accountsOf(ids.get(username))
  const none = accountsOf(900_000)
  for (const [way, service] of [
    ['steam', 'steam'],
    ['epic', 'epic-games'],
  ]) {
    const token = await services.tokenOf(way, own[service])
    await isSignedIn(stage, await played(stage, game, [way, issuer, token]))
    assert.deepEqual(await played(stage, game, [way, issuer, token]), refused('token_used'))
    const strange = await played(stage, game, [
      way,
      issuer,
      await services.tokenOf(way, none[service]),
    ])
    assert.deepEqual(strange, refused('not_linked', `${portal}/account/link-account`))
    assert.deepEqual(await played(stage, game, [way, issuer, 'aabb']), refused('token_invalid'))
  }
}

/** The tokens are those of the stage's player. */
async function isSignedIn(stage, { access, error }) {
  assert.equal(error, '-')
  const headers = { authorization: `Bearer ${access}` }
  stage.isPlayer(JSON.parse((await stage.browser.send(`${stage.issuer}/me`, { headers })).text))
}

/** As browsers do: a connection that stays idle, and a request for an icon, before the return. */
async function comesBack(url, page) {
  const idle = connect(Number(url.port), '127.0.0.1').on('error', () => {})
  await once(idle, 'connect')
  assert.equal((await fetch(new URL('/favicon.ico', url))).status, 404)
  assert.equal(await (await fetch(url)).text(), page)
  idle.destroy()
}

async function playMishaps(stage, game) {
  const standIn = await openStandIn()
  const { issuer } = standIn
  const returns = async (given, page) => {
    standIn.answersNothing()
    return played(stage, game, ['browser', issuer], async (program) => {
      const asked = new URL(await program.says('open')).searchParams
      assert.match(asked.get('code_challenge'), /^[\w-]{43}$/)
      const back = new URL(asked.get('redirect_uri'))
      const answer = { state: asked.get('state'), ...given }
      for (const [name, value] of Object.entries(answer)) back.searchParams.set(name, value)
      await comesBack(back, page)
    })
  }
  try {
    const refused = await returns({ error: 'access_denied' }, notSignedIn)
    assert.deepEqual(refused, failed('access_denied'))
    const foreign = await returns({ code: 'x', state: 'other' }, notSignedIn)
    assert.deepEqual(foreign, failed('other_state'))

    standIn.answersNothing()
    standIn.answers['/oidc/device/auth'] = { error: 'invalid_client' }
    const unknown = await played(stage, game, ['device', issuer])
    assert.deepEqual(unknown, failed('invalid_client'))

    for (const way of ['device', 'browser', 'refresh', 'steam', 'epic']) {
      const nowhere = await played(stage, game, [way, 'http://127.0.0.1:9/oidc', 'kept'])
      assert.deepEqual(nowhere, failed('no_connection'), way)
    }

    standIn.answersNothing()
    standIn.answers['/oidc/device/auth'] = {
      device_code: 'd',
      user_code: 'BCDF-GHJK-42',
      verification_uri_complete: 'https://account.example/device?user_code=BCDF-GHJK',
    }
    for (const [way, word] of [
      ['browser', 'open'],
      ['device', 'show'],
    ]) {
      const stopped = await played(stage, game, [way, issuer], async (program) => {
        await program.says(word)
        program.stop()
      })
      assert.deepEqual(stopped, failed('cancelled'), way)
    }
  } finally {
    standIn.close()
  }
}

/** A portal that only answers what a mishap needs. */
async function openStandIn() {
  const standIn = { answers: {} }
  const server = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(standIn.answers[new URL(request.url, standIn.issuer).pathname] ?? {}),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  standIn.issuer = `http://127.0.0.1:${server.address().port}/oidc`
  standIn.close = () => server.close()
  standIn.answersNothing = () => {
    standIn.answers = {
      '/oidc/.well-known/openid-configuration': {
        authorization_endpoint: `${standIn.issuer}/auth`,
        token_endpoint: `${standIn.issuer}/token`,
        device_authorization_endpoint: `${standIn.issuer}/device/auth`,
      },
    }
  }
  return standIn
}

function stopped(child, file) {
  writeFileSync(file, '')
  child.stdin.write('stop\n')
}

/** Runs the game one way while `meanwhile` is its player. Returns the tokens that it ends with. */
async function played(stage, game, [way, issuer, kept = '-'], meanwhile = async () => {}) {
  const [file, ...args] = game
  // Written by a player who cancels, for an engine that cannot wait for a line.
  const stop = join(mkdtempSync(join(stage.folder, 'stop-')), 'stop')
  const given = [way, issuer, stage.registration.clientId, kept, stop]
  const child = startProgram(file, [...args, ...given], {
    cwd: stage.folder,
    env: { PATH: process.env.PATH, HOME: stage.folder },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const errors = []
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  const gone = new Promise((resolve) => child.on('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const heard = []
  /** The rest of the next line that begins with the word; an engine may write others. */
  const says = async (word) => {
    for (;;) {
      const { value } = await lines.next()
      if (value === undefined) throw new Error(`${way}: ${[...heard, ...errors].join('\n')}`)
      if (value.startsWith(`${word} `)) return value.slice(word.length + 1)
      heard.push(value)
    }
  }
  try {
    await meanwhile({ says, stop: () => stopped(child, stop) })
    const [access, refresh, error, reason, page] = (await says('tokens')).split(' ')
    return { access, refresh, error, reason, page }
  } finally {
    child.kill()
    await gone
  }
}
