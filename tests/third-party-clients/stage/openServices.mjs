// Steam and Epic Games as a game meets them: the stand-ins, behind TLS as production asks.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../../scripts/bootstrap.mjs'
import { freePort } from '../../../scripts/freePort.mjs'
import { outsideAt } from '../../../scripts/outside.mjs'
import { openFront } from './openFront.mjs'

const secret = () => randomBytes(16).toString('hex')
const publisherKey = secret()
const epicClient = secret()

/** The keys of a deployment whose games exchange tokens. */
export const gameServices = {
  SignInWith: 'steam,epic-games',
  StrongSignIn: 'optional',
  EnableSecuritySection: true,
  connections: {
    steam: { apiKey: secret(), appId: '480', publisherKey },
    epicGames: { clientId: epicClient, clientSecret: secret() },
  },
}

/** Starts them. Returns the settings that point the product there, and what gives a game its tokens. */
export async function openServices() {
  const [port, smtpPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(root, 'tests/stand-ins/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      STAND_INS_PORT: `${port}`,
      SMTP_PORT: `${smtpPort}`,
      STEAM_PUBLISHER_KEY: publisherKey,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  child.stdout.resume()
  const front = await openFront()
  front.serve(port)
  const address = `https://localhost:${front.httpsPort}`
  const ask = async (path, query) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}?${new URLSearchParams(query)}`)
    return answer.json()
  }
  return {
    certificate: front.certificate,
    settings: { ...outsideAt(address), OUTBOUND_NEAR_HOSTS: 'localhost' },
    /** The token of an account, as the service's SDK gives it to a game. */
    async tokenOf(service, id) {
      if (service === 'epic') {
        const iss = `${address}/epic/epic/oauth/v2`
        return (await ask('/epic/client/id-token', { sub: id, iss, aud: epicClient })).id_token
      }
      const asked = { steamid: id, appid: '480', identity: 'gatehouse' }
      return (await ask('/steam/client/ticket', asked)).ticket
    },
    close() {
      child.kill('SIGTERM')
      front.close()
    },
  }
}
