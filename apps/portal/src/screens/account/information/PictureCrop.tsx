import { Trans, useLingui } from '@lingui/react/macro'
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { avatarBounds } from '@gatehouse/contract/avatarBounds'
import { Button } from '@gatehouse/ui/Button'
import { moved, type Place, sideOf, startOf, wheelFactor, zoomed, zooms } from './cropping.ts'
import styles from './PictureCrop.module.css'

interface Props {
  readonly image: ImageBitmap
  readonly isBusy: boolean
  /** The chosen square, as a new picture. */
  readonly onUse: (square: OffscreenCanvas) => void
  readonly onBack: () => void
}

/** Pixels of the drawn square; the element is as wide as its place lets it be. */
const drawn = 2 * avatarBounds.sides[0]
/** The share of the shown square by which a key moves it. */
const stride = 1 / 20

/** Shows a picture as it will be: moved and zoomed by pointer, wheel, fingers, keys and slider. */
export function PictureCrop({ image, isBusy, onUse, onBack }: Props) {
  const { t } = useLingui()
  const id = useId()
  const [place, setPlace] = useState(() => startOf(image))
  const square = useRef<HTMLCanvasElement>(null)
  const small = useRef<HTMLCanvasElement>(null)
  const move = (right: number, down: number) =>
    setPlace((before) => moved(image, before, right, down))
  const zoomBy = (factor: number) =>
    setPlace((before) => zoomed(image, before, before.zoom * factor))
  const fingers = useFingers(move, zoomBy)
  useWheel(square, zoomBy)
  useEffect(() => {
    for (const { current } of [square, small]) draw(current?.getContext('2d'), image, place)
  }, [image, place])
  useEffect(() => square.current?.focus(), [])

  function press(event: KeyboardEvent) {
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => move(-stride, 0),
      ArrowRight: () => move(stride, 0),
      ArrowUp: () => move(0, -stride),
      ArrowDown: () => move(0, stride),
      '+': () => zoomBy(zooms.step),
      '=': () => zoomBy(zooms.step),
      '-': () => zoomBy(1 / zooms.step),
    }
    const act = acts[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  }

  return (
    <div className="stack">
      <p id={`${id}-how`}>
        <Trans>Move it with your finger, the mouse or the arrow keys.</Trans>
      </p>
      <div className={`line ${styles.views}`}>
        <canvas
          ref={square}
          className={styles.square}
          width={drawn}
          height={drawn}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- its keys are its own
          role="application"
          aria-label={t`Part of your picture`}
          aria-describedby={`${id}-how`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move it
          tabIndex={0}
          onKeyDown={press}
          {...fingers}
        />
        <canvas
          ref={small}
          className={styles.preview}
          width={176}
          height={176}
          aria-hidden="true"
        />
      </div>
      <Zoom
        zoom={place.zoom}
        onZoom={(zoom) => setPlace((before) => zoomed(image, before, zoom))}
      />
      <div className="acts">
        <Button isBusy={isBusy} onClick={() => onUse(cut(image, place))}>
          <Trans>Use this picture</Trans>
        </Button>
        <Button look="quiet" onClick={onBack}>
          <Trans>Choose another one</Trans>
        </Button>
      </div>
    </div>
  )
}

interface ZoomProps {
  readonly zoom: number
  readonly onZoom: (zoom: number) => void
}

function Zoom({ zoom, onZoom }: ZoomProps) {
  const { t } = useLingui()
  return (
    <div className={`line ${styles.zoom}`}>
      <Button look="secondary" aria-label={t`Zoom out`} onClick={() => onZoom(zoom / zooms.step)}>
        −
      </Button>
      <input
        type="range"
        aria-label={t`Zoom`}
        min={1}
        max={zooms.max}
        step={0.01}
        value={zoom}
        onChange={({ currentTarget: { value } }) => onZoom(Number(value))}
      />
      <Button look="secondary" aria-label={t`Zoom in`} onClick={() => onZoom(zoom * zooms.step)}>
        +
      </Button>
    </div>
  )
}

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null | undefined,
  image: ImageBitmap,
  place: Place,
): void {
  if (!context) return
  const { width, height } = context.canvas
  const side = sideOf(image, place)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, width, height)
  const from = [place.x - side / 2, place.y - side / 2] as const
  context.drawImage(image, ...from, side, side, 0, 0, width, height)
}

function cut(image: ImageBitmap, place: Place): OffscreenCanvas {
  const canvas = new OffscreenCanvas(drawn, drawn)
  draw(canvas.getContext('2d'), image, place)
  return canvas
}

/** One finger or the mouse moves, two fingers zoom; in shares of the element. */
function useFingers(move: (right: number, down: number) => void, zoomBy: (by: number) => void) {
  const down = useRef(new Map<number, { readonly x: number; readonly y: number }>())
  const spread = () => {
    const [one, other] = down.current.values()
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const lift = ({ pointerId }: PointerEvent) => down.current.delete(pointerId)
  return {
    onPointerDown({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent) {
      currentTarget.setPointerCapture(pointerId)
      down.current.set(pointerId, { x, y })
    },
    onPointerMove({ currentTarget, pointerId, clientX: x, clientY: y }: PointerEvent) {
      const before = down.current.get(pointerId)
      if (before === undefined) return
      const wide = spread()
      down.current.set(pointerId, { x, y })
      const { clientWidth: side } = currentTarget
      // The picture follows the finger.
      if (wide === 0) move((before.x - x) / side, (before.y - y) / side)
      else zoomBy(spread() / wide)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

/** A page may keep the wheel from scrolling only by its own listener. */
function useWheel(
  square: { readonly current: HTMLElement | null },
  zoomBy: (factor: number) => void,
): void {
  const zoom = useEffectEvent(zoomBy)
  useEffect(() => {
    const shown = square.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      zoom(wheelFactor(event))
    }
    shown?.addEventListener('wheel', turn, { passive: false })
    return () => shown?.removeEventListener('wheel', turn)
  }, [square])
}
