import type { ComponentProps } from 'react'
import { withoutDirections } from '../i18n/isolate.ts'

interface Props extends Omit<ComponentProps<'bdi'>, 'children'> {
  readonly of: string | null | undefined
}

/** A name, or an address (`dir="ltr"`). The sentence around it stays in order, in any script. */
export function Isolated({ of, ...attributes }: Props) {
  // A mark that opens its own isolate would not end with the element.
  return <bdi {...attributes}>{withoutDirections(of ?? '')}</bdi>
}
