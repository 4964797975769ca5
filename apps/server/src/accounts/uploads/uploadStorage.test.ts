import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BucketStandIn, startBucket } from '../../../test/fixtures/bucketStandIn.ts'
import { FakeClock } from '../../../test/fixtures/fakeClock.ts'
import { newSecret } from '../../platform/crypto/secrets.ts'
import { createFileStorage, createS3Storage, fileOf, type UploadStorage } from './uploadStorage.ts'

let folder: string
let bucket: BucketStandIn

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-pictures-'))
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

function inBucket(changes: { readonly secretAccessKey?: string } = {}): UploadStorage {
  const { url, key, region } = bucket
  return createS3Storage({ bucket: url, region, ...key, clock: new FakeClock(), ...changes })
}

describe.each([
  ['files of DATA_DIR', () => createFileStorage(folder)],
  ['an S3-compatible bucket that checks signatures', () => inBucket()],
])('the storage in %s', (_, open) => {
  it('keeps, gives and deletes a picture of a deployment', async () => {
    const storage = open()
    const file = fileOf(newSecret(), 256)
    expect(await storage.read('local', file)).toBeNull()
    await storage.write('local', file, Buffer.from('one'))
    await storage.write('local', file, Buffer.from('two'))
    expect(Buffer.from((await storage.read('local', file)) ?? []).toString()).toBe('two')
    expect(await storage.read('prod', file)).toBeNull()
    await storage.remove('local', file)
    expect(await storage.read('local', file)).toBeNull()
    await storage.remove('local', file)
  })

  it.each(['../../gatehouse.key', 'x.webp', '', `${'a'.repeat(43)}-256.webp/..`])(
    'refuses the name %j',
    async (file) => {
      const storage = open()
      await expect(async () => storage.read('local', file)).rejects.toThrow(/name of no picture/)
      await expect(storage.write('local', file, Buffer.from('x'))).rejects.toThrow(
        /name of no picture/,
      )
    },
  )
})

it('Files of DATA_DIR are readable by the server alone, and no half-written file stays', async () => {
  const storage = createFileStorage(folder)
  const file = fileOf(newSecret(), 64)
  await storage.write('modes', file, Buffer.from('x'))
  const place = join(folder, 'avatars', 'modes')
  expect(await readdir(place)).toEqual([file])
  expect((await stat(join(place, file))).mode & 0o777).toBe(0o600)
  expect((await stat(place)).mode & 0o777).toBe(0o700)
})

it('A wrong key gets nothing into a bucket, and the error names no secret', async () => {
  const before = bucket.objects.size
  const storage = inBucket({ secretAccessKey: 'another/secret' })
  const refused = await storage
    .write('local', fileOf(newSecret(), 64), Buffer.from('x'))
    .catch((error: unknown) => String(error))
  expect(refused).toBe('Error: The picture storage refused to write: status 403.')
  expect(bucket.objects.size).toBe(before)
})

it('A missing picture is none where the key may not list the bucket, and an error where the key is wrong', async () => {
  const file = fileOf(newSecret(), 64)
  bucket.mayList = false
  expect(await inBucket().read('local', file)).toBeNull()
  bucket.mayList = true
  await expect(inBucket({ secretAccessKey: 'another/secret' }).read('local', file)).rejects.toThrow(
    'refused to read: status 403',
  )
})
