import { coverOf } from './cover.ts'
import { type Drawing, type Scheme, schemeOfPage, type ThemeScene } from './drawing.ts'
import styles from './Scene.module.css'
import { skyAt } from './skyAt.ts'
import { playWithoutRounds } from './withoutRounds.ts'

export interface ShownScene {
  /** Nothing moves while the scene is not to be seen. */
  pause(isPaused: boolean): void
  remove(): void
}

/** The golden ratio scatters numbered things, alike on every page. */
const golden = 0.618034

/**
 * Puts the living scene over the art of a page, in the same place: the groups of its file one by
 * one, of which some move. It is shown when all of them are drawn.
 */
export async function showScene(
  art: HTMLElement,
  { drawing, art: files }: ThemeScene,
): Promise<ShownScene> {
  const scheme = schemeOfPage()
  const scene = make('div', styles['scene'])
  scene.setAttribute('aria-hidden', 'true')
  scene.dataset['scene'] = scheme
  const stage = make('div', styles['stage'])
  // The drawing is the same for every reader, also where the page is mirrored.
  stage.dir = 'ltr'
  scene.append(stage)
  const [width, height] = drawing.size
  place(stage, [0, 0, width, height])
  const image = (id: string) => groupOf(`${files[scheme]}#${id}`, drawing.size)
  const heaven = make('div', styles['heaven'])
  if (drawing.sky !== undefined) heaven.style.clipPath = `path('${drawing.sky}')`
  const sun = image('sun')
  heaven.append(make('div', styles['warmth']), sun)
  const parts = drawing.parts
    .filter(({ only = scheme }) => only === scheme)
    .map((part, index) => ({ ...part, shown: partOf(part, image(part.id), index) }))
  const behind = parts.filter(({ isBehind }) => isBehind).map(({ shown }) => shown)
  const before = parts.filter(({ isBehind }) => !isBehind).map(({ shown }) => shown)
  const specks = drawing.specks.filter(({ only = scheme }) => only === scheme).flatMap(specksOf)
  stage.append(image('sky'), heaven, ...behind, image('land'), ...before, ...specks)
  const images = [...stage.querySelectorAll('img')]
  await Promise.all(images.map((one) => one.decode()))
  const moving = [...parts.map(({ shown }) => shown), ...specks]
  let isPaused = false
  let motions = new Map<HTMLElement, Animation>()
  const move = () => {
    for (const [one, motion] of motions) showMotion(motion, one, isPaused)
  }
  const fitted = new ResizeObserver(() => {
    fit(art, stage, drawing, moving)
    move()
  })
  // First where the picture has it: there are not two.
  sun.style.transform = 'translate(0, 0)'
  art.append(scene)
  motions = playWithoutRounds(moving)
  const tick = () => showSky(heaven, sun, drawing, scheme)
  tick()
  const ticking = setInterval(tick, 60_000)
  fitted.observe(art)
  return {
    pause(isNow) {
      isPaused = isNow
      scene.toggleAttribute('data-paused', isPaused)
      move()
    },
    remove() {
      clearInterval(ticking)
      fitted.disconnect()
      scene.remove()
    },
  }
}

/** A group of the file alone: its other groups hide where its id is the target. */
function groupOf(address: string, [width, height]: Drawing['size']): HTMLImageElement {
  const image = make('img', styles['group'])
  image.alt = ''
  image.src = address
  place(image, [0, 0, width, height])
  return image
}

function partOf(
  part: Drawing['parts'][number],
  image: HTMLImageElement,
  index: number,
): HTMLElement {
  const { box, moves, by = [0, 0], seconds, about } = part
  const [x, y, width] = box
  const shown = make('span', styles['part'])
  shown.dataset['moves'] = moves
  place(shown, box)
  image.style.translate = `${-x}px ${-y}px`
  const [aboutX, aboutY] = about ?? [x + width / 2, y]
  shown.style.transformOrigin = `${aboutX - x}px ${aboutY - y}px`
  animate(shown, by, seconds, index * golden * seconds)
  shown.append(image)
  return shown
}

function specksOf(specks: Drawing['specks'][number]): HTMLElement[] {
  const { look, count, box, size, seconds, by } = specks
  const [x, y, width, height] = box
  return Array.from({ length: count }, (_, index) => {
    const speck = make('span', styles['speck'])
    speck.dataset['look'] = look
    const [across, down] = [(index * golden) % 1, (index * golden * golden) % 1]
    const own = size * (0.6 + 0.8 * ((index * 0.37) % 1))
    const thick = look === 'glint' ? own / 9 : own
    place(speck, [x + across * width, y + down * height, own, thick])
    const far = 0.7 + 0.6 * down
    animate(speck, [by[0] * far, by[1] * far], seconds * (0.8 + 0.5 * across), index * 1.7)
    return speck
  })
}

/** Begun some seconds ago, so that no two are in step. */
function animate(
  element: HTMLElement,
  [x, y]: readonly [number, number],
  seconds: number,
  ago: number,
): void {
  element.style.setProperty('--by-x', String(x))
  element.style.setProperty('--by-y', String(y))
  element.style.setProperty('--seconds', `${seconds}s`)
  element.style.setProperty('--ago', `${-ago}s`)
}

/** Nothing moves outside of the art, and nothing goes on while the scene is not seen. */
function showMotion(motion: Animation, element: HTMLElement, isPaused: boolean): void {
  if (element.hasAttribute('data-outside')) motion.cancel()
  else if (isPaused) motion.pause()
  else if (motion.playState !== 'running') motion.play()
}

/** The stage covers the art, as its background does, and nothing moves outside. */
function fit(
  art: HTMLElement,
  stage: HTMLElement,
  drawing: Drawing,
  moving: readonly HTMLElement[],
): void {
  const { x, y, scale } = coverOf(art, drawing)
  stage.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
  const [left, top] = [-x / scale, -y / scale]
  const [right, bottom] = [left + art.clientWidth / scale, top + art.clientHeight / scale]
  for (const one of moving) {
    const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = one
    const isAcross = offsetLeft < right && offsetLeft + offsetWidth > left
    const isDown = offsetTop < bottom && offsetTop + offsetHeight > top
    one.toggleAttribute('data-outside', !(isAcross && isDown))
  }
}

function showSky(
  heaven: HTMLElement,
  sun: HTMLImageElement,
  drawing: Drawing,
  scheme: Scheme,
): void {
  const now = new Date()
  const { way, warmth } = skyAt(now.getHours() + now.getMinutes() / 60, scheme)
  const { drawn, rise, set, height } = drawing[scheme]
  const x = rise[0] + (set[0] - rise[0]) * way
  const y = rise[1] + (set[1] - rise[1]) * way - height * Math.sin(Math.PI * way)
  sun.style.transform = `translate(${x - drawn[0]}px, ${y - drawn[1]}px)`
  heaven.style.setProperty('--warmth', String(warmth))
}

function place(element: HTMLElement, [x, y, width, height]: readonly number[]): void {
  Object.assign(element.style, {
    insetInlineStart: `${x}px`,
    insetBlockStart: `${y}px`,
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
  })
}

function make<Tag extends 'div' | 'span' | 'img'>(tag: Tag, name = ''): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = name
  return element
}
