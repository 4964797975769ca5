/*
 * A process that draws one player's card and ends (drawCard.ts starts it). Drawing takes as long as
 * some hundred requests, and reads a file of the player.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { type InProcess, watchMemory } from '../uploads/ownProcess.ts'
import { cardSize, composeCard, frameBox, type ThemeArt } from './composeCard.ts'
import type { CardOrder } from './drawCard.ts'

interface CardArt {
  readonly themes: Readonly<Record<string, ThemeArt>>
  readonly signs: Readonly<Record<number, string>>
}

sharp.cache(false)
sharp.concurrency(1)

/** An order with the file of the themes' art. */
type Drawn = CardOrder & { readonly artFile: string }

process.once('message', (order: InProcess<Drawn>) => void answer(order))

async function answer({ megabytes, ...order }: InProcess<Drawn>): Promise<void> {
  watchMemory(megabytes)
  const card = await draw(order).catch(() => null)
  process.send?.(card, () => process.exit(0))
}

async function draw(order: Drawn): Promise<Uint8Array> {
  const { artFile, theme, hasScene, picture, content, look } = order
  const { themes, signs } = JSON.parse(readFileSync(artFile, 'utf8')) as CardArt
  const art = themes[theme]
  if (art === undefined) throw new Error(`There is no art of ${theme}.`)
  const own = picture && (await sharp(picture).resize(272, 272).png().toBuffer())
  const lines = composeCard({ content, look, art, signs, picture: own && own.toString('base64') })
  const frame = await sharp(Buffer.from(art.frame), { density: 245 })
    .resize(frameBox.side, frameBox.side)
    .png()
    .toBuffer()
  const background = look.colours.ground
  const ground = hasScene
    ? sharp(Buffer.from(art.scene)).resize(cardSize.width, cardSize.height)
    : sharp({ create: { ...cardSize, channels: 3, background } })
  return ground
    .composite([
      { input: Buffer.from(lines) },
      { input: frame, left: frameBox.left, top: frameBox.top },
    ])
    .removeAlpha()
    .png({ compressionLevel: 7 })
    .toBuffer()
}
