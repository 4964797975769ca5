import type { ComponentProps, CSSProperties } from 'react'
import { withoutDirections } from '../i18n/isolate.ts'

interface Props extends Omit<ComponentProps<'bdi'>, 'children'> {
  readonly of: string | null | undefined
}

/** A name, or an address (`dir="ltr"`). The sentence around it stays in order, in any script. */
export function Isolated({ of, ...attributes }: Props) {
  // A mark that opens its own isolate would not end with the element.
  return <bdi {...attributes}>{withoutDirections(of ?? '')}</bdi>
}

/** By its letters a sheet makes a long name smaller, so that it is not broken in two. */
export function lettersOf(name: string): CSSProperties {
  return { '--letters': name.length } as CSSProperties
}
