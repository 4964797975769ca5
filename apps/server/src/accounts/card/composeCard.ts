import { type CardFace, isDrawable, lineOf, shortened, widthOf } from './lettering.ts'

export const cardSize = { width: 1200, height: 630 } as const

/** All that a card shows. */
export interface CardContent {
  readonly name: string
  readonly titles: readonly string[]
  /** The linked services: the ids of their signs, and what stands beside these. */
  readonly links: readonly CardLink[]
  readonly studio: string
}

interface CardLink {
  readonly sign: number
  /** The player's name there. */
  readonly name: string
  /** The service, where the name has letters that the face has not. */
  readonly service: string
}

/** The looks of a deployment, as its mails have them at night. */
export interface CardLook {
  readonly colours: Readonly<
    Record<
      'ground' | 'surface' | 'line' | 'text' | 'quiet' | 'accent' | 'onAccent' | 'bar' | 'onBar',
      string
    >
  >
  readonly stripe: readonly string[]
  readonly cardRadius: number
  readonly buttonRadius: number
  readonly isNameInCapitals: boolean
  /** A PNG in base64; null for a studio without a sign of this kind. */
  readonly logo: string | null
}

/** The parts of a theme that a card shows, written by `apps/portal/build/writeCards.mjs`. */
export interface ThemeArt {
  readonly scene: string
  readonly frame: string
  /** The outline of pictures in a square of 80. */
  readonly shape: string
  readonly face: CardFace
}

interface Materials {
  readonly content: CardContent
  readonly look: CardLook
  readonly art: Pick<ThemeArt, 'shape' | 'face'>
  /** The signs of services by their ids, drawn with a line on a grid of 24. */
  readonly signs: Readonly<Record<number, string>>
  /** The player's picture, a PNG in base64; null for the letter. */
  readonly picture: string | null
}

/** The frame has 120 of its units, the picture in it 80. */
export const frameBox = { left: 44, top: 176, side: 408 } as const

const plate = { left: 36, top: 344, width: 1128, height: 250 } as const
const textLeft = 468
const textWidth = plate.left + plate.width - 40 - textLeft

/** Everything of a card between its scene and the frame of the picture, as an SVG. */
export function composeCard(materials: Materials): string {
  const { content, look, art } = materials
  const rows = [
    nameRow(content.name, look, art.face),
    titleRow(content.titles, look, art.face),
    linkRow(materials),
  ].filter((row) => row !== null)
  const gap = 26
  const height = rows.reduce((sum, row) => sum + row.height, gap * (rows.length - 1))
  let top = plate.top + (plate.height - height) / 2 + 3
  const drawn: string[] = []
  for (const row of rows) {
    drawn.push(`<g transform="translate(${textLeft} ${top})">${row.drawn}</g>`)
    top += row.height + gap
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${cardSize.width}" height="${cardSize.height}">`,
    plateOf(look),
    studioOf(content.studio, look, art.face),
    pictureOf(materials),
    ...drawn,
    '</svg>',
  ].join('')
}

interface Row {
  readonly height: number
  readonly drawn: string
}

/** The name, as large as its letters fit. */
function nameRow(name: string, { colours }: CardLook, face: CardFace): Row {
  const largest = 64_000 / face.capitals
  const size = Math.min(largest, (largest * textWidth) / widthOf(face, name, largest))
  const height = (size * face.capitals) / 1000
  return { height, drawn: lineOf(face, name, { x: 0, y: height, size, fill: colours.text }) }
}

/** A row of titles; those without a place are counted. */
function titleRow(titles: readonly string[], look: CardLook, face: CardFace): Row | null {
  const { colours } = look
  const [height, padding, gap] = [48, 18, 12]
  const size = 20_000 / face.capitals
  const most = 360
  const shown = titles
    .filter((title) => isDrawable(face, title))
    .map((title) => shortened(face, title, size, most))
  if (shown.length === 0) return null
  const spaceOf = (text: string) => widthOf(face, text, size) + 2 * padding
  let x = 0
  const chips: string[] = []
  for (const [index, title] of shown.entries()) {
    const isLast = index === shown.length - 1
    const rest = isLast ? 0 : spaceOf('+00') + gap
    const isRoom = x + spaceOf(title) + rest <= textWidth
    const text = isRoom ? title : `+${shown.length - index}`
    const y = (height + 20) / 2
    chips.push(
      `<rect x="${x}" width="${spaceOf(text)}" height="${height}" rx="${Math.min(look.buttonRadius, height / 2)}" fill="${colours.accent}"/>`,
      lineOf(face, text, { x: x + padding, y, size, fill: colours.onAccent }),
    )
    if (!isRoom) break
    x += spaceOf(text) + gap
  }
  return { height, drawn: chips.join('') }
}

