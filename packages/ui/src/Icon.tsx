import styles from './Icon.module.css'

/** Shapes on a grid of 24. */
const shapes = {
  warning: 'M12 3 2 20.5h20L12 3Zm0 6.5v5m0 3v.5',
  done: 'm5 12.5 4.5 4.5L19 7.5',
  open: 'M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z',
  back: 'M19 12H5m6-6-6 6 6 6',
  out: 'M14 5h5v14h-5M10 8l-4 4 4 4m-4-4h9',
  away: 'M8 6h10v10M18 6 6 18',
  note: 'M12 7v.5m0 3.5v6M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
  list: 'M4 6.5h16M4 12h16M4 17.5h16',
  mail: 'M3 6h18v12H3V6Zm0 1 9 7 9-7',
} as const

type IconName = keyof typeof shapes

export const iconNames = Object.keys(shapes) as IconName[]

interface Props {
  readonly name: IconName
}

/** A drawn sign beside a text that says the same. */
export function Icon({ name }: Props) {
  return (
    <svg className={styles.icon} data-name={name} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  )
}
