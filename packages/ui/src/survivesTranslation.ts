/*
 * A browser that translates a page puts elements of its own in place of the texts, and React goes on
 * with the texts that it made: it cannot take them away, put something before them, or change them.
 * Here each text is known with what stands in its place.
 */

const replacements = new WeakMap<Node, ChildNode>()
let isInstalled = false

/** The child of a parent in which a node is by now; null where it is nowhere below. */
const placeOf = (parent: Node, node: Node): ChildNode | null => {
  let place: Node | null = node
  if (node.parentNode === null) place = replacements.get(node) ?? null
  while (place !== null && place.parentNode !== parent) place = place.parentNode
  return place as ChildNode | null
}

/** Lets React change a page that its browser translates from now on. Repeated calls do nothing. */
export function surviveTranslation(): void {
  if (isInstalled) return
  isInstalled = true
  const { removeChild, insertBefore } = Node.prototype
  // oxlint-disable no-extend-native -- the calls are React's
  Node.prototype.removeChild = function <N extends Node>(this: Node, child: N): N {
    if (child.parentNode === this) return removeChild.call(this, child) as N
    placeOf(this, child)?.remove()
    return child
  }
  Node.prototype.insertBefore = function <N extends Node>(this: Node, node: N, next: Node | null) {
    replacements.get(node)?.remove()
    const place = next === null || next.parentNode === this ? next : placeOf(this, next)
    return insertBefore.call(this, node, place) as N
  }
  // oxlint-enable no-extend-native
  new MutationObserver((records) => {
    for (const record of records) for (const node of record.removedNodes) noteText(node, record)
  }).observe(document, { childList: true, subtree: true })
}

/** Takes note of a text that a translation has replaced: its next words bring it back. */
function noteText(node: Node, { addedNodes, previousSibling, nextSibling }: MutationRecord): void {
  if (!(node instanceof Text) || node.parentNode !== null) return
  const replacement = [...addedNodes, previousSibling, nextSibling].find(isOfTranslation)
  if (replacement === undefined) return
  replacements.set(node, replacement)
  Object.defineProperty(node, 'nodeValue', {
    configurable: true,
    get: () => node.data,
    set(words: string) {
      delete (node as Partial<Text>).nodeValue
      node.nodeValue = words
      if (node.parentNode === null) replacement.replaceWith(node)
      replacements.delete(node)
    },
  })
}

function isOfTranslation(node: Node | null): node is HTMLElement {
  return node?.nodeName === 'FONT'
}
