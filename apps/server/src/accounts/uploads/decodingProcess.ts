/*
 * A process that reads one uploaded file, writes its squares and ends (encodeUpload.ts starts it). It
 * is a process and not a thread, so that a decoder that crashes, hangs or grows takes only itself
 * along.
 */
import { avatarBounds } from '@gatehouse/contract/avatarBounds'
import sharp from 'sharp'
import type { PictureAnswer, PictureOrder } from './encodeUpload.ts'
import { type InProcess, watchMemory } from './ownProcess.ts'

const loaders = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
} as const

sharp.cache(false)
sharp.concurrency(1)

process.once('message', (order: InProcess<PictureOrder>) => void answer(order))

async function answer({ bytes, format, megabytes }: InProcess<PictureOrder>): Promise<void> {
  watchMemory(megabytes)
  // Of the many formats of the library one is open: the one that the first bytes name.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loaders[format]] })
  const found = await encode(Buffer.from(bytes)).catch((): PictureAnswer => ({
    outcome: 'unreadable',
  }))
  process.send?.(found, () => process.exit(0))
}

async function encode(bytes: Buffer): Promise<PictureAnswer> {
  const options = { limitInputPixels: false, failOn: 'error' } as const
  // Only the header is read for this.
  const { width, height } = await sharp(bytes, options).metadata()
  if (width * height > avatarBounds.pixels) return { outcome: 'too-large' }
  const [side, smaller] = avatarBounds.sides
  // The first picture of an animation; upright as its metadata say, which then are gone.
  const large = await sharp(bytes, { ...options, limitInputPixels: avatarBounds.pixels })
    .autoOrient()
    .resize(side, side, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { channels } = large.info
  const square = sharp(large.data, { raw: { width: side, height: side, channels } })
  return {
    outcome: 'encoded',
    squares: [
      await square.clone().webp({ quality: 82 }).toBuffer(),
      await square.clone().resize(smaller, smaller).webp({ quality: 82 }).toBuffer(),
    ],
  }
}
