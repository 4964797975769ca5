import { longestPressed, mostPressed } from '@gatehouse/contract/console/pictureScript'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Overlay } from './studio.ts'

/** A screen or mail, and how it is shown: the fields of a request for a picture. */
export interface View {
  readonly what: string
  readonly language: string
  readonly scheme: 'light' | 'dark'
  readonly textSize?: number
  readonly isForced?: boolean
  /** The words of a mailing, for the mail of one. */
  readonly listName?: string
  readonly subject?: string
  readonly text?: string
}

/** The size of a picture, and the share of it that the page shows. */
export interface Size {
  readonly width: number
  readonly height: number
  readonly scale: number
}

interface Props {
  readonly title: string
  /** Where pictures are asked for, with a ticket. */
  readonly address: string
  /** Null shows what is served. */
  readonly changes: Overlay | null
  readonly view: View
  readonly size: Size
  /** Takes the words that were pressed; without it nothing can be pressed. */
  readonly onPress?: ((said: readonly string[]) => void) | undefined
}

/** A picture of a screen or a mail, which follows the changes. */
export function Picture({ title, address, changes, view, size, onPress }: Props) {
  const { width, height, scale } = size
  const body = JSON.stringify({ ...view, changes: changes === null ? '' : JSON.stringify(changes) })
  return (
    <figure className="picture" style={{ inlineSize: width * scale }}>
      <figcaption>{title}</figcaption>
      <div className="picture-frame" style={{ blockSize: height * scale }}>
        <Frame
          key={address}
          title={title}
          src={address}
          width={width}
          height={height}
          scale={scale}
          body={body}
          onPress={onPress}
        />
      </div>
    </figure>
  )
}

interface FrameProps extends Size, Pick<Props, 'onPress'> {
  readonly title: string
  readonly src: string
  /** That of a request for the picture. */
  readonly body: string
}

/** The page of a picture on the host of previews: it says which body it shows, an empty one at first. */
function Frame({ title, body, scale, onPress, ...attributes }: FrameProps) {
  const { origin } = new URL(attributes.src)
  const frame = useRef<HTMLIFrameElement>(null)
  const [shown, setShown] = useState<string | null>(null)
  const isThere = shown !== null
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (isThere) return undefined
    // Without a network the page of the frame did not come.
    const tryAgain = () => setAttempt((last) => last + 1)
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [isThere])

  const press = useEffectEvent((data: unknown) => {
    const said = pressedIn(data)
    if (said !== null) onPress?.(said)
  })

  useEffect(() => {
    function hear({ source, origin: from, data }: MessageEvent<unknown>) {
      if (from !== origin || source !== frame.current?.contentWindow) return
      if (typeof data === 'string') setShown(data)
      else press(data)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [origin])

  useEffect(() => {
    if (isThere) frame.current?.contentWindow?.postMessage(body, origin)
  }, [isThere, body, origin])

  return (
    <iframe
      key={attempt}
      {...attributes}
      ref={frame}
      title={title}
      // oxlint-disable-next-line react/iframe-missing-sandbox -- its host is not the console's
      sandbox="allow-same-origin allow-scripts"
      tabIndex={-1}
      style={{ scale: String(scale), visibility: shown ? 'visible' : 'hidden' }}
      data-shown={shown === body}
      data-pressable={onPress !== undefined || undefined}
    />
  )
}

/** The words of a press: a page of pictures has no other say. */
function pressedIn(data: unknown): readonly string[] | null {
  const { said } = (data ?? {}) as { readonly said?: unknown }
  if (!Array.isArray(said)) return null
  return said
    .slice(0, mostPressed)
    .flatMap((words) => (typeof words === 'string' ? words.slice(0, longestPressed) : []))
}
