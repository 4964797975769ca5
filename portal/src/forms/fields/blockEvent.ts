import type { ClipboardEvent, DragEvent } from 'react'

/** For a field that is typed twice, so that a slip in an address does not lock the player out. */
export function blockEvent(event: ClipboardEvent | DragEvent): void {
  event.preventDefault()
}
