import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The rules that only a theme can break: colours, sizes of controls, overlaps. */
const rulesOfThemes = ['color-contrast', 'target-size', 'link-in-text-block'] as const

/** Brings axe to the page that is shown now. */
export async function bringAxe(page: Page): Promise<void> {
  await page.evaluate(axe.source)
}

/**
 * The findings of axe, by all of its rules or by those of themes alone: one line a violation and
 * element.
 */
export function axeViolations(page: Page, which: 'all' | 'of-themes'): Promise<string[]> {
  return page.evaluate(
    async (rules) => {
      const brought = Reflect.get(window, 'axe') as {
        run: (context: Document, options: axe.RunOptions) => Promise<axe.AxeResults>
      }
      const { violations } = await brought.run(document, {
        resultTypes: ['violations'],
        // Axe waits for ever for an answer of a frame that runs no script.
        iframes: false,
        // Before there is anything to head; no rule of WCAG.
        rules: { 'page-has-heading-one': { enabled: document.querySelector('h1, form') !== null } },
        ...(rules !== null && { runOnly: rules }),
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
      )
    },
    which === 'all' ? null : [...rulesOfThemes],
  )
}
