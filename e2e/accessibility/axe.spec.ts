import type { Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { covers, test } from '../fixtures/test.ts'
import { schemes, sizes, themesInTurn } from '../screenshots/variants.ts'
import { axeViolations, bringAxe } from './axeViolations.ts'
import { layoutDefects } from './layoutDefects.ts'
import { showState } from './showState.ts'
import { showTheme } from './showTheme.ts'
import { states } from './states/states.ts'

const narrowest = { width: 320, height: 640 }

for (const [turn, state] of states.entries()) {
  test(
    `Axe finds nothing in its themes, and at 320 px all fits · ${state.name}`,
    covers('R-2.7-26'),
    async ({ page, context, stubbedApi, signIn, playerCookies }) => {
      await showState(state, { page, context, stubbedApi, signIn, playerCookies })
      expect(await moving(page), 'for who wants no motion').toEqual([])
      await bringAxe(page)
      expect(await axeViolations(page, 'all')).toEqual([])
      for (const [index, theme] of themesInTurn(turn).entries()) {
        await showTheme(page, theme)
        for (const colorScheme of schemes) {
          // By turns: what a theme does to a size shows in either scheme.
          const isSmall = (colorScheme === 'light') === ((turn + index) % 2 === 0)
          await page.setViewportSize(isSmall ? sizes.phone : sizes.desktop)
          await page.emulateMedia({ colorScheme })
          expect
            .soft(await axeViolations(page, 'of-themes'), `${theme}, ${colorScheme}`)
            .toEqual([])
        }
        await page.setViewportSize(narrowest)
        expect.soft(await layoutDefects(page), `${theme}, 320 px`).toEqual([])
      }
    },
  )
}

/** The animations that are under way: one that only waits, or is over at once, moves nothing. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => {
        const { progress = null, duration } = effect?.getComputedTiming() ?? {}
        return playState === 'running' && progress !== null && duration !== 0
      })
      .map((animation) => String(Reflect.get(animation, 'animationName'))),
  )
}
