import type { Page } from '@playwright/test'
import { expect } from '../bench/expect.ts'
import { covers, test } from '../bench/test.ts'
import { schemes, sizes, themesInTurn } from '../screenshots/pictures.ts'
import { axeFaults, bringAxe } from './axeFaults.ts'
import { layoutFaults } from './layoutFaults.ts'
import { showState } from './showState.ts'
import { showTheme } from './showTheme.ts'
import { states } from './states/states.ts'

const narrowest = { width: 320, height: 640 }

for (const [turn, state] of states.entries()) {
  test(
    `Axe finds nothing in its themes, and at 320 px all fits · ${state.name}`,
    covers('R-2.7-26'),
    async ({ page, context, s0, signIn, playerCookies }) => {
      await showState(state, { page, context, s0, signIn, playerCookies })
      expect(await moving(page), 'for who wants no motion').toEqual([])
      await bringAxe(page)
      expect(await axeFaults(page, 'all')).toEqual([])
      for (const [index, theme] of themesInTurn(turn).entries()) {
        await showTheme(page, theme)
        for (const colorScheme of schemes) {
          // By turns: what a theme does to a size shows in either scheme.
          const isSmall = (colorScheme === 'light') === (index % 2 === 0)
          await page.setViewportSize(isSmall ? sizes.phone : sizes.desktop)
          await page.emulateMedia({ colorScheme })
          expect.soft(await axeFaults(page, 'of-themes'), `${theme}, ${colorScheme}`).toEqual([])
        }
        await page.setViewportSize(narrowest)
        expect.soft(await layoutFaults(page), `${theme}, 320 px`).toEqual([])
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
