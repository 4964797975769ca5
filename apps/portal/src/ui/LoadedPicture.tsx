import { type ReactNode, useState } from 'react'

interface Props {
  /** '' where there is none. */
  readonly src: string
  /** What stands in its place when there is none, or it does not come. */
  readonly children: ReactNode
}

/** A picture from elsewhere. It is unseen until it is here: WebKit shows a sign for a broken one. */
export function LoadedPicture({ src, children }: Props) {
  const [here, setHere] = useState('')
  const [missing, setMissing] = useState('')
  if (src === '' || missing === src) return children
  return (
    <img
      key={src}
      // One that came, or did not, before this page was alive has no event any more.
      ref={(image) => {
        if (here !== src)
          image?.decode().then(
            () => setHere(src),
            () => setMissing(src),
          )
      }}
      src={src}
      alt=""
      hidden={here !== src}
    />
  )
}
