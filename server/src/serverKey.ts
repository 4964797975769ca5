import { hkdfSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Settings, SettingsError } from './settings.ts'
import { randomBytes } from './randomness.ts'

/** The keys of the server, one a purpose; all derive from one that never leaves it. */
export interface ServerKey {
  readonly sessions: Buffer
  readonly mail: Buffer
  readonly decoys: Buffer
  readonly browsers: Buffer
  readonly links: Buffer
  readonly captcha: Buffer
  readonly flows: Buffer
  readonly signing: Buffer
  readonly interactions: Buffer
  readonly partners: Buffer
}

/**
 * The server's key: SESSION_KEY, or one that is made at the first start and kept beside the embedded
 * database, readable by its owner alone.
 */
export async function readServerKey(settings: Settings): Promise<ServerKey> {
  return serverKeyOf(Buffer.from(settings.SESSION_KEY ?? (await keptKey(settings)), 'base64'))
}

/** The keys that derive from `root`, which has 32 bytes or more. */
export function serverKeyOf(root: Buffer): ServerKey {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', purpose, 32))
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
