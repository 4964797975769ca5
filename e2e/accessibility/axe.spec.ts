import { expect } from '../bench/expect.ts'
import { covers, test } from '../bench/test.ts'
import { schemes, sizes, themed } from '../screenshots/pictures.ts'
import { axeFaults, bringAxe } from './axeFaults.ts'
import { layoutFaults } from './layoutFaults.ts'
import { showState } from './showState.ts'
import { showTheme } from './showTheme.ts'
import { states } from './states/states.ts'

const narrowest = { width: 320, height: 640 }

for (const state of states) {
  test(
    `Axe finds nothing in any theme, and at 320 px all fits · ${state.name}`,
    covers('R-2.7-26'),
    async ({ page, context, s0, signIn, playerCookies }) => {
      await showState(state, { page, context, s0, signIn, playerCookies })
      await bringAxe(page)
      expect(await axeFaults(page, 'all')).toEqual([])
      for (const [index, theme] of themed.entries()) {
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
