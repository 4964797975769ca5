import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as samples from '../../../test/fixtures/samples/samplePictures.ts'
import { createUploadEncoder } from './encodeUpload.ts'
import { OverloadedError } from '../../platform/apiError.ts'

const encode = createUploadEncoder()

async function squaresOf(bytes: Uint8Array) {
  const encoded = await encode(bytes)
  if (encoded.outcome !== 'encoded') throw new Error(encoded.outcome)
  return encoded.squares.map((square) => Buffer.from(square))
}

describe('a picture', () => {
  it.each([
    ['PNG', samples.png],
    ['JPEG', samples.jpegOfPhone],
    ['WebP', samples.webp],
  ])('of the format %s becomes squares of 256 and 64 pixels in WebP', async (_, make) => {
    const found = await Promise.all(
      (await squaresOf(await make())).map((square) => sharp(square).metadata()),
    )
    expect(found.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 256, 256],
      ['webp', 64, 64],
    ])
  })

  it.each([
    ['EXIF', samples.jpegOfPhone],
    ['text', samples.annotatedPng],
  ])('loses its metadata: %s', async (_, make) => {
    const bytes = await make()
    expect(bytes.includes('Secretplace')).toBe(true)
    for (const square of await squaresOf(bytes)) {
      expect(square.includes('Secretplace')).toBe(false)
      const { exif, icc, xmp, iptc, orientation } = await sharp(square).metadata()
      expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined))
    }
  })

  it('stands upright as its metadata say', async () => {
    const stripes = await sharp({
      create: { width: 400, height: 400, channels: 3, background: '#00f' },
    })
      .composite([
        {
          input: { create: { width: 400, height: 200, channels: 3, background: '#f00' } },
          top: 0,
          left: 0,
        },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const [large = Buffer.alloc(0)] = await squaresOf(stripes)
    const pixel = async (left: number) => {
      const region = { left, top: 128, width: 1, height: 1 }
      return [...(await sharp(large).extract(region).raw().toBuffer())]
    }
    // Turned by a quarter, the upper half is the right one.
    expect((await pixel(200))[0]).toBeGreaterThan(200)
    expect((await pixel(50))[2]).toBeGreaterThan(200)
  })

  it('that moves becomes its first still', async () => {
    const [large = Buffer.alloc(0)] = await squaresOf(await samples.animatedWebp())
    expect((await sharp(large).metadata()).pages).toBeUndefined()
    const [red = 0, green = 0, blue = 0] = (await sharp(large).stats()).channels.map(
      ({ mean }) => mean,
    )
    expect([red > 200, green < 50, blue < 50]).toEqual([true, true, true])
  })

  it('with a page behind it becomes a picture alone', async () => {
    const bytes = await samples.polyglot()
    expect(bytes.includes('<script>')).toBe(true)
    for (const square of await squaresOf(bytes)) expect(square.includes('<script>')).toBe(false)
  })
})

describe('a file', () => {
  it.each([
    ['an SVG', () => samples.svg, 'unknown-type'],
    ['a GIF', samples.gif, 'unknown-type'],
    ['nothing', () => Buffer.alloc(0), 'unknown-type'],
    ['text', () => Buffer.from('no picture'), 'unknown-type'],
    ['a page that begins like a PNG', () => samples.pageAsPng, 'unreadable'],
    ['half a PNG', samples.truncatedPng, 'unreadable'],
    ['half a JPEG', samples.truncatedJpeg, 'unreadable'],
    ['a PNG of 20000×20000 pixels', () => samples.pixelBomb(), 'too-large'],
  ])('that is %s is refused', async (_, make, outcome) => {
    expect(await encode(await make())).toEqual({ outcome })
  })

  it('that takes too long to read ends with its process', async () => {
    const hasty = createUploadEncoder({ milliseconds: 1 })
    expect(await hasty(await samples.png())).toEqual({ outcome: 'cut-off' })
  })

  it('that takes too much memory ends with its process', async () => {
    // Less than the process has before it reads anything.
    const narrow = createUploadEncoder({ megabytes: 8 })
    expect(await narrow(samples.pixelBomb(5000))).toEqual({ outcome: 'cut-off' })
  })
})

it('Too many files at once are refused, and the waiting ones are read one after the other', async () => {
  const one = createUploadEncoder({ running: 1, waiting: 1 })
  const bytes = await samples.png()
  const results = await Promise.allSettled([one(bytes), one(bytes), one(bytes)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect((results[2] as PromiseRejectedResult).reason).toBeInstanceOf(OverloadedError)
  // The places are free again.
  expect((await one(bytes)).outcome).toBe('encoded')
})
