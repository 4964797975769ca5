// wapiti on the pages, and on every call with values in the address.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianTool } from './debianTool.mjs'
import { openTarget } from './openTarget.mjs'
import { sampleCalls } from './sampleCalls.mjs'
import { signIn } from './signIn.mjs'

export const title = 'wapiti, every call by GET and the pages'

const modules =
  'sql,blindsql,xss,exec,file,redirect,ssrf,crlf,xxe,htaccess,methods,backup,shellshock'
const pages = ['/', '/login?redirectUrl=x', '/confirm-email?uid=x', '/oauth?client_id=community']

export async function run() {
  const wapiti = debianTool('wapiti')
  const target = await openTarget({ kind: 'open' })
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-wapiti-'))
  try {
    const { bearer, cookie } = await signIn(target)
    const calls = sampleCalls()
      .filter(({ method, isLast }) => method === 'GET' && !isLast)
      .map(({ path, query }) => `${path}?${new URLSearchParams(query)}`)
    const addresses = [...pages, ...calls].map((path) => `${target.address}${path}`)
    const report = join(folder, 'report.json')
    const headers = [`x-api-key: ${target.apiKey}`, `Authorization: Bearer ${bearer}`]
    const args = [
      ['-u', `${target.address}/`, '-m', modules, '-d', '2', '--flush-session', '--no-bugreport'],
      ['-f', 'json', '-o', report, '--max-scan-time', '420', '--store-session', folder],
      ...[...headers, `Cookie: ${cookie}`].map((header) => ['-H', header]),
      ...addresses.map((address) => ['-s', address]),
    ]
    await ended(wapiti, args.flat())
    const { vulnerabilities, anomalies, infos } = JSON.parse(readFileSync(report, 'utf8'))
    const findings = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) =>
      list.map(({ method, path, info, parameter }) => ({
        id: `${kind} ${method} ${path.split('?')[0]} ${parameter}`,
        detail: info,
      })),
    )
    return { covered: `${addresses.length} addresses to begin with, ${infos.date}`, findings }
  } finally {
    await target.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

function ended(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject).on('exit', resolve)
  })
}
