import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* A browser that translates: in place of each text stand two elements of its own, and so for whatever comes later. */

/** Plays the translation of Chrome on every page: a text becomes itself in angle brackets. */
async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const skipped = 'script, style, textarea, font, option, title'
    function translateBelow(root: Node) {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      if (root instanceof Text) texts.push(root)
      while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest(skipped)) continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.append(`‹${text.data}›`)
        outer.append(inner)
        text.parentNode?.replaceChild(outer, text)
      }
    }
    const translator = new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of addedNodes) if (node.isConnected) translateBelow(node)
        if (target instanceof Text && target.isConnected) translateBelow(target)
      }
    })
    // Once the portal lives, as a person asks for it.
    const start = setInterval(() => {
      if (document.querySelector('#root[data-alive]') === null) return
      clearInterval(start)
      translateBelow(document.body)
      translator.observe(document.body, { childList: true, characterData: true, subtree: true })
    }, 20)
  })
}

async function survives(page: Page, errors: readonly string[]) {
  await expect(page.locator('font').first()).toBeAttached()
  await expect(page.getByText('The fault is ours')).toHaveCount(0)
  expect(errors).toEqual([])
}

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  return errors
}

for (const [screens, EnableSecuritySection] of [
  ['ours', true],
  ['the specification’s', false],
] as const) {
  test(`a newsletter's press is told as it went, on and off on ${screens} screens · LOCAL`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    const errors = errorsOf(page)
    await translate(page)
    await stubbedApi.in('LOCAL', { EnableSecuritySection })
    await signIn()
    await page.goto('/account/newsletter')
    const row = page.locator('main li').first()
    const before = await row.getAttribute('data-on')
    const other = before === 'true' ? 'false' : 'true'
    const press = row.locator('button, [role=switch], input').first()
    await expect(page.locator('main font').first()).toBeAttached()
    await press.click()
    await expect(row).toHaveAttribute('data-on', other)
    await press.click()
    await expect(row).toHaveAttribute('data-on', before ?? '')
    await survives(page, errors)
  })
}

test('a password is shown and hidden, and the button says which · SANDBOX', async ({
  page,
  stubbedApi,
}) => {
  const errors = errorsOf(page)
  await translate(page)
  await stubbedApi.in('SANDBOX')
  await page.goto('/login')
  const reveal = page.locator('button', { hasText: /Show|Hide/ }).first()
  await expect(reveal).toHaveText('‹Show›')
  for (const words of ['‹Hide›', '‹Show›', '‹Hide›']) {
    await reveal.click()
    await expect(reveal).toHaveText(words)
  }
  await survives(page, errors)
})

test('a refused form says why, once more after another try · LOCAL', async ({
  page,
  stubbedApi,
}) => {
  const errors = errorsOf(page)
  await translate(page)
  await stubbedApi.in('LOCAL')
  stubbedApi.stub('POST log/log-in', {
    status: 400,
    body: {
      ErrorMessages: [{ Property: 'Password', ErrorMessage: 'ERROR_USERNAME_PASSWORD_INCORRECT' }],
    },
  })
  await page.goto('/login')
  await page.locator('[name=UsernameOrEmail]').fill('PlayerOne')
  const password = page.locator('[name=Password]')
  if ((await password.count()) === 0) await page.locator('form [type=submit]').click()
  for (const typed of ['wrong-one', 'wrong-two']) {
    await password.fill(typed)
    await page.locator('form [type=submit]').click()
    await expect(page.locator('form [aria-invalid=true]').first()).toBeVisible()
  }
  await survives(page, errors)
})

for (const [screens, EnableSecuritySection] of [
  ['ours', true],
  ['the specification’s', false],
] as const) {
  test(`every screen of the account is opened one after the other, and back on ${screens} screens · LOCAL`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    const errors = errorsOf(page)
    await translate(page)
    await stubbedApi.in('LOCAL', { EnableSecuritySection })
    await signIn()
    await page.goto('/account')
    await expect(page.locator('main font').first()).toBeAttached()
    const links = page.locator('nav a[href^="/account"]')
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => link.getAttribute('href') ?? ''),
    )
    for (const address of new Set(addresses.filter((one) => one !== '/account/logout'))) {
      await page.locator(`nav a[href="${address}"]`).first().click()
      await expect(page).toHaveURL((url) => url.pathname === address)
      await expect(page.locator('main h1')).toBeVisible()
      await survives(page, errors)
    }
    await page.goBack()
    await survives(page, errors)
  })
}
