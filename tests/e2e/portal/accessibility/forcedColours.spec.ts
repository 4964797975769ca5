import type { Locator, Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { submit } from '../../fixtures/page.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import { themesInTurn } from '../../screenshots/variants.ts'
import { seenChange } from '../../accessibility/seenChange.ts'
import { showState } from '../../accessibility/showState.ts'
import { showTheme } from '../../accessibility/showTheme.ts'
import { states } from '../../accessibility/states/states.ts'

// Some states need it.
test.use({ hasClock: true })

/* Where the system's colours take the place of every theme's, a state is still seen. */

type Change = (element: HTMLElement) => void

const check: Change = (element) => {
  const input = element.querySelector('input') ?? element
  if (input instanceof HTMLInputElement) input.checked = !input.checked
}
const focus: Change = (element) => (element.querySelector('input') ?? element).focus()
const work: Change = (element) => element.setAttribute('aria-busy', 'true')
const leave: Change = (element) => element.removeAttribute('aria-current')
const deselect: Change = (element) => element.setAttribute('aria-selected', 'false')
const vanish: Change = (element) => {
  element.style.visibility = 'hidden'
}

/** The elements that are compared in each state, and the change of each. */
const sights: Readonly<Record<string, (page: Page) => readonly (readonly [Locator, Change])[]>> = {
  Cookies: (page) => [
    [page.getByRole('navigation').locator('[aria-current=page]'), leave],
    [page.getByRole('navigation').getByRole('link').nth(1), focus],
    [page.getByRole('switch').last(), check],
    [page.getByRole('switch').last(), focus],
    [page.getByRole('contentinfo').locator('label').first(), check],
    [page.getByRole('contentinfo').locator('label').first(), focus],
  ],
  Newsletters: (page) => [[page.getByRole('main').getByRole('switch').first(), check]],
  'Cookies, a change refused': (page) => [[page.getByRole('main').getByRole('alert'), vanish]],
  'Registration, refused': (page) => [
    [submit(page), work],
    [submit(page), focus],
    [page.getByRole('checkbox').last(), check],
    [page.getByRole('checkbox').last(), focus],
    [page.getByRole('textbox').nth(1), focus],
    [page.getByText('already taken').first(), vanish],
    [page.locator('form [role=alert]').first(), vanish],
  ],
  'Survey, refused, with suggestions': (page) => [[page.locator('[aria-selected=true]'), deselect]],
  Survey: (page) => [
    [page.locator('fieldset').getByRole('radio').first(), check],
    [page.locator('fieldset').getByRole('radio').first(), focus],
  ],
}

for (const [turn, [name, sightsOf]] of firstByDay(Object.entries(sights).entries(), 2)) {
  test(
    `In forced colours every state is seen · ${name}`,
    covers('R-2.7-26'),
    async ({ page, context, stubbedApi, signIn, playerCookies }) => {
      await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
      const state = states.find((one) => one.name === name)
      if (state === undefined) throw new Error(`There is no state ${name}.`)
      await showState(state, { page, context, stubbedApi, signIn, playerCookies })
      // From now on a ring is drawn around what has the focus.
      await page.keyboard.press('Shift')
      for (const theme of themesInTurn(turn)) {
        await showTheme(page, theme)
        for (const [locator, change] of sightsOf(page)) {
          const pixels = await seenChange(page, locator, change)
          expect.soft(pixels, `${theme}: ${change.name} ${locator.toString()}`).toBeGreaterThan(30)
        }
      }
    },
  )
}
