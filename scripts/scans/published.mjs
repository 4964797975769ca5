// Schemathesis: requests that it makes of the published descriptions, to the account API and to the
// acts of the machine. SCAN_EXAMPLES (50) limits the requests of one kind to one call.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openapi } from '../../apps/server/src/http/openapi.ts'
import { describeActs } from '../../apps/server/src/staff/console/describeActs.ts'
import { signIn } from './signIn.mjs'
import { attack } from './target.mjs'

export const title = 'Schemathesis on the published descriptions of both APIs'

const version = '4.32.5'
const environment = join(tmpdir(), `gatehouse-schemathesis-${version}`)
const program = join(environment, 'bin/schemathesis')
/** No answer over 499, and none outside of its description. */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
]
/** They would empty or fill the database, or read files of the machine. */
const leftOut = ['/api/v1/restored', '/api/v1/players/import']

/** Returns what the descriptions do not say, and the faults of the server. */
export function run() {
  install()
  return attack('open', async ({ address, apiKey, folder, problems }) => {
    const { bearer, cookie } = await signIn({ address, apiKey })
    const player = { 'x-api-key': apiKey, authorization: `Bearer ${bearer}`, cookie }
    const file = readdirSync(folder).find((name) => name.endsWith('.token'))
    const machine = JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8'))
    const operator = { authorization: `Bearer ${machine.token}` }
    return [
      ...test('account API', JSON.stringify(openapi()), address, player),
      ...test('acts', describeActs('machine'), machine.address, operator),
      ...problems().slice(0, 20),
    ]
  })
}

function install() {
  if (existsSync(program)) return
  const steps = [
    ['python3', ['-m', 'venv', environment]],
    [join(environment, 'bin/pip'), ['install', '--quiet', `schemathesis==${version}`]],
  ]
  for (const [command, args] of steps) {
    if (spawnSync(command, args, { stdio: 'inherit' }).status === 0) continue
    throw new Error('Schemathesis cannot be installed: it needs python3 with venv, and PyPI.')
  }
}

function test(name, document, url, headers) {
  const file = join(tmpdir(), `gatehouse-published-${process.pid}.json`)
  writeFileSync(file, document)
  const examples = process.env.SCAN_EXAMPLES ?? '50'
  const options = [
    `--url=${url}`,
    `--checks=${checks.join()}`,
    '--phases=examples,coverage,fuzzing',
    `--max-examples=${examples}`,
    '--continue-on-failure',
    '--warnings=off',
    '--suppress-health-check=all',
    ...leftOut.map((path) => `--exclude-path=${path}`),
    ...Object.entries(headers).map(([key, value]) => `--header=${key}: ${value}`),
  ]
  const args = ['run', file, ...options]
  const { status } = spawnSync(program, args, { cwd: environment, stdio: 'inherit' })
  rmSync(file)
  return status === 0 ? [] : [`${name}: the answers that stand above`]
}
