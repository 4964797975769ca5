import { expect } from '../fixtures/expect.ts'
import { covers, test } from '../fixtures/test.ts'

for (const path of ['/steam/link', '/oauth?client_id=c1']) {
  test(
    `AT-GEN-09 A page on its way has the fallback title: ${path} · PROD`,
    covers('R-1.5-5', 'R-1.4-11'),
    async ({ page, stubbedApi, signIn }) => {
      await page.addInitScript(() => {
        const seen: string[] = []
        Object.assign(window, { seenTitles: seen })
        new MutationObserver(() => seen.push(document.title)).observe(document, {
          childList: true,
          subtree: true,
          characterData: true,
        })
      })
      await stubbedApi.in('PROD', { RegisterStudioName: 'Studio X' })
      for (const call of ['GET steam/auth', 'GET oauth']) {
        stubbedApi.stub(call, () => new Promise(() => undefined))
      }
      await signIn()
      await page.goto(path)
      await expect(page.getByRole('status')).toHaveText('One moment, please.')
      await expect(page).toHaveTitle('Studio X')
      const titles = await page.evaluate(
        () => (window as unknown as { seenTitles: readonly string[] }).seenTitles,
      )
      // The page itself is served with the studio's name: nothing else comes before ours.
      expect(
        titles.filter((title) => /^(\s*|undefined|null|vite.*|react.*)$/i.test(title)),
      ).toEqual([])
    },
  )
}
