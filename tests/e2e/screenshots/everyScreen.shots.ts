import { everySection, screens } from '../accessibility/screens.ts'
import { showTheme } from '../accessibility/showTheme.ts'
import { ok } from '../fixtures/stubbed-api/answers.ts'
import { player } from '../fixtures/stubbed-api/defaults.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { hasArrived } from './hasArrived.ts'
import {
  environmentOf,
  fileOf,
  type Screenshot,
  schemes,
  sizes,
  themedDeployments,
  wordsOf,
} from './variants.ts'

const blocked = ['Ann', 'Bob', 'Cleo'].map((Username, index) => ({
  Id: index + 7,
  Username,
  AvatarUrl: '',
}))

for (const deployment of themedDeployments) {
  for (const scheme of schemes) {
    test(`${deployment}, ${scheme}`, async ({ page, stubbedApi, signIn }) => {
      test.setTimeout(900_000)
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await stubbedApi.in(environmentOf(deployment), {
        ...everySection['signed in'],
        ...wordsOf(deployment),
      })
      stubbedApi.stub('GET profile/user/42', ok({ ...player, AvatarUrl: '', Blocks: blocked }))

      const shoot = async (screen: string, path: string) => {
        // As a phone first: it scrolls on arrival.
        await page.setViewportSize(sizes.phone)
        if (!(await hasArrived(page, path))) return
        await showTheme(page, deployment)
        for (const [size, viewport] of Object.entries(sizes)) {
          await page.setViewportSize(viewport)
          await page.screenshot({
            path: fileOf({ deployment, scheme, screen, size } as Screenshot),
          })
        }
      }

      await shoot('Cookies asked', '/')
      await control(page, 'Reject all').click()
      for (const [screen, path, who] of screens) {
        if (who === 'anonymous') await shoot(screen, path)
      }
      await signIn()
      for (const [screen, path, who] of screens) {
        if (who === 'signed in') await shoot(screen, path)
      }
    })
  }
}
