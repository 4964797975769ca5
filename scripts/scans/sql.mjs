// sqlmap on every parameter of every call.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianTool } from './debianTool.mjs'
import { openTarget } from './openTarget.mjs'
import { sampleCalls } from './sampleCalls.mjs'
import { signIn } from './signIn.mjs'

export const title = 'L01 sqlmap, level 3, risk 2, every parameter of every call'

/** All calls share headers and cookies, so this call alone tests them. */
const headersBy = 'listNewsletters'

/** `SCAN_CALL_SECONDS` (300) limits the time of one call; `names` chooses calls. */
export async function run(names) {
  const sqlmap = debianTool('sqlmap')
  const boxMs = Number(process.env.SCAN_CALL_SECONDS ?? 300) * 1000
  const target = await openTarget({ kind: 'open' })
  const output = mkdtempSync(join(tmpdir(), 'gatehouse-sqlmap-'))
  const results = []
  try {
    const calls = sampleCalls().filter(({ name, parameters }) =>
      names.length === 0 ? parameters > 0 || name === headersBy : names.includes(name),
    )
    const scan = async (call) => {
      const session = await signIn(target)
      const args = argumentsFor(call, target, session, output)
      const first = readingOf(await heard(sqlmap, args, boxMs))
      // sqlmap skips parameters named like CSRF tokens unless they are listed.
      const tokens = first.ignored.map((parameter) => parameter.replace(/^JSON /, ''))
      const second =
        tokens.length === 0
          ? { clean: [], injectable: [], isWhole: true }
          : readingOf(await heard(sqlmap, [...args, '-p', tokens.join(',')], boxMs))
      const result = {
        call: call.name,
        clean: [...first.clean, ...second.clean],
        injectable: [...first.injectable, ...second.injectable],
        isWhole: first.isWhole && second.isWhole,
      }
      console.log(
        `${call.name}: ${result.clean.length} parameters clean${result.isWhole ? '' : ', not finished'}${result.injectable.length > 0 ? `, INJECTABLE: ${result.injectable.join(', ')}` : ''}`,
      )
      results.push(result)
    }
    // Calls that end the session of the others run last and alone.
    const apart = calls.filter(({ isLast }) => isLast)
    const queue = calls.filter(({ isLast }) => !isLast)
    const work = async () => {
      for (let call = queue.shift(); call !== undefined; call = queue.shift()) await scan(call)
    }
    await Promise.all([work(), work(), work()])
    for (const call of apart) await scan(call)
  } finally {
    await target.end()
    rmSync(output, { recursive: true, force: true })
  }
  const problems = target.problems()
  const whole = results.filter(({ isWhole }) => isWhole).length
  const parameters = results.reduce((sum, { clean }) => sum + clean.length, 0)
  return {
    covered: `${whole} of ${results.length} calls to the end, ${parameters} parameters, ${problems.length} problems in the log`,
    findings: [
      ...results.flatMap(({ call, injectable }) =>
        injectable.map((parameter) => ({ id: `${call} ${parameter}`, detail: 'injectable' })),
      ),
      ...problems.slice(0, 20).map((line) => ({ id: 'problem', detail: line.slice(0, 400) })),
    ],
  }
}

function argumentsFor(
  { name, method, marked, query, body },
  { address, host, apiKey },
  { bearer, cookie },
  output,
) {
  const names = Object.keys(query)
  const search = names.length === 0 ? '' : `?${new URLSearchParams(query)}`
  return [
    '--batch',
    '--flush-session',
    '--disable-coloring',
    '--skip-waf',
    '--level=3',
    '--risk=2',
    '--dbms=PostgreSQL',
    '--timeout=10',
    '--retries=0',
    '--ignore-code=400,401,403,404,409,413,429,503',
    '--ignore-redirects',
    `--output-dir=${join(output, `${Math.random()}`)}`,
    `--method=${method}`,
    '--host',
    host,
    `--cookie=${cookie}`,
    `--headers=x-api-key: ${apiKey}\\nAuthorization: Bearer ${bearer}\\nContent-Type: application/json`,
    ...(name === headersBy ? [] : ['--skip=user-agent,referer,host,cookie']),
    ...(body === null ? [] : [`--data=${JSON.stringify(body)}`]),
    '-u',
    `${address}${marked}${search}`,
  ]
}

function heard(command, args, withinMs) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (text += chunk))
    const box = setTimeout(() => child.kill('SIGKILL'), withinMs)
    child.on('error', (error) => (text += error.message))
    child.on('close', () => {
      clearTimeout(box)
      if (process.env.SCAN_VERBOSE) console.log(text)
      resolve(text)
    })
  })
}

/** The result of sqlmap: skipped parameters, injectable ones, and its completion. */
function readingOf(text) {
  const named = (pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))]
  return {
    clean: named(/parameter '([^'\n]{1,80})' does not seem to be injectable/g),
    // sqlmap itself checks `appears to be` again, because a busy machine looks like a delayed
    // answer.
    injectable: named(/^Parameter: (.+)$/gm),
    ignored: named(/ignoring [^\n']{0,80}parameter '([^'\n]{1,80})'/g),
    isWhole: /all tested parameters do not appear to be injectable|ending @/.test(text),
  }
}
