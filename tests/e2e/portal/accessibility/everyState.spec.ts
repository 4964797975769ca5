import type { Page } from '@playwright/test'
import { countries } from '@gatehouse/contract/countries'
import { gamingWebsites, socialNetworks } from '@gatehouse/contract/survey'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { everyEnvironment, inTurn } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'
import { schemesInTurn, sizes, themesInTurn } from '../../screenshots/variants.ts'
import { axeViolations, bringAxe } from '../../accessibility/axeViolations.ts'
import { layoutDefects } from '../../accessibility/layoutDefects.ts'
import { showState } from '../../accessibility/showState.ts'
import { showTheme } from '../../accessibility/showTheme.ts'
import { states } from '../../accessibility/states/states.ts'

/*
 * Every state, loaded once for all checks. Its language is two fifths longer and written from right
 * to left: a text that fits and has a name there does so in the portal's own.
 */

const narrowest = { width: 320, height: 640 }

// By day every sixth one.
const looked = states.filter((_, at) => everyEnvironment || at % 6 === 0)

for (const [turn, state] of looked.entries()) {
  test.describe(() => {
    test.use({ speaksPseudo: true, hasClock: state.hasClock === true })
    test(
      `Axe finds nothing, all is translated and all fits, from right to left and at 320 px (AT-LNG-10) · ${state.name}`,
      covers('R-2.7-26'),
      async ({ page, context, stubbedApi, signIn, playerCookies }) => {
        await showState(state, { page, context, stubbedApi, signIn, playerCookies })
        expect.soft(await moving(page), 'moves although the reader wants no motion').toEqual([])
        expect.soft(await untranslated(page)).toEqual([])
        expect.soft(await unbracketed(page), 'in no catalogue as a whole').toEqual([])
        await bringAxe(page)
        for (const [index, theme] of themesInTurn(turn).entries()) {
          await showTheme(page, theme)
          for (const [at, colorScheme] of schemesInTurn(turn + index).entries()) {
            // By turns: a theme's effect on a size shows in either scheme.
            const size = (Math.floor(turn / 2) + index + at) % 2 === 0 ? 'phone' : 'desktop'
            await page.setViewportSize(sizes[size])
            await page.emulateMedia({ colorScheme })
            expect.soft(await layoutDefects(page), `${theme}, ${size}`).toEqual([])
            // Every rule once; after that those that colours and sizes can break.
            const rules = index === 0 && at === 0 ? 'all' : 'of-themes'
            expect.soft(await axeViolations(page, rules), `${theme}, ${colorScheme}`).toEqual([])
          }
          await page.setViewportSize(narrowest)
          for (const direction of inTurn(['rtl', 'ltr'], turn)) {
            await page.evaluate((dir) => (document.documentElement.dir = dir), direction)
            expect.soft(await layoutDefects(page), `${theme}, 320 px, ${direction}`).toEqual([])
          }
          await page.evaluate(() => (document.documentElement.dir = 'rtl'))
        }
      },
    )
  })
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

/** Names and texts that are no words of the portal's: of studios, services, players and lists. */
const names = new Set(
  [
    // The specification's start of every title.
    'Account',
    ...gamingWebsites,
    ...socialNetworks,
    ...countries,
    'Studio Steam Twitch Epic Games Game Pass Xbox Relic Creative Assembly Focus CA',
    'FOCUS PROD RELIC CREATIVE-ASSEMBLY TWO-POINT-STUDIOS',
    'Functional cookies Analytical Marketing What are for Platform Studio news',
    'I do not play any more Privacy Another reason Because',
    `${player.Username} ${player.Titles} SteamGuy Guy Pat MiraLux MiraOld Guild Ledger Community Lyon France`,
    // A date and an age, which the browser writes.
    'Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December at AM PM second seconds minute minutes hour hours day days ago',
  ].flatMap(wordsOf),
)

/** The words that are seen or read out, belong to no player and service, and are in plain letters. */
async function untranslated(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.matches('script, style, noscript') === true) continue
      found.push(walker.currentNode.textContent ?? '')
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const name of ['aria-label', 'aria-description', 'alt', 'title', 'placeholder']) {
        found.push(element.getAttribute(name) ?? '')
      }
    }
    return found
  })
  return texts.filter((text) => wordsOf(text).some((word) => !names.has(word) && !isName(word)))
}

/** The texts of the pseudo-locale that stand in no brackets: parts that are put together. */
function unbracketed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    let depth = 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement?.matches('script, style, noscript') === true) continue
      const text = walker.currentNode.textContent ?? ''
      for (const letter of text) {
        if (letter === '[') depth++
        if (letter === ']') depth--
        if (depth === 0 && /[áéíóúñš]/i.test(letter) && !found.includes(text)) found.push(text)
      }
    }
    return depth === 0 ? found : [...found, `${depth} brackets stay open`]
  })
}

/** The words in plain letters; an address is one. */
function wordsOf(text: string): string[] {
  const words = text.match(/[\w.@•-]*[a-z][\w.@•-]*/gi) ?? []
  return words.map((word) => word.replace(/[.-]+$/, ''))
}

/** An address, a player of the scenario, a browser, a system, a device, a code, or the letter of a picture. */
function isName(word: string): boolean {
  return /@|^Other\d|^TEST-AAAA-|^[A-Z2-7]{4}$|^OfAllNames|^PlayerNone$|^(Firefox|Safari|Windows|iPhone|Laptop|Phone)$|^[A-Z]$/.test(
    word,
  )
}
