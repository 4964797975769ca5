import styles from './Security.module.css'

/** Shapes on a grid of 24. */
const shapes = {
  phone:
    'M8 2.5h8a1.5 1.5 0 0 1 1.5 1.5v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5ZM11 18.5h2',
  tablet:
    'M5.5 2.5h13A1.5 1.5 0 0 1 20 4v16a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 20V4a1.5 1.5 0 0 1 1.5-1.5ZM10.5 18.5h3',
  desktop:
    'M3.5 4h17A1.5 1.5 0 0 1 22 5.5v10a1.5 1.5 0 0 1-1.5 1.5h-17A1.5 1.5 0 0 1 2 15.5v-10A1.5 1.5 0 0 1 3.5 4ZM12 17v3.5m-4 0h8',
} as const

/** Systems that no desk has. */
const kinds: Readonly<Record<string, keyof typeof shapes>> = {
  iPhone: 'phone',
  Android: 'phone',
  iPad: 'tablet',
}

/** The kind of a device, beside its name. */
export function DeviceIcon({ system }: { readonly system: string }) {
  const kind = kinds[system] ?? 'desktop'
  return (
    <svg
      className={`drawn ${styles.device}`}
      data-kind={kind}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={shapes[kind]} />
    </svg>
  )
}
