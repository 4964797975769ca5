import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of what an act has done: it takes the place of its form, and is read first. */
export function OutcomeHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}
