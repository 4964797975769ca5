import type { BrowserContext, Cookie, Page } from '@playwright/test'
import type { S0 } from '../bench/s0.ts'
import { isAlive } from '../bench/settle.ts'
import type { State } from './states/state.ts'

interface Bench {
  readonly page: Page
  readonly context: BrowserContext
  readonly s0: S0
  readonly signIn: () => Promise<void>
  readonly playerCookies: readonly Cookie[]
}

/** Brings the browser to a state, with the cookies that it takes. */
export async function showState(state: State, bench: Bench): Promise<void> {
  const { page, context, s0, signIn, playerCookies } = bench
  if (state.hasClock === true) await page.clock.install()
  await s0.in(state.environment, state.differences)
  if (state.isSignedIn === true) await signIn()
  else if (state.asksConsent !== true) {
    await context.addCookies(playerCookies.filter(({ name }) => name.startsWith('sso_consent_')))
  }
  await state.show(page, s0)
  // A state that the page came to by itself may have come with a picture, too.
  await isAlive(page)
}
