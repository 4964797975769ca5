import type { Locator, Page } from '@playwright/test'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { field } from '../../fixtures/page.ts'
import { speak } from '../../fixtures/speak.ts'
import { toReasonStep } from '../../fixtures/steps/deletion.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'
import { sizes } from '../../screenshots/variants.ts'
import { showTheme } from '../../accessibility/showTheme.ts'

/* Pages of a language from right to left, with what stays from left to right in them. */

test('From right to left fields of Latin letters are typed from left to right, and texts as they begin (AT-LNG-07)', async ({
  page,
  context,
  stubbedApi,
  signIn,
}) => {
  await speak(context, 'ar')
  await stubbedApi.in('TWO-POINT-STUDIOS')
  for (const [path, names] of [
    ['/login', ['UsernameOrEmail', 'Password']],
    ['/register', ['Username', 'DateOfBirth', 'Password', 'Email', 'ConfirmEmail', 'Referrer']],
    ['/password-recovery', ['Email']],
  ] as const) {
    await page.goto(path)
    for (const name of names) {
      const input = page.locator(`[name=${name}]`)
      await expect(input, `${path} ${name}`).toHaveCSS('direction', 'ltr')
      await expect(input, `${path} ${name}`).toHaveCSS('text-align', 'start')
    }
  }
  const firstName = page.locator('[name=Firstname]')
  await page.goto('/register')
  await firstName.fill('ليلى')
  await expect(firstName).toHaveCSS('direction', 'rtl')
  await firstName.fill('Layla')
  await expect(firstName).toHaveCSS('direction', 'ltr')

  await signIn()
  await page.goto('/account/update-username')
  await expect(page.locator('[name=Username]')).toHaveCSS('direction', 'ltr')
})

test('In an Arabic sentence a name and a masked address read from left to right, and the sentence goes on to their left (AT-LNG-07)', async ({
  page,
  context,
  stubbedApi,
  signIn,
}) => {
  await speak(context, 'ar')
  await stubbedApi.in('PROD')
  await signIn()
  for (const Username of ['PlayerOne', '7Of9', 'Two Point', 'Guild (EU) 2!']) {
    stubbedApi.stub('GET profile/user/42', ok({ ...player, Username }))
    await page.goto('/account/update-username')
    const sentence = page.locator('main p', { hasText: 'يعرفك' })
    await expect(sentence.locator('bdi')).toHaveText(Username)
    expect(await orderOf(sentence), Username).toEqual({ around: 'rtl', within: 'ltr' })
  }
  await page.goto('/account')
  const address = page.locator('bdi', { hasText: 'example.com' })
  await expect(address).toHaveText('p.....r@example.com')
  const xs = await lettersOf(address)
  expect(xs).toEqual(xs.toSorted((one, other) => one - other))
})

test(
  'A name with marks that turn directions, or in Arabic letters, leaves the sentence around it in order (PX-24, L31)',
  atNight(),
  async ({ page, context, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    await signIn()
    const names = ['\u202Egnp.exe', '\u2067\u202Eabc', 'سلام', 'سلام 12', '12 سلام!']
    for (const Username of names) {
      stubbedApi.stub('GET profile/user/42', ok({ ...player, Username }))
      await page.goto('/account/update-username')
      const english = page.locator('main p', { hasText: 'Players know you as' })
      expect((await orderOf(english)).around, `${JSON.stringify(Username)} in English`).toBe('ltr')
    }
    await speak(context, 'ar')
    for (const Username of names) {
      stubbedApi.stub('GET profile/user/42', ok({ ...player, Username }))
      await page.goto('/account/update-username')
      const sentence = page.locator('main p', { hasText: 'يعرفك' })
      expect((await orderOf(sentence)).around, `${JSON.stringify(Username)} in Arabic`).toBe('rtl')
    }
  },
)

test(
  'Marks that turn directions are taken out of a name and a reason as they are typed or pasted (PX-24, L30)',
  atNight(),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    stubbedApi.stub('POST profile/user/42/username', ok({ Success: true }))
    await signIn()
    await page.goto('/account/update-username')
    const name = field(page, 'New username')
    await name.fill('Ab\u202Ecd\u2066ef\u200Fgh\u061C')
    await expect(name).toHaveValue('Abcdefgh')
    // In the middle: the caret stays behind what was typed.
    await name.press('Home')
    await name.press('ArrowRight')
    await page.keyboard.insertText('\u202EX\u200E')
    await page.keyboard.insertText('Y')
    await expect(name).toHaveValue('AXYbcdefgh')

    await toReasonStep(page)
    await page.getByRole('radio', { name: 'Another reason' }).check()
    const reason = field(page, 'Reason')
    await reason.fill('one\u202E\ntwo\u2069')
    await expect(reason).toHaveValue('one\ntwo')
  },
)

