import { redirectCorpus } from '@gatehouse/contract/testing/redirectCorpus'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'

/* The corpus of redirects at the entrances of the portal; those of the account API are the server's. */

const { bad, good } = redirectCorpus
const key = 'sso.redirectUrl'

const inQuery = (path: string) => (page: Page, url: string) =>
  page.goto(`${path}redirectUrl=${encodeURIComponent(url)}`)

/** Puts an address where the portal keeps one, from a page that is not the portal's. */
async function inStorage(page: Page, url: string): Promise<void> {
  await page.goto('/runtime-configuration/current/environment.json')
  await page.evaluate(
    ([name, value]) =>
      localStorage.setItem(name, JSON.stringify({ value, until: Date.now() + 60_000 })),
    [key, url] as const,
  )
  await page.goto('/login')
}

for (const [entrance, enter] of [
  ['the query of /login', inQuery('/login?')],
  ['the query of /confirm-email', inQuery('/confirm-email?uid=U&')],
  ['local storage', inStorage],
] as const) {
  test(`G01 Forty bad addresses in ${entrance} lead nowhere, four good ones there · PROD`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
    await stubbedApi.in('PROD')
    await signIn()
    await page.goto('/account')
    for (const url of bad) {
      await enter(page, url)
      await expect(page, url).toBeOnPath('/account')
      expect(await page.evaluate((name) => localStorage.getItem(name), key), url).toBeNull()
    }
    expect(stubbedApi.visits).toEqual([])
    expect(dialogs).toEqual([])
    for (const url of good) {
      await page.goto('/account')
      await enter(page, url)
      await expect(page).toHaveURL(url)
    }
    expect(stubbedApi.visits).toEqual(good)
  })
}
