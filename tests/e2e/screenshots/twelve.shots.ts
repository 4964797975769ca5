import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { everySection, screens } from '../accessibility/screens.ts'
import { showTheme } from '../accessibility/showTheme.ts'
import { expect } from '../fixtures/expect.ts'
import { control } from '../fixtures/page.ts'
import { ok } from '../fixtures/stubbed-api/answers.ts'
import { connects, player } from '../fixtures/stubbed-api/defaults.ts'
import { test } from '../fixtures/test.ts'
import { hasArrived } from './hasArrived.ts'
import { environmentOf, type Screenshot, sizes, wordsOf } from './variants.ts'

/** The pictures of docs/pictures.md, in its order. */
const twelve: readonly Screenshot[] = [
  { deployment: 'SHOWCASE', screen: 'Home', size: 'desktop', scheme: 'light' },
  { deployment: 'SHOWCASE', screen: 'My information', size: 'desktop', scheme: 'dark' },
  { deployment: 'SHOWCASE', screen: 'Login', size: 'phone', scheme: 'dark' },
  { deployment: 'SHOWCASE', screen: 'Security', size: 'phone', scheme: 'light' },
  { deployment: 'TWO-POINT-STUDIOS', screen: 'Register', size: 'phone', scheme: 'light' },
  { deployment: 'RELIC', screen: 'Home', size: 'phone', scheme: 'dark' },
  { deployment: 'PROD', screen: 'Connections', size: 'desktop', scheme: 'light' },
  { deployment: 'CREATIVE-ASSEMBLY', screen: 'My information', size: 'desktop', scheme: 'dark' },
  { deployment: 'FOCUS', screen: 'Home', size: 'phone', scheme: 'light' },
  { deployment: 'SANDBOX', screen: 'Login', size: 'phone', scheme: 'light' },
  { deployment: 'AVALANCHE', screen: 'Newsletters', size: 'phone', scheme: 'dark' },
  { deployment: 'PROD', screen: 'Deletion request', size: 'phone', scheme: 'dark' },
]

const folder = join(import.meta.dirname, '../../../docs/pictures')
const mostBytes = 150 * 1024

for (const { deployment, screen, size, scheme } of twelve) {
  const name = [deployment, screen, size, scheme].join(' ').toLowerCase().replaceAll(' ', '-')
  test(`docs/pictures/${name}.jpg`, async ({ page, stubbedApi, signIn }) => {
    const [, path = '', who] = screens.find(([title]) => title === screen) ?? []
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await page.setViewportSize(sizes[size])
    await stubbedApi.in(environmentOf(deployment), {
      ...everySection['signed in'],
      ...wordsOf(deployment),
    })
    stubbedApi.stub('GET profile/user/42', ok({ ...player, AvatarUrl: '' }))
    stubbedApi.stub('GET profile/connects', ok(connects.map(drawn)))
    await page.goto('/')
    await control(page, 'Reject all').click()
    if (who === 'signed in') await signIn()
    expect(await hasArrived(page, path)).toBe(true)
    await showTheme(page, deployment)
    await centerMenu(page)
    const file = join(folder, `${name}.jpg`)
    const picture = await page.screenshot({
      path: file,
      type: 'jpeg',
      quality: 80,
      animations: 'disabled',
    })
    expect(picture.length).toBeLessThanOrEqual(mostBytes)
  })
}

/** Without pictures of the stubs, so that the portal draws its own. */
function drawn(connect: (typeof connects)[number]) {
  return { ...connect, Icon: '', Avatar: null }
}

/** Where the menu of a phone has scrolled to depends on the font that it had on arrival. */
async function centerMenu(page: Page) {
  await page.evaluate(() => {
    for (const current of document.querySelectorAll('nav [aria-current="page"]'))
      current.scrollIntoView({ behavior: 'instant', inline: 'center', block: 'nearest' })
    scrollTo(0, 0)
  })
}
