import type { Configuration } from '@gatehouse/contract/configuration'
import type { Environment } from '@gatehouse/contract/environments'
import type { Locator, Page } from '@playwright/test'
import { saying } from '../../fixtures/page.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'

/** A state of a screen, and the steps that lead there. It is reached in either language. */
export interface State {
  readonly name: string
  readonly environment: Environment
  readonly differences?: Partial<Configuration>
  readonly isSignedIn?: boolean
  /** The visitor has not chosen about cookies yet. */
  readonly asksConsent?: boolean
  /** The page's own clock can be put forward. */
  readonly hasClock?: boolean
  readonly show: (page: Page, stubbedApi: StubbedApi) => Promise<void>
}

/** A call that is never answered: a screen that waits for it stays as it is. */
export const never = () => new Promise<never>(() => undefined)

export const heading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** Opens a path, and waits for its heading. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await heading(page).waitFor()
}

/** Waits until the page says this, in whatever language. */
export async function toSay(page: Page, words: string): Promise<void> {
  await page.getByText(saying(words)).first().waitFor()
}
