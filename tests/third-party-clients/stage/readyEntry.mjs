import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withServer } from './registrations.mjs'

const file = join(import.meta.dirname, '../../../examples/ready-software/clients.json')
const entries = JSON.parse(readFileSync(file, 'utf8'))

/** An entry of examples/ready-software with the addresses of a site, whose `/bye` follows a log-out. */
export function readyEntry(clientId, site) {
  const { redirectUris, scopes, pkce, claims } = entries.find((each) => each.clientId === clientId)
  const here = redirectUris.map((address) => address.replace(new URL(address).origin, site))
  const given = { pkce, claims, scopes, redirectUris: here }
  const written = Object.entries(given).filter(([, value]) => value !== undefined)
  return withServer(site, Object.fromEntries(written))
}
