import { hkdfSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Settings, SettingsError } from '../config/settings.ts'
import { randomBytes } from './random.ts'

/** Keys of one purpose: the first makes new values, all of them open existing ones. */
export type Keys = readonly [Buffer, ...Buffer[]]

/**
 * The keys of the server for every purpose. All derive from one that never leaves the server, or
 * from two during a change.
 */
export interface ServerKey {
  readonly sessions: Keys
  readonly mail: Keys
  readonly decoys: Keys
  readonly browsers: Keys
  readonly links: Keys
  readonly captcha: Keys
  readonly flows: Keys
  readonly signing: Keys
  readonly interactions: Keys
  readonly authorizationRequests: Keys
  readonly partners: Keys
}

/**
 * The server's key: SESSION_KEY, or one that is made at the first start and stored beside the
 * embedded database, readable by its owner only.
 */
export async function readServerKey(settings: Settings): Promise<ServerKey> {
  const root = settings.SESSION_KEY ?? (await keptKey(settings))
  const { SESSION_KEY_OTHER: other } = settings
  const others = other === undefined ? [] : [Buffer.from(other, 'base64')]
  return serverKeyOf(Buffer.from(root, 'base64'), ...others)
}

/**
 * The keys that derive from `root`, which has 32 bytes or more, and from others that are accepted.
 */
export function serverKeyOf(root: Buffer, ...others: readonly Buffer[]): ServerKey {
  const keyFor = (purpose: string): Keys => {
    const derive = (from: Buffer) => Buffer.from(hkdfSync('sha256', from, '', purpose, 32))
    return [derive(root), ...others.map(derive)]
  }
  return {
    sessions: keyFor('sessions'),
    mail: keyFor('mail'),
    decoys: keyFor('decoys'),
    browsers: keyFor('browsers'),
    links: keyFor('links'),
    captcha: keyFor('captcha'),
    flows: keyFor('flows'),
    signing: keyFor('signing'),
    interactions: keyFor('interactions'),
    authorizationRequests: keyFor('authorization requests'),
    partners: keyFor('partners'),
  }
}

async function keptKey(settings: Settings): Promise<string> {
  const path = join(settings.DATA_DIR, 'server.key')
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 })
  const fresh = randomBytes(32).toString('base64')
  try {
    await writeFile(path, fresh, { flag: 'wx', mode: 0o600 })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return await readFile(path, 'utf8').catch((cause: Error) => {
      throw new SettingsError(`DATA_DIR: the key cannot be read. ${cause.message}`, { cause })
    })
  }
}
