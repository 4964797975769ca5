import { directionOf } from '@gatehouse/contract/direction'
import { type Language, languages } from '@gatehouse/contract/languages'
import type { Page } from '@playwright/test'
import { axeViolations, bringAxe } from '../../accessibility/axeViolations.ts'
import { layoutDefects } from '../../accessibility/layoutDefects.ts'
import { everySection, screens } from '../../accessibility/screens.ts'
import { expect } from '../../fixtures/expect.ts'
import { expectNoEnglish } from '../../fixtures/said.ts'
import { speak } from '../../fixtures/speak.ts'
import { newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

/*
 * Every screen in every language, with a played account API. Texts of the API are English and none
 * of the catalogue's: names of studios, services and lists.
 */

const narrowest = { width: 320, height: 640 }

/** By day every state is shown in a longer language, from right to left. */
const tried = languages.filter((each) => each !== 'en')

for (const [turn, language] of tried.entries()) {
  test(
    `AT-LNG-01 Every screen speaks ${language} alone, in its direction, and fits on 320 px`,
    atNight(),
    async ({ page, context, stubbedApi, signIn, playerCookies }) => {
      await speak(context, language)
      await page.setViewportSize(narrowest)
      await stubbedApi.in('TWO-POINT-STUDIOS', everySection.anonymous)
      await page.goto('/')
      await holds(page, language, true)
      await context.addCookies(playerCookies.filter(({ name }) => name.startsWith('sso_consent_')))
      for (const who of ['anonymous', 'signed in'] as const) {
        if (who === 'signed in') await signIn()
        // Forms that change an account are in other environments than those that register one.
        const environment = who === 'signed in' ? 'PROD' : 'TWO-POINT-STUDIOS'
        await stubbedApi.in(environment, everySection[who])
        for (const [index, [, path, whose]] of screens.entries()) {
          if (whose !== who) continue
          await page.goto(path)
          await page.getByRole('heading', { level: 1 }).or(page.locator('form')).first().waitFor()
          await page.evaluate(() => document.fonts.ready)
          // Axe takes as long as the rest: a third of the screens for each language, by turns.
          await holds(page, language, (index + turn) % 3 === 0)
        }
      }
    },
  )

  test(
    `AT-LNG-01 A partner's newcomer reads ${language} alone`,
    atNight(),
    async ({ page, context, stubbedApi }) => {
      await speak(context, language)
      await page.setViewportSize(narrowest)
      await playPartner(stubbedApi, 'RELIC', newcomer)
      await page.goto('/oauth/partner?code=C&state=S')
      await page.locator('form').first().waitFor()
      await holds(page, language, true)
    },
  )
}

async function holds(page: Page, language: Language, withAxe: boolean): Promise<void> {
  const { lang, dir } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: getComputedStyle(document.documentElement).direction,
  }))
  expect.soft({ lang, dir }, page.url()).toEqual({ lang: language, dir: directionOf(language) })
  await expectNoEnglish(page, language)
  expect.soft(await layoutDefects(page), page.url()).toEqual([])
  if (!withAxe) return
  await bringAxe(page)
  expect.soft(await axeViolations(page, 'all'), page.url()).toEqual([])
}
