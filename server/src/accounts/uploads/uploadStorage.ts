import type { Settings } from '../../platform/config/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { createFileStorage } from './fileStorage.ts'
import { createS3Storage } from './s3Storage.ts'
import type { UploadStorage } from './storage.ts'

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
