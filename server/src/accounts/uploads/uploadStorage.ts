import type { Settings } from '../../platform/config/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { createFileStorage } from './fileStorage.ts'
import { createS3Storage } from './s3Storage.ts'

/** Where the files of uploads are kept. Every method throws when the storage cannot be used. */
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
