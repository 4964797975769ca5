import type { Page } from '@playwright/test'

/**
 * The layout defects of the page that is shown: it scrolls sideways, a text is cut off, juts out of
 * its box or lies on another. One line a defect.
 */
export function layoutDefects(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const defects: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) defects.push(`${scrollWidth - clientWidth} px too wide`)

    /** Less than the eye can see. */
    const slack = 1.5
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this function alone
    const isUnseen = (element: Element) =>
      element.closest('.unseen, [aria-hidden="true"], option') !== null ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const ancestors = (element: Element): Element[] =>
      element.parentElement === null ? [element] : [element, ...ancestors(element.parentElement)]
    /** The layer of an element that may lie on the rest of the page. */
    const layerOf = (element: Element) =>
      ancestors(element).find((one) => /fixed|sticky|absolute/.test(getComputedStyle(one).position))

    /** The part of a box that its scrolling ancestors show; null for none. */
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this function alone
    const shownOf = (rect: DOMRect, around: readonly Element[]): DOMRect | null => {
      let { left, right } = rect
      for (const one of around) {
        if (!/auto|scroll/.test(getComputedStyle(one).overflowX)) continue
        const frame = one.getBoundingClientRect()
        left = Math.max(left, frame.left)
        right = Math.min(right, frame.right)
      }
      return right > left ? new DOMRect(left, rect.top, right - left, rect.height) : null
    }

    const seen: { words: string; box: DOMRect; layer: Element | undefined }[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const text = walker.currentNode
      const parent = text.parentElement
      const words = (text.textContent ?? '').trim().slice(0, 40)
      if (words === '' || parent === null || isUnseen(parent)) continue
      const around = ancestors(parent)
      const scrolls = around.some((one) => /auto|scroll/.test(getComputedStyle(one).overflowX))
      const range = document.createRange()
      range.selectNodeContents(text)
      const block = around.find((one) => getComputedStyle(one).display !== 'inline') ?? parent
      const box = block.getBoundingClientRect()
      for (const rect of range.getClientRects()) {
        if (rect.width === 0) continue
        // A strip that scrolls hides what has not been scrolled to.
        const isScrolledAway = around.some((one) => {
          if (!/auto|scroll/.test(getComputedStyle(one).overflowX)) return false
          const strip = one.getBoundingClientRect()
          return rect.right > strip.right + slack || rect.left < strip.left - slack
        })
        if (isScrolledAway) continue
        if (!scrolls && (rect.left < -slack || rect.right > clientWidth + slack)) {
          defects.push(`outside of the page: ${words}`)
        }
        if (rect.left < box.left - slack || rect.right > box.right + slack) {
          defects.push(`juts out of its box: ${words}`)
        }
        for (const one of around) {
          const { overflowX, overflowY } = getComputedStyle(one)
          const cut = one.getBoundingClientRect()
          const isCut =
            (/hidden|clip/.test(overflowX) &&
              (rect.left < cut.left - slack || rect.right > cut.right + slack)) ||
            (/hidden|clip/.test(overflowY) &&
              (rect.top + rect.height / 4 < cut.top || rect.bottom - rect.height / 4 > cut.bottom))
          if (isCut) defects.push(`cut off: ${words}`)
        }
        const shown = shownOf(rect, around)
        if (shown !== null) seen.push({ words, box: shown, layer: layerOf(parent) })
      }
    }
    seen.forEach((one, index) => {
      for (const other of seen.slice(index + 1)) {
        if (one.layer !== other.layer || one.words === other.words) continue
        const across =
          Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down =
          Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        // Lines of large type stand closer than the face is high.
        if (across > 2 && down > 0.45 * Math.min(one.box.height, other.box.height)) {
          defects.push(`one on another: ${one.words} / ${other.words}`)
        }
      }
    })
    return [...new Set(defects)]
  })
}
