import type { Page, Request } from '@playwright/test'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import { expect } from '../fixtures/expect.ts'
import { atNight, test } from '../fixtures/test.ts'
import { pathOf, requestsOfNextPages } from '../fixtures/traffic.ts'

const login = `${portalOf('SPOKEN')}/login`

test.describe('a French browser', () => {
  test.use({ locale: 'fr-CA', bypassCSP: false })

  test('reads French before its scripts come, and English never (AT-LNG-03)', async ({ page }) => {
    const requests = await requestsOfNextPages(page)
    await recordWords(page)
    await page.goto(login)
    await expect(page.locator('#root')).toHaveAttribute('data-alive')
    await expect(page.getByLabel('Nom d’utilisateur ou e-mail')).toBeEditable()
    const root = page.locator('html')
    await expect(root).toHaveAttribute('lang', 'fr')
    const said = await page.evaluate(() => document.documentElement.dataset['said'] ?? '')
    expect(said).toContain('Nom d’utilisateur ou e-mail')
    expect(said).not.toMatch(/Username or email|Reject all|Next/)
    // Later requests are for the words of screens to come.
    expect(scriptsIn(requests).slice(0, 2).toSorted()).toEqual(['fr', 'main'])
    expect(scriptsIn(requests)).not.toContain('en')
  })

  test('gets its words with the page, and not a round trip later (AT-LNG-03)', async ({ page }) => {
    const answer = await page.goto(login)
    if (answer === null) throw new Error('There is no answer.')
    const html = await answer.text()
    expect(html).toMatch(/<html lang="fr"[ >]/)
    expect(html).toMatch(/rel="modulepreload" href="\/assets\/fr-[^"]+\.js"/)
    expect(answer.headers()['content-language']).toBe('fr')
    expect(answer.headers()['vary']).toContain('accept-language, cookie')
  })

  test(
    'reads English where the file of its words does not come, and can go on (AT-LNG-12)',
    atNight(),
    async ({ page }) => {
      await page.route('**/assets/fr-*.js', (route) => route.fulfill({ status: 500 }))
      await page.goto(login)
      await expect(page.getByLabel('Username or email')).toBeEditable()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await page.getByRole('button', { name: 'Reject all' }).click()
      await page.getByLabel('Username or email').fill('PlayerOne')
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByLabel('Password')).toBeEditable()
    },
  )

  test('reads English where nothing else is offered, and gets no cookie for it (AT-LNG-15)', async ({
    page,
  }) => {
    await page.goto(`${portalOf('PROD')}/login`)
    await expect(page.getByLabel('Username or email')).toBeEditable()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.locator('html')).not.toHaveAttribute('dir')
    const cookies = await page.context().cookies()
    expect(cookies.map(({ name }) => name)).not.toContain('sso_language')
  })
})

test.describe('an Arabic browser', () => {
  test.use({ locale: 'ar-EG' })

  test('reads Arabic from right to left, errors too', async ({ page }) => {
    await page.goto(login)
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
    await page.getByRole('button', { name: 'رفض الكل' }).click()
    await page.locator('input[name="UsernameOrEmail"]').fill('Nobody0')
    await page.locator('form button[type="submit"]').click()
    await expect(page.locator('main')).not.toContainText(/[a-z]{3} [a-z]{3}/i)
    await page.goto(`${portalOf('SPOKEN')}/errors/bad-request?message=ERROR_USER_BANNED`)
    await expect(page.locator('main')).toContainText(/[\u0600-\u06FF]{3}/)
    await expect(page.locator('main')).not.toContainText(/[a-z]{3} [a-z]{3}/i)
  })

  test(
    'turns to English as a whole where Arabic does not come (AT-LNG-12)',
    atNight(),
    async ({ page }) => {
      await page.route('**/assets/ar-*.js', (route) => route.abort())
      await page.goto(login)
      await expect(page.getByLabel('Username or email')).toBeEditable()
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr')
    },
  )
})

test('a page in English asks for its script and its words alone', async ({ page }) => {
  const requests = await requestsOfNextPages(page)
  await page.goto(`${portalOf('PROD')}/login`)
  await expect(page.getByLabel('Username or email')).toBeEditable()
  expect(scriptsIn(requests).slice(0, 2).toSorted()).toEqual(['en', 'main'])
})

/** The names of the scripts that are asked for, without their hashes. */
function scriptsIn(requests: readonly Request[]): readonly string[] {
  const scripts = requests.map(pathOf).filter((path) => path.endsWith('.js'))
  return scripts.map((path) => path.replace(/^.*\/([A-Za-z]+)-[^/]+$/, '$1'))
}

/** Writes down whatever the page says, from its first element on. */
async function recordWords(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const said = new Set<string>()
    const record = () => {
      said.add(document.body?.innerText ?? '')
      document.documentElement.dataset['said'] = [...said].join('\n')
    }
    new MutationObserver((changes) => {
      if (changes.some(({ type }) => type !== 'attributes')) record()
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}
