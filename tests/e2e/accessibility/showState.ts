import type { BrowserContext, Cookie, Page } from '@playwright/test'
import type { StubbedApi } from '../fixtures/stubbed-api/stubbedApi.ts'
import { appIsReady } from '../fixtures/waitForApp.ts'
import type { State } from './states/state.ts'

interface Fixtures {
  readonly page: Page
  readonly context: BrowserContext
  readonly stubbedApi: StubbedApi
  readonly signIn: () => Promise<void>
  readonly playerCookies: readonly Cookie[]
}

/** Brings the browser to a state, with the cookies that it takes. */
export async function showState(state: State, fixtures: Fixtures): Promise<void> {
  const { page, context, stubbedApi, signIn, playerCookies } = fixtures
  if (state.hasClock === true) await page.clock.install()
  await stubbedApi.in(state.environment, state.differences)
  if (state.isSignedIn === true) await signIn()
  else if (state.asksConsent !== true) {
    await context.addCookies(playerCookies.filter(({ name }) => name.startsWith('sso_consent_')))
  }
  await state.show(page, stubbedApi)
  // A state that the page reached without the test may have come with a prerendered page, too.
  await appIsReady(page)
}
