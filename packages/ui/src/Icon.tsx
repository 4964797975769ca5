import styles from './Icon.module.css'

/** Shapes on a grid of 24. */
const shapes = {
  warning: 'M12 3 2 20.5h20L12 3Zm0 6.5v5m0 3v.5',
  done: 'm5 12.5 4.5 4.5L19 7.5',
  open: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z',
  note: 'M12 7v.5m0 3.5v6M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
} as const

type IconName = keyof typeof shapes

export const iconNames = Object.keys(shapes) as IconName[]

interface Props {
  readonly name: IconName
}

/** The drawn sign of a state, beside a text that says the same. */
export function Icon({ name }: Props) {
  return <Drawn name={name} shape={shapes[name]} />
}

interface DrawnProps {
  readonly name: string
  readonly shape: string
}

/** A shape as a sign. */
export function Drawn({ name, shape }: DrawnProps) {
  return (
    <svg className={styles.icon} data-name={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shape} />
    </svg>
  )
}
