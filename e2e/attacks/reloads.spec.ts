import { isEntryPath, paths } from '@gatehouse/contract/routes'
import type { Page } from '@playwright/test'
import { refused } from '../fixtures/stubbed-api/answers.ts'
import { expect } from '../fixtures/expect.ts'
import { test } from '../fixtures/test.ts'

/* Every path, reloaded: the same screen, and nothing that it does on its own is done again. */

/** What the screens that act on their own send. */
const isEffect = (name: string) =>
  name.startsWith('POST ') && !/login-url|profile\/validate|see-cookie-popup/.test(name)

for (const who of ['nobody', 'a player'] as const) {
  for (const path of Object.values(paths)) {
    test(`T42 Reloaded by ${who}, ${path} shows what it showed and does nothing twice · PROD`, async ({
      page,
      stubbedApi,
      signIn,
    }) => {
      await stubbedApi.in('PROD')
      for (const call of ['GET oauth', 'GET email/*', 'GET gamepass/auth']) {
        stubbedApi.stub(call, refused('This request is not authorized.'))
      }
      if (who === 'a player') await signIn()
      await page.goto(path)
      const first = await shown(page)
      expect(first.words).not.toBe('')
      const effects = () => stubbedApi.calls.filter(({ name }) => isEffect(name)).length
      const before = effects()
      await page.reload()
      // Whoever was led to an entry stays there; loaded anew, it takes a player on to the account.
      const isTakenIn = who === 'a player' && isEntryPath(first.path)
      const account = { path: paths.account, words: 'My information' }
      const right = isTakenIn ? [first, account] : [first]
      await expect(async () => expect(right).toContainEqual(await shown(page))).toPass({
        timeout: 15_000,
      })
      expect(effects()).toBe(before)
    })
  }
}

/** Where the page has come to, and its heading, both of one moment, once nothing is under way. */
async function shown(page: Page): Promise<{ path: string; words: string }> {
  await page.waitForLoadState('networkidle')
  const heading = page.getByRole('heading', { level: 1 }).first()
  return heading.evaluate((element: HTMLElement) => ({
    path: location.pathname,
    words: element.innerText,
  }))
}
