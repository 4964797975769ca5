import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withServer } from './registrations.mjs'

const page = readFileSync(join(import.meta.dirname, '../../docs/ready-software.md'), 'utf8')
const [, json = '[]'] = /```json\n([^]*?)```/.exec(page) ?? []
const entries = JSON.parse(json)

/** An entry of docs/ready-software.md with the addresses of a site, whose `/bye` follows a log-out. */
export function readyEntry(clientId, site) {
  const { redirectUris, scopes, pkce, claims } = entries.find((each) => each.clientId === clientId)
  const here = redirectUris.map((address) => address.replace(new URL(address).origin, site))
  const given = { pkce, claims, scopes, redirectUris: here }
  const written = Object.entries(given).filter(([, value]) => value !== undefined)
  return withServer(site, Object.fromEntries(written))
}
