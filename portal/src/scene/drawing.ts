/** A place in a drawing: its units from the corner. */
type Place = readonly [x: number, y: number]
type Box = readonly [x: number, y: number, width: number, height: number]

/** The way of the sun, or of the moon, over a drawing. */
interface SkyWay {
  /** The place where the file has it. */
  readonly drawn: Place
  readonly rise: Place
  readonly set: Place
  /** How high it gets above the line from rise to set. */
  readonly height: number
}

/** An element of the drawing that moves: a group of the file. */
interface MovingPart {
  readonly id: string
  /** Around all that the group shows. */
  readonly box: Box
  readonly moves:
    | 'sway'
    | 'wave'
    | 'bob'
    | 'drift'
    | 'billow'
    | 'ride'
    | 'puff'
    | 'glow'
    | 'turn'
    | 'sweep'
  /** How far, in the units of the motion. */
  readonly by?: Place
  readonly seconds: number
  /** The place that it turns about; without one the middle of its upper edge. */
  readonly about?: Place
  /** Behind the land, beside sun and moon. */
  readonly isBehind?: boolean
  readonly only?: Scheme
}

/** Small things that come and go, which no file has. */
interface Specks {
  readonly look:
    | 'snow'
    | 'firefly'
    | 'leaf'
    | 'petal'
    | 'mote'
    | 'spark'
    | 'smoke'
    | 'glint'
    | 'block'
  readonly count: number
  readonly box: Box
  readonly size: number
  readonly seconds: number
  /** How far each goes. */
  readonly by: Place
  readonly only?: Scheme
}

/** The gate that opens into the account: the panel, the art, the page, or a part of the drawing. */
interface Gate {
  readonly place: 'panel' | 'art' | 'page' | Box
  /** Of a part of the drawing: the corners of its upper edge. */
  readonly round?: number
}

export type Scheme = 'light' | 'dark'

/** The living part of a theme's art: its file `scene.json`. */
export interface Drawing extends Readonly<Record<Scheme, SkyWay>> {
  readonly size: Place
  /** The openings in which sun and moon are seen, as a path. */
  readonly sky?: string
  readonly parts: readonly MovingPart[]
  readonly specks: readonly Specks[]
  readonly gate: Gate
}

/** The files of a theme whose art is on the page. */
export interface ThemeScene {
  readonly drawing: Drawing
  readonly sheet: string
  readonly art: Readonly<Record<Scheme, string>>
  /** The picture of the gate's leaves. */
  readonly leaf: string
}

const drawings = import.meta.glob<Drawing>('../themes/*/scene.json', { import: 'default' })
const sheets = import.meta.glob<string>('../themes/*/scene.css', {
  query: '?url',
  import: 'default',
  eager: true,
})
const arts = import.meta.glob<string>('../themes/*/*-{light,dark}.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const leaves = import.meta.glob<string>('../themes/*/leaf.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const growths = import.meta.glob<string>('../themes/*/growth.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The scene of the art that the page shows; null for a deployment's own art. */
export async function sceneOfPage(): Promise<ThemeScene | null> {
  const folder = folderOfArt()
  const load = drawings[`${folder}/scene.json`]
  const sheet = sheets[`${folder}/scene.css`]
  if (load === undefined || sheet === undefined) return null
  const artOf = (scheme: Scheme) =>
    Object.entries(arts).find(
      ([file]) => file.startsWith(`${folder}/`) && file.endsWith(`-${scheme}.svg`),
    )?.[1] ?? ''
  const art = { light: artOf('light'), dark: artOf('dark') }
  return { drawing: await load(), sheet, art, leaf: leaves[`${folder}/leaf.svg`] ?? '' }
}

/** The drawing of the things that grow with an account; null for a deployment's own art. */
export function growthOfPage(): string | null {
  return growths[`${folderOfArt()}/growth.svg`] ?? null
}

/** The scheme whose art the page shows. */
export function schemeOfPage(): Scheme {
  const page = getComputedStyle(document.documentElement)
  const isDark = page.getPropertyValue('--art') === page.getPropertyValue('--art-dark')
  return isDark ? 'dark' : 'light'
}

/**
 * The theme is known by its art: a deployment may name another one than its environment's, or draw its
 * own. A page that arrives with its art in itself has no address of it, but the name in it.
 */
function folderOfArt(): string {
  const shown = getComputedStyle(document.documentElement).getPropertyValue('--art-light')
  const folders = Object.entries(arts).map(([file, address]) => ({
    folder: file.slice(0, file.lastIndexOf('/')),
    address,
  }))
  const found = folders.find(
    ({ folder, address }) =>
      shown.includes(address) ||
      shown.includes(`class=%22${folder.slice(folder.lastIndexOf('/') + 1)}%22`),
  )
  return found?.folder ?? ''
}
