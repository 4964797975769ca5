import type { Locator, Page } from '@playwright/test'

/** How far around an element its focus ring may be drawn. */
const around = 8

/**
 * How many pixels differ, by a contrast of at least 3:1, when an element changes. Afterwards the
 * element is as it was.
 */
export async function seenChange(
  page: Page,
  locator: Locator,
  change: (element: HTMLElement) => void,
): Promise<number> {
  await locator.scrollIntoViewIfNeeded()
  const element = await locator.elementHandle()
  const box = await locator.boundingBox()
  if (element === null || box === null) throw new Error(`${locator.toString()} is not on the page.`)
  const clip = {
    x: Math.max(0, box.x - around),
    y: Math.max(0, box.y - around),
    width: box.width + 2 * around,
    height: box.height + 2 * around,
  }
  const shoot = async () => (await page.screenshot({ clip })).toString('base64')

  const before = await shoot()
  const undo = await element.evaluateHandle((changed: HTMLElement) => {
    const attributes = [...changed.attributes].map(({ name, value }) => [name, value] as const)
    const inputs = [...document.querySelectorAll('input')]
    const checked = inputs.map((input) => input.checked)
    const focused = document.activeElement
    return () => {
      for (const name of changed.getAttributeNames()) changed.removeAttribute(name)
      for (const [name, value] of attributes) changed.setAttribute(name, value)
      inputs.forEach((input, index) => {
        input.checked = checked[index] === true
      })
      const { activeElement } = document
      if (activeElement === focused) return
      if (activeElement instanceof HTMLElement) activeElement.blur()
      if (focused instanceof HTMLElement) focused.focus()
    }
  })
  await element.evaluate(change as (element: unknown) => void)
  const after = await shoot()
  await undo.evaluate((restore) => restore())
  return page.evaluate(countDifferent, [before, after] as const)
}

async function countDifferent(pictures: readonly [string, string]): Promise<number> {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this function alone
  const draw = async (picture: string) => {
    const image = new Image()
    image.src = `data:image/png;base64,${picture}`
    await image.decode()
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('There is no canvas.')
    context.drawImage(image, 0, 0)
    return context.getImageData(0, 0, image.width, image.height).data
  }
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this function alone
  const luminance = (data: Uint8ClampedArray, at: number) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, channel) => {
      const share = (data[at + channel] ?? 0) / 255
      return sum + weight * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
    }, 0.05)
  const [before, after] = await Promise.all([draw(pictures[0]), draw(pictures[1])])
  let different = 0
  for (let at = 0; at < before.length; at += 4) {
    const [low = 0, high = 0] = [luminance(before, at), luminance(after, at)].toSorted(
      (one, other) => one - other,
    )
    if (high / low >= 3) different += 1
  }
  return different
}
