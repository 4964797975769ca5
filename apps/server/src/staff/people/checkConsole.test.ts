import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readSettings } from '../../platform/config/readSettings.ts'
import { checkConsole } from './checkConsole.ts'

let folder: string
let path: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-staff-'))
  path = join(folder, 'staff.json')
})
afterAll(() => rm(folder, { recursive: true }))

const deployments = [
  { name: 'prod', hosts: new Set(['account.studio.test']) },
  { name: 'relic', hosts: new Set(['relic.studio.test']) },
]

const check = (url = 'https://console.studio.test', previews?: string) =>
  checkConsole({ CONSOLE_URL: url, CONSOLE_PREVIEW_URL: previews, STAFF_FILE: path }, deployments)

const errorsWith = async (previews: string) => (await check(undefined, previews)).errors

it('previews, whose frames run a script, have a host that neither the console nor a portal has (AX-CON2-20)', async () => {
  await writeFile(path, JSON.stringify({ groups: {} }))
  expect(await errorsWith('https://preview.studio.test')).toEqual([])
  expect(await errorsWith('https://console.studio.test')).toEqual([
    'CONSOLE_PREVIEW_URL: console.studio.test is a host of the console; it needs another one.',
  ])
  expect(await errorsWith('https://relic.studio.test')).toEqual([
    'CONSOLE_PREVIEW_URL: relic.studio.test is a host of relic; it needs another one.',
  ])
})

it('a roles file is held against the deployments, and a host against theirs (AT-CON2-10)', async () => {
  const groups = {
    operators: [{ role: 'operator', deployments: ['prod'] }],
    typo: [{ role: 'support', deployments: ['pord'] }],
    nothing: [],
  }
  await writeFile(path, JSON.stringify({ groups }))
  expect(await check('https://account.studio.test')).toEqual({
    errors: ['CONSOLE_URL: account.studio.test is a host of prod; it needs another one.'],
    warnings: [
      'STAFF_FILE: there is no deployment pord.',
      'STAFF_FILE: nothing has no role.',
      'STAFF_FILE: relic has no operator.',
    ],
  })
  await writeFile(path, '{"groups": {"a": [{"role": "king", "deployments": []}]}}')
  expect((await check()).errors[0]).toContain('STAFF_FILE')
})

it.each([
  ['CONSOLE_URL', 'http://console.studio.example', 'CONSOLE_URL is not https.'],
  ['STAFF_ISSUER', 'http://localhost:4001/staff', 'STAFF_ISSUER is not https.'],
  ['STAFF_FILE', '', 'STAFF_FILE: missing. CONSOLE_URL needs it.'],
  ['STAFF_CLIENT_SECRET', 'sample-console-secret', 'STAFF_CLIENT_SECRET is a sample'],
  ['STAFF_IDLE_SECONDS', '7200', 'STAFF_IDLE_SECONDS is longer than 1800 seconds.'],
  ['APPROVAL_SECONDS', '90000', 'APPROVAL_SECONDS is longer than 86400 seconds.'],
])('production refuses %s=%s (AT-CON2-10)', (name, value, message) => {
  const settings = {
    NODE_ENV: 'production',
    CONSOLE_URL: 'https://console.studio.example',
    STAFF_ISSUER: 'https://login.studio.example',
    STAFF_CLIENT_SECRET: 'x8k2',
    STAFF_FILE: path,
    [name]: value,
  }
  expect(() => readSettings(settings)).toThrow(message)
})
