import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from '../fixtures/expect.ts'
import { hostOf } from '../fixtures/running-product/addresses.ts'
import { dataDir } from '../fixtures/running-product/dataDir.ts'
import { gatherDeployments } from '../fixtures/running-product/gatherDeployments.ts'
import { ports } from '../fixtures/running-product/ports.ts'
import { test } from '../fixtures/test.ts'

/* The pages of docs/start, as far as a running product can follow them. */

const root = join(import.meta.dirname, '../../..')
const { portal, standIns } = await ports()

function read(page: string): Promise<string> {
  return readFile(join(root, 'docs/start', page), 'utf8')
}

test('every address of try.md answers', async ({ request }) => {
  const addresses = (await read('try.md')).match(/(?<=<)http:[^>]+(?=>)/g) ?? []
  expect(addresses.length).toBeGreaterThan(15)
  const wrong: string[] = []
  for (const address of addresses) {
    const { hostname, pathname, search, port } = new URL(address)
    const host = `${hostname}:${port === '4000' ? portal : standIns}`
    const here = search.replace('4000', String(portal))
    const answer = await request.get(`http://127.0.0.1:${host.split(':')[1]}${pathname}${here}`, {
      headers: { host, accept: 'text/html,*/*' },
      maxRedirects: 0,
    })
    if (answer.status() >= 400) wrong.push(`${address}: ${answer.status()}`)
  }
  expect(wrong).toEqual([])
})

test('the client of integrate.md is added by its command, and its sign-in begins', async ({
  request,
}) => {
  const page = await read('integrate.md')
  const [, order = ''] = /^npm run gatehouse -- (clients add .+)$/m.exec(page) ?? []
  const file = join(root, 'examples/site/client.json')
  const words = order.replace('../my-site/client.json', file).match(/"[^"]*"|\S+/g) ?? []
  const child = spawn(
    process.execPath,
    ['apps/server/bin/gatehouse.mjs', ...words.map((word) => word.replaceAll('"', ''))],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(portal),
        STAND_INS_PORT: String(standIns),
        DATA_DIR: dataDir(),
        DEPLOYMENTS_DIR: gatherDeployments(),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const [answer, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect([code, answer]).toEqual([0, expect.stringContaining('clientSecret: ')])

  const { clientId, redirectUris } = JSON.parse(await readFile(file, 'utf8')) as Record<
    string,
    string | string[]
  >
  const query = new URLSearchParams({
    client_id: String(clientId),
    redirect_uri: String(redirectUris),
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
  // A server knows a client of the database within seconds.
  await expect(async () => {
    const page = await request.get(`http://127.0.0.1:${portal}/oidc/auth?${query}`, {
      headers: { host: hostOf('LOCAL'), accept: 'text/html' },
      maxRedirects: 0,
    })
    expect(page.headers()['location']).toContain('/oidc/interaction/')
  }).toPass()
})
