import { join } from 'node:path'
import type { Language } from '@gatehouse/contract/languages'
import { everySection, screens } from '../accessibility/screens.ts'
import { showTheme } from '../accessibility/showTheme.ts'
import { speak } from '../fixtures/speak.ts'
import { test } from '../fixtures/test.ts'
import { hasArrived } from './hasArrived.ts'
import { environmentOf, sizes, themedDeployments } from './variants.ts'

/** Long words, letters without spaces, and lines from the right. */
const languages: readonly Language[] = ['de', 'ja', 'ar']
const folder = join(import.meta.dirname, '../../../screenshots')

for (const language of languages) {
  for (const deployment of themedDeployments) {
    test(`${deployment} in ${language}`, async ({ page, context, stubbedApi, signIn }) => {
      test.setTimeout(900_000)
      await speak(context, language)
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.setViewportSize(sizes.phone)
      await stubbedApi.in(environmentOf(deployment), everySection['signed in'])
      const shoot = async (screen: string, path: string) => {
        if (!(await hasArrived(page, path))) return
        await showTheme(page, deployment)
        const name = `${screen.toLowerCase().replaceAll(/\W+/g, '-')}.png`
        await page.screenshot({ path: join(folder, language, deployment.toLowerCase(), name) })
      }
      await shoot('Cookies asked', '/')
      await page.getByRole('region').getByRole('button').nth(1).click()
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
