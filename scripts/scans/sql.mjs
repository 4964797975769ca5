// sqlmap on every parameter of every call. SCAN_CALL_SECONDS (300) limits the time of one call.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callNames } from '../../contract/src/calls.ts'
import { routeOf } from '../../server/src/http/registerRoutes.ts'
import { fieldsOf, sampleRequest } from '../../server/test/fixtures/samples/sampleRequest.ts'
import { attack, player } from './target.mjs'

export const title = 'L01 sqlmap, level 3, risk 2, every parameter of every call'

/** All calls share headers and cookies, so this call alone tests them. */
const headersBy = 'listNewsletters'
/** They end the session or the account of the others, and so run last and alone. */
const last = new Set(['refreshToken', 'logOut', 'resetPassword', 'deletePartnerUser', 'deleteUser'])

/** Values that pass many checks. */
const values = {
  UsernameOrEmail: player.name,
  email: player.name,
  Username: 'PlayerNine',
  Email: 'nine@example.com',
  ConfirmEmail: 'nine@example.com',
  Password: player.password,
  OldPassword: player.password,
  ConfirmPassword: player.password,
  DateOfBirth: '1990-01-01',
  AuthPartner: 'Relic',
  Partner: 'Relic',
  Id_User: 1,
  StudioName: 'Gatehouse Local',
  RedirectUrl: 'http://site.test/',
  redirectUrl: 'http://site.test/',
  CallbackPath: '/steam/callback',
  AccessKeyValue: 'FREE-KEY-0001',
  Action: 'login',
  Cookies: [{ Id_Cookie: 1, IsAccepted: true }],
}
const callback = { code: 'abc', state: 'abc', iss: 'http://localhost:1/' }
/** Calls that take the fields of an outside page, under any name. */
const anyNames = {
  authorize: { client_id: 'community', redirect_uri: 'http://site.test/', state: 'abc' },
  focusCallback: callback,
  creativeAssemblyCallback: callback,
  partnerUserLogIn: callback,
  partnerLogIn: callback,
  confirmEmailUpdate: { Token: 'abc', Uid: 'abc' },
  recoverEmailUpdate: { Token: 'abc', Uid: 'abc' },
  steamCallback: { 'openid.claimed_id': 'https://steamcommunity.com/openid/id/1', state: 'abc' },
}

const fixed =
  `--batch --flush-session --disable-coloring --skip-waf --ignore-redirects --level=3 --risk=2
  --dbms=PostgreSQL --timeout=10 --retries=0 --ignore-code=400,401,403,404,409,413,429,503`.split(
    /\s+/,
  )

/** Returns what is injectable, and the faults that the scan caused. `names` chooses calls. */
export function run(names) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sqlmap-'))
  return attack('open', async (target) => {
    const calls = callNames.filter((name) =>
      names.length === 0
        ? name in anyNames ||
          name === headersBy ||
          fieldsOf(name).length > 0 ||
          /:/.test(routeOf(name))
        : names.includes(name),
    )
    const found = []
    const scan = async (name) => {
      const args = argumentsFor(name, target, await signIn(target), folder)
      const first = readingOf(await heard(args))
      // sqlmap skips parameters named like CSRF tokens unless they are listed.
      const tokens = first.ignored.map((parameter) => parameter.replace(/^JSON /, ''))
      const more =
        tokens.length === 0 ? [] : [readingOf(await heard([...args, '-p', tokens.join(',')]))]
      const clean = [first, ...more].flatMap((reading) => reading.clean)
      const isWhole = [first, ...more].every((reading) => reading.isWhole)
      console.log(`${name}: ${clean.length} parameters clean${isWhole ? '' : ', not finished'}`)
      found.push(
        ...[first, ...more].flatMap((reading) =>
          reading.injectable.map((each) => `${name} ${each}`),
        ),
      )
    }
    const queue = calls.filter((name) => !last.has(name))
    const work = async () => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) await scan(name)
    }
    await Promise.all([work(), work(), work()])
    for (const name of calls.filter((each) => last.has(each))) await scan(name)
    return [...found, ...target.problems().slice(0, 20)]
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
}

function argumentsFor(name, { address, apiKey }, { bearer, cookie }, folder) {
  const partOf = (wanted) => {
    const fields = fieldsOf(name).filter(({ part }) => part === wanted)
    return Object.fromEntries(
      fields.map((field) => [field.name, values[field.name] ?? field.plain]),
    )
  }
  // A star marks values in the path.
  const segment = `${/:partner/.test(routeOf(name)) ? 'relic' : 'a'.repeat(43)}*`
  const given = { userId: '1*', segment, body: partOf('body'), query: partOf('query') }
  const part = name === 'steamCallback' ? 'body' : 'query'
  const { method, url, payload } = sampleRequest(name, {
    ...given,
    [part]: anyNames[name] ?? given[part],
  })
  const headers = [
    `x-api-key: ${apiKey}`,
    `Authorization: Bearer ${bearer}`,
    'Content-Type: application/json',
  ]
  return [
    ...fixed,
    `--output-dir=${join(folder, name)}`,
    `--method=${method}`,
    `--cookie=${cookie}`,
    `--headers=${headers.join('\\n')}`,
    ...(name === headersBy ? [] : ['--skip=user-agent,referer,host,cookie']),
    ...(typeof payload === 'string' ? [`--data=${payload}`] : []),
    '-u',
    `${address}${url}`,
  ]
}

/** Signs the sample player in. */
async function signIn({ address, apiKey }) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const body = JSON.stringify({ UsernameOrEmail: player.name, Password: player.password })
  const answer = await fetch(`${address}/api/log/log-in`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`The sample player does not get in: ${await answer.text()}`)
  const { Created: identity } = await answer.json()
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const cookie = [...cookies, `sso_identity=${identity}`].join('; ')
  const token = await fetch(`${address}/api/token/${identity}`, { headers: { ...headers, cookie } })
  return { bearer: (await token.json()).Value, cookie }
}

function heard(args) {
  return new Promise((resolve, reject) => {
    const timeout = Number(process.env.SCAN_CALL_SECONDS ?? 300) * 1000
    const child = spawn('sqlmap', args, { timeout, killSignal: 'SIGKILL' })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('error', reject).on('close', () => resolve(text))
  })
}

/** What sqlmap says: clean, injectable and skipped parameters, and whether it came to its end. */
function readingOf(text) {
  const named = (pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))]
  return {
    clean: named(/parameter '([^'\n]{1,80})' does not seem to be injectable/g),
    // sqlmap itself checks `appears to be` again: a busy machine looks like a delayed answer.
    injectable: named(/^Parameter: (.+)$/gm),
    ignored: named(/ignoring [^\n']{0,80}parameter '([^'\n]{1,80})'/g),
    isWhole: /all tested parameters do not appear to be injectable|ending @/.test(text),
  }
}
