import styles from './Drawing.module.css'

/** Scenes on a grid of 96 by 64: what lies behind, what stands in front, and its lines. */
const drawings = {
  /** A camp without quarrel. */
  camp: {
    back: 'M4 56q22-14 44-8t44 0v8z',
    front: 'M30 54 48 20l18 34zM70 54l8-14 8 14z',
    lines: 'M48 20v34M44 12l4 8 4-8M14 54v-8M11 49l3-5 3 5M20 16h.1M78 14h.1M66 22h.1',
  },
  /** A letterbox that nothing came to. */
  letterbox: {
    back: 'M4 56h88v4H4z',
    front: 'M26 20h34a12 12 0 0 1 12 12v14H26a12 12 0 0 1-12-12 12 12 0 0 1 12-14z',
    lines: 'M26 20a12 13 0 0 1 12 13v13M44 46v12M60 32h8v-8h8M20 36h10',
  },
  /** A letter on its way. */
  letter: {
    back: 'M4 54q24-8 46-3t42-1v10H4z',
    front: 'M26 18h44v30H26z',
    lines: 'M26 19l22 17 22-17M26 47l15-16M70 47 55 31M8 26h10M4 34h14M10 42h8',
  },
  /** A lens over an empty field. */
  lens: {
    back: 'M4 56q24-10 46-4t42 0v6H4z',
    front: 'M44 10a18 18 0 1 1 0 36 18 18 0 0 1 0-36z',
    lines: 'M57 41l16 15M36 24q3-6 9-6M14 20h.1M76 18h.1M82 34h.1',
  },
  /** Gates that are shut, and a path to each. */
  doors: {
    back: 'M4 56h88v4H4z',
    front: 'M16 56V30a10 10 0 0 1 20 0v26zM60 56V30a10 10 0 0 1 20 0v26z',
    lines: 'M38 44h6m4 0h6m4 0h.1M31 44h.1M65 44h.1M48 22v.1M26 20v36M70 20v36',
  },
  /** A signpost without names. */
  signpost: {
    back: 'M4 56q24-8 46-3t42-1v8H4z',
    front: 'M34 14h28l9 8-9 8H34zM62 34H36l-9 7 9 7h26z',
    lines: 'M48 8v6m0 16v4m0 14v9M41 22h12M43 41h12M16 20h.1M82 30h.1',
  },
  /** A bridge that ends in the air. */
  bridge: {
    back: 'M4 36h22l-4 24H4zM92 36H70l4 24h18z',
    front: 'M18 32h20l4 6H18zM78 32H58l-2 5 4 1h18z',
    lines:
      'M14 36V18M34 32V22M82 36V18M62 32V22M14 20q9 8 20 4M82 20q-9 8-20 4M48 44h.1M44 52h.1M51 56h.1',
  },
  /** A lantern that fell. */
  lantern: {
    back: 'M4 54q24-6 46-2t42-1v9H4z',
    front: 'M37 24h22v24H37z',
    lines:
      'M33 48h30M33 24h30l-6-9H39zM48 15V9m0 15-5 8 8 4-5 12M43 24v24M53 24v24M20 46h.1M76 42h.1M80 47h.1',
  },
} as const

export type DrawingName = keyof typeof drawings

/** A small scene in the colours of the theme, beside words that say the same. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  const { back, front, lines } = drawings[name]
  return (
    <svg
      className={`drawn ${styles.drawing}`}
      data-name={name}
      viewBox="0 0 96 64"
      aria-hidden="true"
    >
      <circle className={styles.sun} cx="72" cy="17" r="7" />
      <path className={styles.hills} d="M0 46q14-16 32-8t28-6 36 8v24H0z" />
      <path className={styles.back} d={back} />
      <path className={styles.front} d={front} />
      <path d={lines} />
    </svg>
  )
}
