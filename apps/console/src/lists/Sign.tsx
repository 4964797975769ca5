import type { MyDeployment } from '@gatehouse/contract/console/me'
import type { CSSProperties } from 'react'
import type { Place } from '../api/useMe.ts'

/** The accent of the deployment's theme, in the browser's scheme. */
export function coloursOf({ accent: { light, dark } }: MyDeployment): CSSProperties {
  const colours = {
    '--place': `light-dark(${light.ground}, ${dark.ground})`,
    '--on-place': `light-dark(${light.text}, ${dark.text})`,
  }
  return colours as CSSProperties
}

/** The first letter of a place in its colour. Its name stands beside it. */
export function Sign({ of: { title, deployment } }: { readonly of: Place }) {
  return (
    <span
      className="sign"
      style={deployment === null ? undefined : coloursOf(deployment)}
      aria-hidden="true"
    >
      {title.charAt(0)}
    </span>
  )
}

/** A place in a sentence. */
export function PlaceName({ of: place }: { readonly of: Place }) {
  return (
    <span className="place-name">
      <Sign of={place} /> {place.title}
    </span>
  )
}
