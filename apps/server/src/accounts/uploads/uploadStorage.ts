import { hash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { avatarBounds } from '@gatehouse/contract/avatarBounds'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../../platform/config/settings.ts'
import { randomUUID } from '../../platform/crypto/random.ts'
import { createOutbound } from '../../platform/http-client/outbound.ts'

/*
 * The names of uploads and their storage. Each upload has a new name that cannot be guessed, so
 * that its files never change and may be cached for ever.
 */

export const uploadPath = '/avatars'

/** The sides of an upload's squares, the largest first. */
export const { sides } = avatarBounds

/** The name of an upload's file with squares of a side. */
export function fileOf(name: string, side: (typeof sides)[number]): string {
  return `${name}-${side}.webp`
}

/** The path of an upload on the portal; the largest square stands for it. */
export function pathOf(name: string): string {
  return `${uploadPath}/${fileOf(name, sides[0])}`
}

/** The name in the path of an upload; null for any other text. */
export function nameIn(path: string): string | null {
  return /^\/avatars\/([\w-]{43})-256\.webp$/.exec(path)?.[1] ?? null
}

/** Returns whether a text is the name of an upload's file; no other text reaches a storage. */
export function isUploadFile(text: string): boolean {
  return /^[\w-]{43}-(?:256|64)\.webp$/.test(text)
}

/** Keeps the files of uploads. Every method throws when the storage cannot be used. */
export interface UploadStorage {
  /** Keeps a file; one of the same name is replaced. */
  readonly write: (deployment: string, file: string, bytes: Uint8Array) => Promise<void>
  /** The file; null when there is none. */
  readonly read: (deployment: string, file: string) => Promise<Uint8Array | null>
  /** Deletes a file; one that is not there counts as deleted. */
  readonly remove: (deployment: string, file: string) => Promise<void>
}

/** The storage that the settings name: a bucket, or files in DATA_DIR. */
export function createUploadStorage(settings: Settings, clock: Clock): UploadStorage {
  const { AVATAR_S3_URL: bucket, AVATAR_S3_REGION: region, DATA_DIR } = settings
  if (bucket === undefined) return createFileStorage(DATA_DIR)
  return createS3Storage({
    bucket,
    region,
    // The settings refuse a bucket without its key.
    accessKeyId: settings.AVATAR_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.AVATAR_S3_SECRET_ACCESS_KEY ?? '',
    clock,
  })
}

/** Keeps pictures as files in `<folder>/avatars/<deployment>`, readable by the server alone. */
export function createFileStorage(folder: string): UploadStorage {
  const folderOf = (deployment: string) => join(folder, 'avatars', encodeURIComponent(deployment))
  const placeOf = (deployment: string, file: string) => {
    if (!isUploadFile(file)) throw new Error('This is the name of no picture.')
    return join(folderOf(deployment), file)
  }
  return {
    async write(deployment, file, bytes) {
      const path = placeOf(deployment, file)
      await mkdir(folderOf(deployment), { recursive: true, mode: 0o700 })
      // Renamed when it is whole: a reader never sees half of it.
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flag: 'wx' })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    read: (deployment, file) => readFile(placeOf(deployment, file)).catch(nullIfMissing),
    remove: (deployment, file) => rm(placeOf(deployment, file), { force: true }),
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

interface Bucket {
  /** Its address without a final slash: of the path style, or its own host. */
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly clock: Clock
}

/** Keeps pictures as objects `avatars/<deployment>/<file>` of an S3-compatible bucket. */
export function createS3Storage({ bucket, clock, ...key }: Bucket): UploadStorage {
  const ask = createOutbound('picture storage')

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    [deployment, file]: readonly [string, string],
    body: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<Response> {
    if (!isUploadFile(file)) throw new Error('This is the name of no picture.')
    const url = `${bucket}/avatars/${encodeURIComponent(deployment)}/${file}`
    const signer = new AwsV4Signer({
      ...key,
      method,
      url,
      service: 's3',
      datetime: clock
        .now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, ''),
      headers: {
        // The signature covers the content, so that it is not changed on the way.
        'x-amz-content-sha256': hash('sha256', body ?? '', 'hex'),
        ...(body === null ? {} : { 'content-type': 'image/webp' }),
      },
      body,
    })
    const { headers } = await signer.sign()
    return ask(url, { method, headers, ...(body === null ? {} : { body }) })
  }

  return {
    async write(deployment, file, bytes) {
      const answer = await send('PUT', [deployment, file], new Uint8Array(bytes))
      if (!answer.ok) throw refusalOf('write', answer)
    },
    async read(deployment, file) {
      const answer = await send('GET', [deployment, file])
      if (answer.status === 404 || (await isDenied(answer))) return null
      if (!answer.ok) throw refusalOf('read', answer)
      return new Uint8Array(await answer.arrayBuffer())
    },
    async remove(deployment, file) {
      const answer = await send('DELETE', [deployment, file])
      if (!answer.ok && answer.status !== 404) throw refusalOf('remove', answer)
    },
  }
}

/**
 * S3 denies a missing object to a key that may not list the bucket; a wrong key has another code.
 */
async function isDenied(answer: Response): Promise<boolean> {
  return answer.status === 403 && (await answer.text()).includes('<Code>AccessDenied</Code>')
}

/** Without the answer's text, which may name the key. */
function refusalOf(method: string, { status }: Response): Error {
  return new Error(`The picture storage refused to ${method}: status ${status}.`)
}
