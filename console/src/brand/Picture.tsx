import { useEffect, useId, useRef, useState } from 'react'
import type { Overlay } from './studio.ts'

/** A screen or mail, and how it is shown: the fields of the form that asks for a picture. */
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
}

/** Milliseconds in which several changes become one picture. */
const settlingTime = 60

/**
 * A picture of a screen or a mail. The next one is loaded beside it and takes its place once it is
 * there: each in a new frame, so that Back leads out of the page.
 */
export function Picture({ title, address, changes, view, size: { width, height, scale } }: Props) {
  const asked = JSON.stringify([address, changes, view])
  const [coming, setComing] = useState({ number: 0, asked: '' })
  const [shown, setShown] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const name = useId()

  useEffect(() => {
    const timer = setTimeout(
      () => setComing(({ number }) => ({ number: number + 1, asked })),
      settlingTime,
    )
    return () => clearTimeout(timer)
  }, [asked])

  useEffect(() => {
    if (coming.number > 0) form.current?.submit()
  }, [coming.number])

  const frames = [...new Set([shown, coming.number])].filter((number) => number > 0)
  return (
    <figure className="picture" style={{ inlineSize: width * scale }}>
      <figcaption>{title}</figcaption>
      <form ref={form} hidden method="post" action={address} target={`${name}${coming.number}`}>
        {Object.entries(view).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={String(value)} readOnly />
        ))}
        <input
          type="hidden"
          name="changes"
          value={changes === null ? '' : JSON.stringify(changes)}
          readOnly
        />
      </form>
      <div className="picture-frame" style={{ blockSize: height * scale }}>
        {frames.map((number) => (
          <iframe
            key={number}
            name={`${name}${number}`}
            title={title}
            sandbox="allow-same-origin"
            tabIndex={-1}
            width={width}
            height={height}
            style={{ scale: String(scale) }}
            data-shown={number === shown}
            onLoad={({ currentTarget }) => {
              if (isThere(currentTarget)) setShown(number)
            }}
          />
        ))}
      </div>
    </figure>
  )
}

/** False for the empty page that a frame begins with: the console may read that one alone. */
function isThere({ contentWindow }: HTMLIFrameElement): boolean {
  try {
    return contentWindow?.location.href !== 'about:blank'
  } catch {
    return true
  }
}
