import { isEntryPath, paths } from '@gatehouse/contract/routes'
import type { Page } from '@playwright/test'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { refused } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

/* Every path, reloaded: the same screen, and nothing that it does on its own is done again. */

/** The calls of screens that act on their own. */
const isEffect = (name: string) =>
  name.startsWith('POST ') &&
  !/login-url|profile\/validate|proof\/options|see-cookie-popup/.test(name)

/** So many tests share the paths: a new page for each path takes twice the time. */
const parts = 6

for (const who of ['a visitor', 'a player'] as const) {
  for (let part = 0; part < parts; part += 1) {
    test(
      `T42 Reloaded by ${who}, a path shows what it showed and does nothing twice · part ${part + 1} of ${parts} · PROD`,
      atNight(),
      async ({ page, stubbedApi, signIn }) => {
        await stubbedApi.in('PROD')
        for (const call of ['GET oauth', 'GET email/*', 'GET gamepass/auth']) {
          stubbedApi.stub(call, refused('This request is not authorized.'))
        }
        const effects = () => stubbedApi.calls.filter(({ name }) => isEffect(name)).length
        for (const path of Object.values(paths).filter((_, at) => at % parts === part)) {
          await test.step(path, async () => {
            await page.context().clearCookies({ name: /^(?!sso_consent_)/ })
            if (who === 'a player') await signIn()
            await page.goto(path)
            const first = await shown(page, stubbedApi)
            expect(first.words, path).not.toBe('')
            const before = effects()
            await page.reload()
            // An entry keeps its visitor; loaded again, it takes a player on to the account.
            const isTakenIn = who === 'a player' && isEntryPath(first.path)
            const account = { path: paths.account, words: 'My information' }
            const right = isTakenIn ? [first, account] : [first]
            await expect(async () =>
              expect(right, path).toContainEqual(await shown(page, stubbedApi)),
            ).toPass()
            expect(effects(), path).toBe(before)
          })
        }
      },
    )
  }
}

/** Where the page has come to, and its heading, both of one moment, once nothing is under way. */
async function shown(page: Page, stubbedApi: StubbedApi): Promise<{ path: string; words: string }> {
  const heading = page.getByRole('heading', { level: 1 }).first()
  await heading.waitFor()
  await stubbedApi.settled(page)
  return heading.evaluate((element: HTMLElement) => ({
    path: location.pathname,
    words: element.innerText,
  }))
}
