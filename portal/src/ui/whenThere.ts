import { type ComponentType, lazy } from 'react'

/** A part of the page that comes later, or not at all when it cannot be fetched. */
export function whenThere<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }))
}

function Nothing() {
  return null
}