test('From right to left the account is mirrored, and neither a logo nor what the art shows is', async ({
  page,
  context,
  stubbedApi,
  signIn,
  playerCookies,
}) => {
  await speak(context, 'ar')
  await stubbedApi.in('PROD')
  await context.addCookies(playerCookies.filter(({ name }) => name.startsWith('sso_consent_')))
  await page.goto('/')
  for (const theme of ['PROD', 'RELIC', 'FOCUS'] as const) {
    await showTheme(page, theme)
    expect(await turnsOf(page), theme).toEqual({ art: '-1 1', picture: '-1 1', sign: 'none' })
  }
  await signIn()
  await page.setViewportSize(sizes.desktop)
  await page.goto('/account')
  await showTheme(page, 'PROD')
  const [menu, main] = [page.locator('nav'), page.locator('main')]
  expect(await leftOf(menu)).toBeGreaterThan(await leftOf(main))
  await expect(page.locator('[data-name=out]')).toHaveCSS('scale', '-1 1')
  expect(await leftOf(page.locator('header a').last())).toBeLessThan(
    await leftOf(page.locator('header a').first()),
  )
})

async function leftOf(locator: Locator): Promise<number> {
  return (await locator.first().boundingBox())?.x ?? Number.NaN
}

/** How the art's shape, the picture in it and the sign of the studio are turned. */
function turnsOf(page: Page) {
  return page.evaluate(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this function alone
    const turn = (selector: string, part?: string) => {
      const element = document.querySelector(selector)
      return element === null ? 'missing' : getComputedStyle(element, part).scale
    }
    const art = '[data-layout=visitor] > div'
    return { art: turn(art), picture: turn(art, '::before'), sign: turn('header span > span') }
  })
}

/** Where each letter of a text begins, from the left, in the order of the text. */
function lettersOf(locator: Locator): Promise<number[]> {
  return locator.evaluate((element) => {
    const text = element.firstChild
    return Array.from(text?.textContent ?? '', (_, at) => {
      const range = document.createRange()
      if (text !== null) {
        range.setStart(text, at)
        range.setEnd(text, at + 1)
      }
      return range.getBoundingClientRect().left
    })
  })
}

/** On which side of the name a sentence begins and goes on, and how the name itself is read. */
function orderOf(sentence: Locator): Promise<{ around: string; within: string }> {
  return sentence.evaluate((element) => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the browser gets this function alone
    const box = (node: Node | null, from: number, to: number) => {
      const range = document.createRange()
      if (node !== null) {
        range.setStart(node, from)
        range.setEnd(node, to)
      }
      return range.getBoundingClientRect()
    }
    const name = element.querySelector('bdi')
    const text = name?.firstChild ?? null
    const whole = name?.getBoundingClientRect() ?? new DOMRect()
    const before = name?.previousSibling ?? null
    const after = name?.nextSibling ?? null
    const last = (before?.textContent ?? '').trimEnd().length
    const beforeBox = box(before, last - 1, last)
    const afterBox = box(after, 0, 1)
    const length = text?.textContent?.length ?? 0
    const side =
      beforeBox.right <= whole.left + 1 && afterBox.left >= whole.right - 1
        ? 'ltr'
        : beforeBox.left >= whole.right - 1 && afterBox.right <= whole.left + 1
          ? 'rtl'
          : 'mixed'
    const isForward = box(text, 0, 1).left < box(text, length - 1, length).left
    return { around: side, within: isForward ? 'ltr' : 'rtl' }
  })
}
