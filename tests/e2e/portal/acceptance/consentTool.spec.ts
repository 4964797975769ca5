import type { Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { consentOf } from '../../fixtures/consent.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { atNight, covers, test } from '../../fixtures/stubbed-portal/test.ts'

const inCharge = { CustomCookiesManagement: true }

/** The dotted names of the functions with which the tools open their dialogs. */
const tools = [
  ['', 'OneTrust.ToggleInfoDisplay'],
  ['onetrust', 'OneTrust.ToggleInfoDisplay'],
  ['didomi', 'Didomi.preferences.show'],
  ['axeptio', 'openAxeptioCookies'],
  ['axeptio', 'axeptioSDK.openCookies'],
  ['cookiebot', 'Cookiebot.renew'],
  ['usercentrics', '__ucCmp.showSecondLayer'],
  ['usercentrics', 'UC_UI.showSecondLayer'],
  ['cookieconsent', 'CookieConsent.showPreferences'],
  ['Studio.cookies.open', 'Studio.cookies.open'],
] as const

for (const environment of firstByDay(['PROD', 'TWO-POINT-STUDIOS'] as const)) {
  test(
    `AT-COOK-08 The custom tool replaces the banner · ${environment}`,
    covers('R-2.19-11', 'R-2.19-12'),
    async ({ page, stubbedApi, context }) => {
      await stubbedApi.in(environment, inCharge)
      await record(page, 'OneTrust.ToggleInfoDisplay')
      await page.goto('/')
      await control(page, 'Cookies').click()
      await expect.poll(() => openings(page)).toBe(1)
      await expect(control(page, 'Accept all')).toHaveCount(0)
      await expect(control(page, 'More settings')).toHaveCount(0)
      expect(await consentOf(context)).toEqual({})
    },
  )
}

test(
  'Each consent tool opens by its own function · PROD',
  atNight(),
  async ({ stubbedApi, context }) => {
    for (const [tool, open] of tools) {
      await test.step(`'${tool}' by ${open}`, async () => {
        await stubbedApi.in('PROD', { ...inCharge, ConsentTool: tool })
        // A separate page, whose recorder stands in for this function alone.
        const own = await context.newPage()
        await record(own, open)
        await own.goto('/')
        await control(own, 'Cookies').click()
        await expect.poll(() => openings(own)).toBe(1)
        await own.close()
      })
    }
  },
)

test('A consent tool that is not there is reported to the console alone · PROD', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD', inCharge)
  const warnings: string[] = []
  page.on('console', (line) => warnings.push(line.text()))
  await page.goto('/')
  await control(page, 'Cookies').click()
  await expect.poll(() => warnings).toContain('The consent tool is not there.')
  await expect(page).toBeOnPath('/')
})

/** Puts a recorder in the place of a global function. */
async function record(page: Page, dottedName: string): Promise<void> {
  await page.addInitScript((name) => {
    const globals = globalThis as Record<string, unknown>
    let openings = 0
    globals['openings'] = () => openings
    const parts = name.split('.')
    const last = parts.pop() ?? ''
    let owner: Record<string, unknown> = globals
    for (const part of parts) owner = (owner[part] ??= {}) as Record<string, unknown>
    owner[last] = () => {
      openings += 1
    }
  }, dottedName)
}

function openings(page: Page): Promise<number> {
  return page.evaluate('openings()')
}