/** The signs of linked services, each with the player's name there. */
function linkRow({ content, look, art: { face }, signs }: Materials): Row | null {
  const { links } = content
  if (links.length === 0) return null
  const [height, side, beside, gap] = [40, 40, 12, 26]
  const size = 18_000 / face.capitals
  const names = links.map(({ name, service }) => (isDrawable(face, name) ? name : service))
  const room = textWidth - (side + beside) * links.length - gap * (links.length - 1)
  const most = fairShare(
    names.map((text) => widthOf(face, text, size)),
    room,
  )
  let x = 0
  const drawn = links.map(({ sign }, index) => {
    const text = shortened(face, names[index] ?? '', size, most)
    const letters = lineOf(face, text, {
      x: x + side + beside,
      y: (height + 18) / 2,
      size,
      fill: look.colours.text,
    })
    const mark = `<path transform="translate(${x} 0) scale(${side / 24})" d="${signs[sign] ?? ''}" fill="none" stroke="${look.colours.accent}" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>`
    x += side + beside + widthOf(face, text, size) + gap
    return mark + letters
  })
  return { height, drawn: drawn.join('') }
}

/** The most that each may have so that all have room: the short ones leave theirs to the long ones. */
function fairShare(widths: readonly number[], room: number): number {
  let left = room
  for (const [index, width] of widths.toSorted((a, b) => a - b).entries()) {
    const share = left / (widths.length - index)
    if (width > share) return share
    left -= width
  }
  return room
}

/** The ground of the player's lines, with the stripe of the studio's colours. */
function plateOf({ colours, stripe, cardRadius }: CardLook): string {
  const { left, top, width, height } = plate
  const place = `x="${left}" y="${top}" width="${width}" height="${height}" rx="${cardRadius}"`
  const part = width / stripe.length
  const stripes = stripe.map(
    (colour, index) =>
      `<rect x="${left + index * part}" y="${top}" width="${part + 0.5}" height="8" fill="${colour}"/>`,
  )
  return [
    `<clipPath id="plate"><rect ${place}/></clipPath>`,
    `<rect ${place} transform="translate(0 6)" fill="#000" opacity="0.3"/>`,
    `<rect ${place} fill="${colours.surface}" opacity="0.95"/>`,
    `<g clip-path="url(#plate)">${stripes.join('')}</g>`,
    `<rect ${place} fill="none" stroke="${colours.line}" stroke-width="2"/>`,
  ].join('')
}

/** The studio's sign and name in a corner of the scene. */
function studioOf(studio: string, look: CardLook, face: CardFace): string {
  const { colours, logo } = look
  const [height, padding] = [68, 18]
  const size = 24_000 / face.capitals
  const said = look.isNameInCapitals ? studio.toUpperCase() : studio
  const name = isDrawable(face, said) ? shortened(face, said, size, 640) : ''
  if (logo === null && name === '') return ''
  const side = logo === null ? 0 : 44
  const beside = logo !== null && name !== '' ? 14 : 0
  const width = 2 * padding + side + beside + widthOf(face, name, size)
  const sign =
    logo === null ? '' : imageOf(logo, `x="${padding}" y="12" width="${side}" height="${side}"`)
  const letters = lineOf(face, name, {
    x: padding + side + beside,
    y: (height + 24) / 2,
    size,
    fill: colours.onBar,
  })
  const radius = Math.min(look.cardRadius, height / 2)
  return `<g transform="translate(36 32)"><rect width="${width}" height="${height}" rx="${radius}" fill="${colours.bar}" opacity="0.94"/>${sign}${letters}</g>`
}

/** The picture in the shape of the theme; without one, the letter that stands for it. */
function pictureOf({ content, look, art, picture }: Materials): string {
  const unit = frameBox.side / 120
  const { colours } = look
  const { face, shape } = art
  const first = [...content.name][0]?.toUpperCase() ?? ''
  const size = 36_000 / face.capitals
  const letter = lineOf(face, first, {
    x: 40 - widthOf(face, first, size) / 2,
    y: 58,
    size,
    fill: colours.onAccent,
  })
  const place = `translate(${frameBox.left + 20 * unit} ${frameBox.top + 20 * unit}) scale(${unit})`
  const inside = picture === null ? letter : imageOf(picture, 'width="80" height="80"')
  return `<g transform="${place}"><clipPath id="shape"><path d="${shape}"/></clipPath><path d="${shape}" fill="${colours.accent}"/><g clip-path="url(#shape)">${inside}</g></g>`
}

function imageOf(png: string, place: string): string {
  return `<image ${place} xlink:href="data:image/png;base64,${png}"/>`
}
