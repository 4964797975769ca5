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
    back: 'M4 50h24v10H4zM68 50h24v10H68z',
    front: 'M10 50V30h16v20zM70 50V30h16v20z',
    lines: 'M26 34q8 8 13 9M70 34q-6 6-10 8M48 40v.1M48 46v.1M14 24h8M74 24h8M40 18h.1M58 14h.1',
  },
  /** A lantern that fell. */
  lantern: {
    back: 'M4 54q24-6 46-2t42-1v9H4z',
    front: 'M34 24h28l5 28H29z',
    lines: 'M38 24v-6h20v6M48 18v-6m-6 18 8 8-6 5 8 9M20 46h.1M78 40h.1M74 46h.1',
  },
} as const

export type DrawingName = keyof typeof drawings

/** A small scene in the colours of the theme, beside words that say the same. */
export function Drawing({ name }: { readonly name: DrawingName }) {
  const { back, front, lines } = drawings[name]
  return (
    <svg className={styles.drawing} data-name={name} viewBox="0 0 96 64" aria-hidden="true">
      <path className={styles.back} d={back} />
      <path className={styles.front} d={front} />
      <path d={lines} />
    </svg>
  )
}
