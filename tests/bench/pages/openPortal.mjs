// The product, with its sample players, on its own database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../scripts/bootstrap.mjs'
import { languages } from '@gatehouse/contract/languages'
import { freePort } from '../../../scripts/freePort.mjs'
import { serverFlags } from '../../../scripts/serverFlags.mjs'

const playerOne = { name: 'PlayerOne', password: 'Welcome2Gatehouse' }

/** A prerendered page is usable only once the portal runs. */
const alive = '#root[data-alive]'

/** Starts the product, and returns its measured pages. */
export async function openPortal() {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-pages-'))
  const child = spawn(process.execPath, [...serverFlags, 'apps/server/samples/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      // Development has the sample players and serves the same pages as production.
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: folder,
      DEPLOYMENTS_DIR: join(root, 'deploy/samples'),
      LIMITS: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Server listening at http')) resolve()
    })
    child.on('exit', () => reject(new Error(`The product does not start:\n${output}`)))
  })
  const addressOf = (deployment) => `http://${deployment}.localhost:${port}`
  const [address, showcase] = [addressOf('prod'), addressOf('showcase')]
  const login = {
    name: 'login',
    address: `${address}/login`,
    usable: `${alive} [name=UsernameOrEmail]`,
  }
  const account = {
    name: 'account, signed in',
    address: `${address}/account`,
    usable: `${alive} main h1`,
    isSignedIn: true,
  }
  return {
    address,
    addressOf,
    alive,
    /** The log-in of SHOWCASE, as each reader's browser asks for it. */
    languages: languages.map((locale) => ({
      name: `login in ${locale}`,
      address: `${showcase}/login`,
      usable: `${alive} [name=UsernameOrEmail]`,
      locale,
    })),
    pages: [
      login,
      { name: 'home', address: `${address}/`, usable: `${alive} a[href="/login"]` },
      { name: 'register', address: `${address}/register`, usable: `${alive} [name=ConfirmEmail]` },
      account,
    ],
    /** The pages of a visitor and of a player who were here before. */
    again: [login, account].map((page) => ({
      ...page,
      name: `${page.name}, second visit`,
      isSecondVisit: true,
    })),
    player: { address, ...playerOne },
    signIn: (browser) => signIn(browser, address),
    logIn: (context) => logIn(context, address),
    /** The deployment with everything on, and a log-in there. */
    showcase,
    logInToShowcase: (context) => logIn(context, showcase),
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** The storage of a browser after a log-in. */
async function signIn(browser, address) {
  const context = await browser.newContext()
  await logIn(context, address)
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}

async function logIn(context, address) {
  const page = await context.newPage()
  await page.goto(`${address}/login`)
  await page.getByRole('button', { name: 'Reject all' }).click()
  await page.locator('[name=UsernameOrEmail]').fill(playerOne.name)
  await page.keyboard.press('Enter')
  await page.locator('[name=Password]').fill(playerOne.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${address}/account`)
  await page.close()
}
