// A client in another language. It writes `open <address>` for its browser, and reads from standard
// input where the browser ended; `signed in <claims>`, `refreshed <claims>` and `signed out <address>`
// say how far it is.
import { createInterface } from 'node:readline'
import { startProgram } from './startProgram.mjs'

/** Runs a program as a client of the stage; throws with its last lines where it fails. */
export async function runProgram(stage, command, args, environment) {
  const { registration, site, issuer, folder } = stage
  const child = startProgram(command, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      ISSUER: issuer,
      SITE: site,
      CLIENT_ID: registration.clientId,
      CLIENT_SECRET: registration.clientSecret,
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const errors = []
  child.stderr.on('data', (chunk) => errors.push(String(chunk)))
  const gone = new Promise((resolve) => child.on('close', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const hears = async (word) => {
    const { value } = await lines.next()
    if (value?.startsWith(word)) return value.slice(word.length).trim()
    await gone
    throw new Error(`${value ?? 'The program ended.'}\n${errors.join('')}`)
  }
  try {
    await stage.signsIn(async () => {
      const address = await hears('open')
      const { url } = await stage.browser.go(address, `${site}/callback`)
      child.stdin.write(`${url.href}\n`)
      stage.isPlayer(JSON.parse(await hears('signed in')))
    })
    await stage.refreshes(async () => stage.isPlayer(JSON.parse(await hears('refreshed'))))
    await stage.signsOut(async () => {
      await stage.browser.go(await hears('signed out'), `${site}/bye`)
    })
  } finally {
    child.kill()
    await gone
  }
}
