import { LoadedPicture } from './LoadedPicture.tsx'
import styles from './Avatar.module.css'

interface Props {
  /** '' for a player without an image. */
  readonly image: string
  readonly name: string
  /** Else its place has one, in `--size`. */
  readonly size?: 'tiny'
}

/** A player's image; without one, or when it is broken, the first letter of the name. */
export function Avatar({ image, name, size }: Props) {
  return (
    <span className={styles.avatar} data-size={size}>
      <LoadedPicture src={image}>
        <span aria-hidden="true">{[...name][0]?.toUpperCase()}</span>
      </LoadedPicture>
    </span>
  )
}
