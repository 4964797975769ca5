import type { Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import { themedDeployments, themesInTurn } from '../../screenshots/variants.ts'
import { layoutDefects } from '../../accessibility/layoutDefects.ts'
import { showState } from '../../accessibility/showState.ts'
import { showTheme } from '../../accessibility/showTheme.ts'
import { states } from '../../accessibility/states/states.ts'

// Some states need it.
test.use({ hasClock: true })

/* Changes that readers make to a page: larger text, wider spacing. */

/** 1280 × 1024 at 400 %. */
const at400 = { width: 320, height: 256 }
// The queries of a sheet grow with the reader's size, those of this test do not: a width below them.
const narrower = { width: 900, height: 800 }
const asLargeAgain = 'html { font-size: 200% !important }'
/** WCAG 1.4.12, to the letter. */
const spaced = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }`

const main = new Set([
  'Home, asked for cookies',
  'Log-in, asked for cookies',
  'Registration, refused',
  'Error',
  'Not found',
  'My information',
  'Newsletters',
  'Connections, in every state',
  'Deletion, refused',
  'Survey',
  'Cookies',
  'Update email, asked for the password',
  'Undo what was done, by a mail',
  'An undoing that waits',
  'Proofs of a player without second steps',
  'Set-up of a second step that is required',
  'If somebody took this account',
])

for (const [turn, state] of firstByDay(states.filter(({ name }) => main.has(name)).entries(), 4)) {
  test(
    `Zoomed, with larger text and wider spaces nothing is lost · ${state.name}`,
    covers('R-2.7-26'),
    async ({ page, context, stubbedApi, signIn, playerCookies }) => {
      await showState(state, { page, context, stubbedApi, signIn, playerCookies })
      for (const theme of themesInTurn(turn)) {
        await showTheme(page, theme)
        await page.setViewportSize(at400)
        expect.soft(await layoutDefects(page), `${theme}, 400 %`).toEqual([])
        expect.soft(await hiddenFocus(page), `${theme}, 400 %, focus`).toEqual([])
        await page.setViewportSize(narrower)
        for (const [name, style] of Object.entries({ asLargeAgain, spaced })) {
          const tag = await page.addStyleTag({ content: style })
          expect.soft(await layoutDefects(page), `${theme}, ${name}`).toEqual([])
          await tag.evaluate((element: Element) => element.remove())
        }
      }
    },
  )
}

test('A phone on its side shows the button of the log-in', async ({
  page,
  stubbedApi,
  playerCookies,
}) => {
  await page.context().addCookies(playerCookies.filter(({ name }) => /consent/.test(name)))
  await stubbedApi.in('PROD')
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/login')
  const button = page.locator('form button[type=submit]')
  for (const theme of themedDeployments) {
    await showTheme(page, theme)
    await expect(button, theme).toBeInViewport({ ratio: 1 })
  }
})

/** Elements that take the focus and then lie wholly under something else (WCAG 2.4.11). */
function hiddenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top = document.querySelector('dialog[open]') ?? document.body
    const stops = top.querySelectorAll<HTMLElement>('a[href], button, input, textarea, select')
    return [...stops].flatMap((stop) => {
      if (!stop.checkVisibility() || stop.matches(':disabled, .unseen, [tabindex="-1"]')) return []
      stop.focus()
      const { left, right, top, bottom } = stop.getBoundingClientRect()
      const isSeen = [0.1, 0.5, 0.9].some((down) =>
        [0.1, 0.5, 0.9].some((across) => {
          const at = document.elementFromPoint(
            left + (right - left) * across,
            top + (bottom - top) * down,
          )
          return at !== null && (stop.contains(at) || at.contains(stop))
        }),
      )
      return isSeen
        ? []
        : [`${stop.tagName} ${stop.textContent} ${stop.getAttribute('name') ?? ''}`]
    })
  })
}
