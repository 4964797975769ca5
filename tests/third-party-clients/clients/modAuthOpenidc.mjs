import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { withServer } from '../stage/registrations.mjs'
import { startProgram } from '../stage/startProgram.mjs'

const apache = '/usr/sbin/apache2'
const modules = '/usr/lib/apache2/modules'

export const name = 'Apache mod_auth_openidc'
export const title = 'mod_auth_openidc signs a player in, refreshes and signs out (O91)'
export const packages = ['apache2', 'libapache2-mod-auth-openidc']
// It sends a nonce; PKCE is off by default.
export const registrationAt = (site) => withServer(site, { pkce: 'with-secret-optional' })

export function isHere() {
  return [apache, join(modules, 'mod_auth_openidc.so')].every((each) => existsSync(each))
}

export async function play(stage) {
  const { site, browser } = stage
  const { child, errors } = await startApache(stage)
  try {
    await stage.signsIn(async () => {
      const page = await browser.go(`${site}/members.txt`)
      assert.equal(page.text.trim(), 'for members', `${page.url}: ${page.text}`)
    })
    const info = async () => JSON.parse((await browser.go(`${site}/callback?info=json`)).text)
    await stage.refreshes(async () => {
      const { access_token: before, userinfo } = await info()
      assert.equal(userinfo.preferred_username, stage.username)
      const query = new URLSearchParams({ refresh: `${site}/members.txt`, access_token: before })
      const page = await browser.go(`${site}/callback?${query}`)
      assert.equal(page.url.search, '')
      assert.notEqual((await info()).access_token, before)
    })
    await stage.signsOut(async () => {
      const query = new URLSearchParams({ logout: `${site}/bye` })
      const { url } = await browser.go(`${site}/callback?${query}`, `${site}/bye`)
      assert.equal(url.href, `${site}/bye`)
    })
  } catch (error) {
    console.error(errors())
    throw error
  } finally {
    child.kill('SIGTERM')
  }
}

async function startApache(stage) {
  const folder = join(stage.folder, 'apache')
  const pages = join(folder, 'pages')
  mkdirSync(pages, { recursive: true })
  // Apache's children are another user.
  for (const each of [stage.folder, folder, pages]) chmodSync(each, 0o755)
  writeFileSync(join(pages, 'members.txt'), 'for members\n')
  writeFileSync(join(folder, 'key.pem'), stage.tls.key)
  const template = readFileSync(join(import.meta.dirname, 'modAuthOpenidc.conf'), 'utf8')
  const { clientId, clientSecret } = stage.registration
  const values = {
    MODULES: modules,
    FOLDER: folder,
    PORT: new URL(stage.site).port,
    CERTIFICATE: stage.certificateFile,
    ISSUER: stage.issuer,
    SITE: stage.site,
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    PASSPHRASE: randomBytes(32).toString('hex'),
  }
  const file = join(folder, 'apache.conf')
  writeFileSync(
    file,
    template.replaceAll(/\$\{(\w+)\}/g, (_, name) => values[name]),
  )
  const tested = spawnSync(apache, ['-t', '-f', file], { encoding: 'utf8' })
  if (tested.status !== 0) throw new Error(tested.stderr)
  const child = startProgram(apache, ['-f', file, '-DFOREGROUND'], { stdio: 'ignore' })
  const log = join(folder, 'error.log')
  const errors = () => (existsSync(log) ? readFileSync(log, 'utf8') : 'Apache wrote nothing.')
  const deadline = Date.now() + 10_000
  while (!(await fetch(`${stage.site}/bye`).catch(() => null))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(errors())
    await pause(50)
  }
  return { child, errors }
}
