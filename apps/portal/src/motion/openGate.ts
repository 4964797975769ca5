import styles from './Motion.module.css'

/** On the screen, in pixels. */
interface Opening {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Of each corner, beginning above the start of an English line: across and down. */
  readonly corners: readonly (readonly [across: number, down: number])[]
}

/**
 * Opens the gate of the theme into the account. It runs inside a view transition, while the page is
 * still that of the log-in: the sheets move both pictures of the page, and the leaves of the gate lie
 * over the new one until they are open. A press or a key ends it at once.
 */
export function openGate(): void {
  const opening = openingOfPage()
  const { left, top, right, bottom } = opening
  const [across, down] = [(left + right) / 2, (top + bottom) / 2]
  const zoom = zoomOf(opening)
  const walked = (edge: number, middle: number) => middle + (edge - middle) * zoom
  const page = document.documentElement
  const values = {
    '--gate-middle': `${across}px ${down}px`,
    '--gate-zoom': String(zoom),
    '--gate-from': insetOf(opening, 1),
    '--gate-to': insetOf(
      {
        left: walked(left, across),
        right: walked(right, across),
        top: walked(top, down),
        bottom: walked(bottom, down),
        corners: opening.corners,
      },
      zoom,
    ),
    '--gate-round': roundOf(opening, 1),
  }
  for (const [name, value] of Object.entries(values)) page.style.setProperty(name, value)
  page.dataset['gate'] = ''
  const gate = makeGate(opening)
  document.body.append(gate)
  const ended = new AbortController()
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, finish, ended)
  const swings = gate.getAnimations({ subtree: true }).map(({ finished }) => finished)
  const close = () => {
    ended.abort()
    gate.remove()
    delete page.dataset['gate']
  }
  void Promise.allSettled(swings).then(close)
}

/** Ends every animation of the gate and of the pictures of the page. */
function finish(): void {
  for (const animation of document.getAnimations()) {
    const { effect } = animation
    if (!(effect instanceof KeyframeEffect)) continue
    const isOfPage = effect.pseudoElement?.startsWith('::view-transition') === true
    const isOfGate = effect.target?.closest('[data-gate-part="frame"]') instanceof Element
    if (isOfPage || isOfGate) animation.finish()
  }
}

function makeGate({ left, top, right, bottom }: Opening): HTMLElement {
  const gate = document.createElement('div')
  gate.className = styles['gate'] ?? ''
  gate.dataset['gatePart'] = 'frame'
  gate.setAttribute('aria-hidden', 'true')
  // Its leaves are drawn once, and swing alike for every reader.
  gate.dir = 'ltr'
  Object.assign(gate.style, {
    insetInlineStart: `${left}px`,
    insetBlockStart: `${top}px`,
    inlineSize: `${right - left}px`,
    blockSize: `${bottom - top}px`,
  })
  for (const name of ['light', 'start', 'end']) {
    const part = document.createElement('span')
    part.dataset['gatePart'] = name
    gate.append(part)
  }
  return gate
}

/** Where the account is first seen: the panel, the art, or the whole page, as the theme's sheet says. */
function openingOfPage(): Opening {
  const place = getComputedStyle(document.documentElement).getPropertyValue('--gate-place')
  if (place === 'page') return seen(new DOMRect(0, 0, innerWidth, innerHeight), [])
  const art = document.querySelector('[data-art]')
  const frame = place === 'art' ? art : art?.nextElementSibling
  if (frame) return seen(frame.getBoundingClientRect(), cornersOf(frame))
  return middleOf(place === 'art')
}

/** Of a page without art, to which a partner leads back: its middle, round where the art is. */
function middleOf(isRound: boolean): Opening {
  if (!isRound) {
    const middle = new DOMRect(
      innerWidth * 0.3,
      innerHeight * 0.2,
      innerWidth * 0.4,
      innerHeight * 0.6,
    )
    return seen(middle, [])
  }
  const size = Math.min(innerWidth, innerHeight) * 0.6
  const circle = new DOMRect((innerWidth - size) / 2, (innerHeight - size) / 2, size, size)
  return seen(
    circle,
    [0, 1, 2, 3].map(() => [size / 2, size / 2]),
  )
}

/** As much of it as is on the screen. */
function seen({ left, top, right, bottom }: DOMRect, corners: Opening['corners']): Opening {
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(innerWidth, right),
    bottom: Math.min(innerHeight, bottom),
    corners,
  }
}

function cornersOf(element: Element): Opening['corners'] {
  const { width, height } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const names = ['Start Start', 'Start End', 'End End', 'End Start'] as const
  return names.map((name) => {
    const key = `border${name.replace(' ', '')}Radius` as 'borderStartStartRadius'
    const [across = '0', down = across] = style[key].split(' ')
    return [pixels(across, width), pixels(down, height)]
  })
}

function pixels(text: string, whole: number): number {
  const number = Number.parseFloat(text)
  return text.endsWith('%') ? (number / 100) * whole : number
}

/**
 * How much nearer the opening is when it has become the page, its corners with it: as large as the page, it
 * comes no nearer.
 */
function zoomOf({ left, top, right, bottom }: Opening): number {
  const [across, down] = [(left + right) / 2, (top + bottom) / 2]
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const farthest = Math.max(
    across / width,
    (innerWidth - across) / width,
    down / height,
    (innerHeight - down) / height,
  )
  return farthest <= 0.5 ? 1 : farthest * 2 * 1.3
}

/** The opening as a shape that is cut out of the page. */
function insetOf(opening: Opening, zoom: number): string {
  const { left, top, right, bottom } = opening
  const edges = [top, innerWidth - right, innerHeight - bottom, left]
  return `inset(${edges.map((edge) => `${edge}px`).join(' ')} round ${roundOf(opening, zoom)})`
}

function roundOf({ corners }: Opening, zoom: number): string {
  const side = (index: 0 | 1) =>
    [0, 1, 2, 3].map((corner) => `${(corners[corner]?.[index] ?? 0) * zoom}px`).join(' ')
  return `${side(0)} / ${side(1)}`
}
