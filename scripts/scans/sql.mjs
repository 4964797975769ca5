// sqlmap on every parameter of every call. SCAN_CALL_SECONDS (300) limits the time of one call.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callNames } from '../../packages/contract/src/calls.ts'
import { routeOf } from '../../apps/server/src/http/registerRoutes.ts'
import { fieldsOf, sampleRequest } from '../../apps/server/test/fixtures/samples/sampleRequest.ts'
import samples from './samples.json' with { type: 'json' }
import { signIn } from './signIn.mjs'
import { attack } from './target.mjs'

export const title = 'L01 sqlmap, level 3, risk 2, every parameter of every call'

/**
 * `values` pass many checks, by the names of fields. `anyNames` are calls that take the fields of an
 * outside page, under any name. `last` end the session or the account of the others, and so run last and
 * alone.
 */
const { options, values, anyNames, last } = samples
/** All calls share headers and cookies, so this call alone tests them. */
const headersBy = 'listNewsletters'

/** Returns what is injectable, and the faults that the scan caused. `names` chooses calls. */
export function run(names) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sqlmap-'))
  return attack('open', async (target) => {
    const found = []
    const scan = async (name) => {
      const args = argumentsFor(name, target, await signIn(target), folder)
      const readings = [readingOf(await heard(args))]
      // sqlmap skips parameters named like CSRF tokens unless they are listed.
      const tokens = readings[0].ignored.map((parameter) => parameter.replace(/^JSON /, ''))
      if (tokens.length > 0) readings.push(readingOf(await heard([...args, '-p', tokens.join()])))
      const clean = readings.flatMap((reading) => reading.clean)
      const isWhole = readings.every((reading) => reading.isWhole)
      console.log(`${name}: ${clean.length} parameters clean${isWhole ? '' : ', not finished'}`)
      found.push(
        ...readings.flatMap(({ injectable }) => injectable.map((each) => `${name} ${each}`)),
      )
    }
    const calls = names.length > 0 ? names : callNames.filter(takesInput)
    const queue = calls.filter((name) => !last.includes(name))
    const work = async () => {
      while (queue.length > 0) await scan(queue.shift())
    }
    await Promise.all([work(), work(), work()])
    for (const name of calls.filter((each) => last.includes(each))) await scan(name)
    return [...found, ...target.problems().slice(0, 20)]
  }).finally(() => rmSync(folder, { recursive: true, force: true }))
}

function takesInput(name) {
  const fields = [...fieldsOf(name), ...Object.keys(anyNames[name] ?? {})]
  return name === headersBy || fields.length > 0 || routeOf(name).includes(':')
}

function argumentsFor(name, { address, apiKey }, { bearer, cookie }, folder) {
  const partOf = (wanted) => {
    const fields = fieldsOf(name).filter(({ part }) => part === wanted)
    return Object.fromEntries(fields.map(({ name, plain }) => [name, values[name] ?? plain]))
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
    ...options,
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

function heard(args) {
  return new Promise((resolve, reject) => {
    const timeout = Number(process.env.SCAN_CALL_SECONDS ?? 300) * 1000
    const child = spawn('sqlmap', args, { timeout, killSignal: 'SIGKILL' })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
    child.on('error', reject).on('close', () => resolve(text))
  })
}

/**
 * The report of sqlmap: clean, injectable and skipped parameters, and whether it came to its end.
 */
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
