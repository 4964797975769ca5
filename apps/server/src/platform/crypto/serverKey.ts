import { hkdfSync } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Settings, SettingsError } from '../config/settings.ts'
import { randomBytes } from './random.ts'

/** Keys of one purpose: the first makes new values, all of them open existing ones. */
export type Keys = readonly [Buffer, ...Buffer[]]

const keyBytes = 32

/** The secrets that carry their player's id. */
const playerSecretKinds = [
  'session id',
  'refresh token',
  'access token',
  'browser at clients',
  'mail link',
  'email confirmation',
  'email undo',
  'partner login code',
  'second step',
  'trusted browser',
  'safety link',
] as const
export type PlayerSecretKind = (typeof playerSecretKinds)[number]

/** The purpose that each key derives for. */
const purposes = {
  sessions: 'sessions',
  mail: 'mail',
  decoys: 'decoys',
  browsers: 'browsers',
  links: 'links',
  captcha: 'captcha',
  flows: 'flows',
  signing: 'signing',
  /** For the secrets of clients. */
  clients: 'clients',
  interactions: 'interactions',
  authorizationRequests: 'authorization requests',
  partners: 'partners',
  /** For accounts of services that sign in to no account yet. */
  arrivals: 'arrivals',
  /** For their successors. */
  refreshTokens: 'refresh tokens of clients',
  /** For their codes. */
  devices: 'devices',
  dpopNonces: 'nonces of proofs of keys',
  /** For the secrets of authenticator apps. */
  factors: 'factors',
  /** For the values that an act replaced. */
  ledger: 'ledger',
  /** For their challenges. */
  passkeys: 'passkeys',
  /** For what the console keeps: log-ins under way, orders that wait, answers, files. */
  console: 'console',
  /** For notes of refusals, and the support codes that open them. Another text would end those of now. */
  supportCodes: 'incidents',
} as const

/**
 * The keys of the server for every purpose. All derive from one that never leaves the server, or
 * from two during a change.
 */
export type ServerKey = Readonly<Record<keyof typeof purposes, Keys>> & {
  /** For the player's id in a secret. */
  readonly players: Readonly<Record<PlayerSecretKind, Keys>>
}

/**
 * The server's key: SESSION_KEY, or one that is made at the first start and stored beside the
 * embedded database, readable by its owner only. Throws a SettingsError for a stored key that
 * others can read or that is not whole.
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
  const ofPlayers = playerSecretKinds.map((kind) => [kind, keyFor(`player of ${kind}`)])
  const own = Object.entries(purposes).map(([name, purpose]) => [name, keyFor(purpose)])
  return { ...Object.fromEntries(own), players: Object.fromEntries(ofPlayers) } as ServerKey
}

async function keptKey(settings: Settings): Promise<string> {
  const path = join(settings.DATA_DIR, 'server.key')
  await mkdir(settings.DATA_DIR, { recursive: true, mode: 0o700 })
  const fresh = randomBytes(keyBytes).toString('base64')
  try {
    await writeFile(path, fresh, { flag: 'wx', mode: 0o600 })
    return fresh
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    await refuseOpenMode(path)
    const kept = await readFile(path, 'utf8').catch((cause: Error) => {
      throw new SettingsError(`DATA_DIR: the key cannot be read. ${cause.message}`, { cause })
    })
    if (Buffer.from(kept, 'base64').length === keyBytes) return kept
    throw new SettingsError(
      `DATA_DIR: ${path} is not a whole key. Restore it; if you remove it, the next start makes another, and every session and mail link ends.`,
    )
  }
}

/** A person who reads the key can log in as any player. */
async function refuseOpenMode(path: string): Promise<void> {
  // Modes mean nothing on Windows.
  if (process.platform === 'win32') return
  const mode = (await stat(path)).mode & 0o777
  if ((mode & 0o077) === 0) return
  throw new SettingsError(
    `DATA_DIR: others can read or change ${path} (mode ${mode.toString(8)}). Run chmod 600 ${path}; if another account may have read it, remove it instead, which ends every session.`,
  )
}
