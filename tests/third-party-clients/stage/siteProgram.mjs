// A site in another language: plain HTTP on `PORT`, behind a proxy with TLS. Its pages are JSON: the
// player's claims, and the access token.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../scripts/freePort.mjs'
import { openSite, passedOn } from './site.mjs'
import { startProgram } from './startProgram.mjs'

/** Runs a site as a client of the stage. `paths` are those of its library. */
export async function playSite(stage, { command, paths, environment }) {
  const port = await freePort()
  const program = startSite(stage, { command, port, environment })
  const open = await openSite(stage, passedOn(port))
  try {
    await program.listens
    await playPages(stage, paths)
  } catch (error) {
    throw new Error(program.said(), { cause: error })
  } finally {
    open.close()
    await program.end()
  }
}

/** Plays a site that is open; without a path to refresh, its library refreshes nothing by itself. */
export async function playPages(stage, paths) {
  const { browser, site } = stage
  const first = await stage.signsIn(async () => {
    const claims = await shown(await pressed(browser, await browser.go(`${site}${paths.logIn}`)))
    stage.isPlayer(claims)
    return claims
  })
  if (paths.refresh !== undefined) {
    await stage.refreshes(async () => {
      const claims = await shown(await browser.go(`${site}${paths.refresh}`))
      stage.isPlayer(claims)
      assert.notEqual(claims.access_token, first.access_token)
    })
  }
  await stage.signsOut(async () => {
    const page = await browser.go(`${site}${paths.logOut}`, `${site}/bye`)
    const { url } = await pressed(browser, page, `${site}/bye`)
    assert.equal(url.href.split('?')[0], `${site}/bye`)
  })
}

function startSite({ registration, site, issuer, folder }, { command, port, environment }) {
  const [file, ...args] = command
  const child = startProgram(file, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ISSUER: issuer,
      SITE: site,
      PORT: String(port),
      CLIENT_ID: registration.clientId,
      CLIENT_SECRET: registration.clientSecret,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => output.push(String(chunk)))
  }
  const said = () => output.join('').slice(-4000)
  const exited = once(child, 'exit')
  return {
    said,
    listens: isListening(port, child, said),
    async end() {
      child.kill()
      await exited
    },
  }
}

async function isListening(port, child, said) {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error(`The site ended: ${said()}`)
}

/** Libraries ask before they sign in or out. */
function pressed(browser, page, stop) {
  return /<form\b/.test(page.text) ? browser.submit(page, {}, stop) : page
}

function shown({ url, status, text }) {
  assert.equal(status, 200, `${url.href}: ${text}`)
  return JSON.parse(text)
}
