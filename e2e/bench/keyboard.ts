import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** More stops than any screen has. */
const mostStops = 70

/** Somebody without a mouse, who must see the focus wherever it is. */
export class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** Goes on until the control has the focus; every stop on the way is one that can be seen. */
  async tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let stops = 0; stops < mostStops; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press(key)
      expect(await this.#unseenFocus(), 'the focus is visible').toBe('')
    }
    await expect(target).toBeFocused()
  }

  /** Goes to a field and replaces what it holds. */
  async write(field: Locator, text: string): Promise<void> {
    await this.tabTo(field)
    await this.press('ControlOrMeta+a')
    await this.type(text)
  }

  async activate(target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(target)
    await this.press(key)
  }

  /** Another screen has come: the focus is on its heading, and its title is told and shown. */
  async arriveAt(heading: string, title: string): Promise<void> {
    await expect(this.#page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
    await expect(this.#page).toHaveTitle(`Account - ${title}`)
    const told = this.#page.locator('p[aria-live=polite]', { hasText: `Account - ${title}` })
    await expect(told).toHaveCount(1)
  }

  /**
   * All stops from the beginning of the page to its end, by the position that each has among the
   * page's elements, and those that there should be. What keeps the focus for itself ends the walk.
   */
  async walkThrough(): Promise<{ readonly walked: number[]; readonly offered: number[] }> {
    await this.#page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const offered = await this.#page.evaluate(offeredStops)
    const walked: number[] = []
    for (let stops = 0; stops < mostStops; stops += 1) {
      await this.press('Tab')
      const at = await this.#page.evaluate(() =>
        document.activeElement === document.body
          ? -1
          : [...document.body.querySelectorAll('*')].indexOf(
              document.activeElement ?? document.body,
            ),
      )
      if (at === -1 || walked.includes(at)) break
      expect(await this.#unseenFocus(), 'the focus is visible').toBe('')
      walked.push(at)
    }
    return { walked, offered }
  }

  /** What has the focus although nobody sees it; '' when it is seen. */
  #unseenFocus(): Promise<string> {
    return this.#page.evaluate(() => {
      const element = document.activeElement
      if (element === null || element === document.body) return ''
      const { parentElement, nextElementSibling } = element
      // A field's ring is its border's, that of a hidden circle its label's.
      const hasRing = [element, parentElement, nextElementSibling].some((one) => {
        if (one === null) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(one)
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
      })
      const { top, bottom } = element.getBoundingClientRect()
      const isOnScreen = bottom > 0 && top < innerHeight
      return hasRing && isOnScreen ? '' : element.outerHTML
    })
  }
}

/** What the keyboard should reach, in the order in which it is read; of a group of circles, one. */
function offeredStops(): number[] {
  const all = [...document.body.querySelectorAll<HTMLElement>('*')]
  const isStop = (element: HTMLElement) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility())
      return false
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') {
      return element.matches(
        'a[href], button, input, textarea, select, iframe, summary, [tabindex]',
      )
    }
    const group = all.filter(
      (one) => one instanceof HTMLInputElement && one.type === 'radio' && one.name === element.name,
    ) as HTMLInputElement[]
    return (group.find(({ checked }) => checked) ?? group[0]) === element
  }
  return all.flatMap((element, index) => (isStop(element) ? [index] : []))
}
