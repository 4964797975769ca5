import { useEffect, useRef, useState } from 'react'
import { usePortal } from '../context/portal.ts'
import { whenIdle } from '../ui/whenIdle.ts'
import styles from './SceneGrowth.module.css'

interface Props {
  /** How many services are linked. */
  readonly linked: number
  readonly titles: number
}

/** More of them need more room than a head has. */
const most = { linked: 5, titles: 12 }

/** Where the titles of one tree hang, or whatever stands for a tree: percent, across and down. */
const branches = [
  [62, 24],
  [24, 34],
  [50, 48],
] as const

/**
 * The growth of the scene with the account: a tree for every linked service, or the theme's own
 * thing, and a fruit on it for every title. It comes once the page is usable, and says nothing that the
 * page does not say in words. It stands at the lower end of the nearest positioned box, `--growth-base` above it and `--growth-end` beside it; in the band of a small screen `--growth-low` above it, at the other end.
 */
export function SceneGrowth({ linked, titles }: Props) {
  const { rules } = usePortal()
  const [drawing, setDrawing] = useState<string | null>(null)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!rules.hasLivingScene) return
    whenIdle(() => {
      import('./drawing.ts')
        .then(({ growthOfPage }) => setDrawing(growthOfPage()))
        // The head is whole without it.
        .catch(() => undefined)
    })
  }, [rules])
  // After each rendering: another one may have grown.
  useEffect(() => {
    const { current: growth } = shown
    if (growth === null) return
    import('./leanGrowth.ts')
      .then(({ leanGrowth }) => leanGrowth(growth))
      // It still leans.
      .catch(() => undefined)
  })
  if (drawing === null || linked + titles === 0) return null
  const trees = Math.min(linked, most.linked)
  const fruits = Math.min(titles, most.titles)
  const hung = trees === 0 ? 0 : Math.min(fruits, trees * branches.length)
  return (
    <div ref={shown} className={styles.growth} aria-hidden="true" data-growth="">
      {numbersTo(trees).map((tree) => (
        <span key={tree} className={styles.tree}>
          <img src={`${drawing}#linked`} alt="" data-grown="linked" />
          {numbersTo(hung)
            .filter((fruit) => fruit % trees === tree)
            .map((fruit) => {
              const [across, down] = branches[Math.floor(fruit / trees)] ?? branches[0]
              return (
                <img
                  key={fruit}
                  src={`${drawing}#title`}
                  alt=""
                  data-grown="title"
                  style={{ insetInlineStart: `${across}%`, insetBlockStart: `${down}%` }}
                />
              )
            })}
        </span>
      ))}
      {numbersTo(fruits - hung).map((fruit) => (
        <img key={fruit} src={`${drawing}#title`} alt="" data-grown="title" />
      ))}
    </div>
  )
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, number) => number)
}
