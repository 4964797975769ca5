import type { Sentence } from '@gatehouse/contract/acts/titles'
import { Name } from './Name.tsx'

/** A sentence about an act: the name in it is isolated from the words around it. */
export function Title({ of: { before, about, isNamed, after } }: { readonly of: Sentence }) {
  return (
    <>
      {before}
      {isNamed ? <Name of={about} /> : about}
      {after}
    </>
  )
}
