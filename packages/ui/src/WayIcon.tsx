import { Drawn } from './Icon.tsx'

/** Shapes on a grid of 24. A visitor's first page needs none of them. */
const shapes = {
  out: 'M14 5h5v14h-5M10 8l-4 4 4 4m-4-4h9',
  away: 'M8 6h10v10M18 6 6 18',
  list: 'M4 6.5h16M4 12h16M4 17.5h16',
  mail: 'M3 6h18v12H3V6Zm0 1 9 7 9-7',
} as const

type WayIconName = keyof typeof shapes

export const wayIconNames = Object.keys(shapes) as WayIconName[]

interface Props {
  readonly name: WayIconName
}

/** The drawn sign of what something leads to, beside a text that says the same. */
export function WayIcon({ name }: Props) {
  return <Drawn name={name} shape={shapes[name]} />
}
