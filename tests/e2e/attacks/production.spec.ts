import { expect } from '../fixtures/expect.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { control } from '../fixtures/page.ts'
import { test } from '../fixtures/test.ts'
import { pathOf, responsesOfNextPages } from '../fixtures/traffic.ts'

test('K13 What is served knows no source map, no hook of a test, and prints no secret · PROD', async ({
  page,
  request,
  stubbedApi,
}) => {
  await stubbedApi.in('PROD')
  const printed: string[] = []
  page.on('console', (message) => void printed.push(message.text()))
  const responses = await responsesOfNextPages(page)
  await page.goto('/login')
  await control(page, 'Reject all').click()
  await logIn(page, 'PROD')
  await expect(page).toBeOnPath('/account')
  for (const path of ['/account/cookies', '/account/link-account', '/survey/qualification']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(printed.filter((text) => /BEARER-1|REFRESH-1|IDENT-1|Welcome2/.test(text))).toEqual([])
  const ofScripts = responses.filter((response) => pathOf(response).endsWith('.js'))
  const scripts = new Set(ofScripts.map((response) => response.url()))
  expect(scripts.size).toBeGreaterThan(3)
  for (const url of scripts) {
    const text = await (await request.get(url)).text()
    expect([url, /sourceMappingURL|__test|data-testid|import\.meta\.hot/.test(text)]).toEqual([
      url,
      false,
    ])
    expect(/sample-(local|prod)-key|Welcome2Gatehouse/.test(text)).toBe(false)
    const map = await request.get(`${url}.map`, { headers: { accept: '*/*' } })
    expect(map.status()).toBe(404)
  }
  const hooks = await page.evaluate(() =>
    Object.keys(globalThis).filter((name) =>
      /^__(?!playwright|pw)|test|debug|devtools/i.test(name),
    ),
  )
  expect(hooks).toEqual([])
})
