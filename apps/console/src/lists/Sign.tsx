import type { MyDeployment } from '@gatehouse/contract/console/me'
import type { CSSProperties } from 'react'
import type { Place } from '../api/useMe.ts'

/** What dresses a part of the page as a deployment: the accent in the browser's scheme, and drawings. */
export function dressOf(deployment: MyDeployment | null | undefined) {
  if (!deployment) return {}
  const { light, dark } = deployment.accent
  const style = {
    '--place': `light-dark(${light.ground}, ${dark.ground})`,
    '--on-place': `light-dark(${light.text}, ${dark.text})`,
  } as CSSProperties
  return { style, 'data-theme': deployment.theme ?? undefined }
}

/** The sign of a place, or the first letter in its colour. Its name stands beside it. */
export function Sign({ of: { title, deployment } }: { readonly of: Place }) {
  return (
    <span className="sign" {...dressOf(deployment)} aria-hidden="true">
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
