import type { Page } from '@playwright/test'
import { countries } from '@gatehouse/contract/countries'
import { gamingWebsites, socialNetworks } from '@gatehouse/contract/survey'
import { player } from '../fixtures/stubbed-api/defaults.ts'
import { expect } from '../fixtures/expect.ts'
import { speakPseudo } from '../fixtures/pseudoLocale.ts'
import { covers, test } from '../fixtures/test.ts'
import { sizes, themesInTurn } from '../screenshots/variants.ts'
import { layoutDefects } from './layoutDefects.ts'
import { showState } from './showState.ts'
import { showTheme } from './showTheme.ts'
import { states } from './states/states.ts'

/* Every state in a language that is a third longer and written from right to left. */

for (const [turn, state] of states.entries()) {
  test(
    `From right to left and 30 % longer, all fits and all is translated · ${state.name}`,
    covers('R-2.7-26'),
    async ({ page, context, stubbedApi, signIn, playerCookies }) => {
      await speakPseudo(context)
      await showState(state, { page, context, stubbedApi, signIn, playerCookies })
      expect.soft(await untranslated(page)).toEqual([])
      for (const theme of themesInTurn(turn)) {
        await showTheme(page, theme)
        for (const [size, viewport] of Object.entries(sizes)) {
          await page.setViewportSize(viewport)
          expect.soft(await layoutDefects(page), `${theme}, ${size}`).toEqual([])
        }
      }
    },
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
    'Studio Steam Twitch Epic Games Game Pass Relic Creative Assembly Focus CA',
    'FOCUS PROD RELIC CREATIVE-ASSEMBLY TWO-POINT-STUDIOS',
    'Functional cookies Analytical Marketing What are for Platform Studio news',
    'I do not play any more Privacy Another reason Because',
    `${player.Username} ${player.Titles} SteamGuy Guy Pat`,
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

/** The words in plain letters; an address is one. */
function wordsOf(text: string): string[] {
  const words = text.match(/[\w.@-]*[a-z][\w.@-]*/gi) ?? []
  return words.map((word) => word.replace(/[.-]+$/, ''))
}

/** An address, a player of the scenario, or the letter in place of a picture. */
function isName(word: string): boolean {
  return /@|^Other\d|^OfAllNames|^[A-Z]$/.test(word)
}
