import type { Locator, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { portalOf } from '../fixtures/running-product/addresses.ts'
import type { Mailbox } from '../fixtures/running-product/mailbox.ts'
import { expect } from '../fixtures/expect.ts'
import { control, exactly, field } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { newPlayer } from '../fixtures/steps/newPlayer.ts'
import { atNight, test } from '../fixtures/test.ts'

/* The picture of a player, from a file to every place that shows it, and back to the letter. */

/** Themes of the product, as the documents show them. */
const photo = {
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync(join(import.meta.dirname, '../../../docs/pictures/themes.jpg')),
}

test(
  'A player uploads a picture, sees it after a reload and in every tab, and removes it · LOCAL',
  atNight(),
  async ({ page, context, mailbox }) => {
    await toInformation(page, mailbox)
    const other = await context.newPage()
    await other.goto(`${portalOf('LOCAL')}/account`)
    for (const tab of [page, other]) await expect(letter(tab)).toBeVisible()

    await control(section(page), 'Add').click()
    await field(dialog(page), 'A picture of your own').setInputFiles(photo)
    await control(dialog(page), 'Use this picture').click()
    await expect(page.getByRole('status').getByText('Your picture is changed.')).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    const address = await pictureOf(page)
    expect(address).toMatch(/^http:\/\/localhost:\d+\/avatars\/[\w-]{43}-256\.webp$/)
    // The tab that was open before shows it without a reload.
    expect(await pictureOf(other)).toBe(address)
    await page.reload()
    expect(await pictureOf(page)).toBe(address)
    const third = await context.newPage()
    await third.goto(`${portalOf('LOCAL')}/account/newsletter`)
    await expect(card(third).locator('img')).toHaveAttribute('src', address)

    await control(section(page), 'Change').click()
    await control(dialog(page), 'Remove the picture').click()
    await expect(page.getByRole('status').getByText('Your picture is removed.')).toBeVisible()
    for (const tab of [page, other, third]) await expect(card(tab).locator('img')).toHaveCount(0)
    await page.reload()
    await expect(letter(page)).toBeVisible()
  },
)

test(
  'A player chooses a picture of the gallery by keys alone, and the focus comes back · LOCAL',
  atNight(),
  async ({ page, mailbox }) => {
    await toInformation(page, mailbox)
    await control(section(page), 'Add').focus()
    await page.keyboard.press('Enter')
    const fox = dialog(page).getByRole('button', { name: exactly('Use fox') })
    await expect(fox).toHaveAttribute('aria-pressed', 'false')
    await fox.focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status').getByText('Your picture is changed.')).toBeVisible()
    const change = control(section(page), 'Change')
    await expect(change).toBeFocused()
    expect(await pictureOf(page)).toMatch(/\/medias\/gallery\/platform\/fox\.svg$/)
    await page.keyboard.press('Enter')
    await expect(fox).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expect(change).toBeFocused()
  },
)

test(
  'A file that is no picture is refused in words, and the dialog stays for another one · LOCAL',
  atNight(),
  async ({ page, mailbox }) => {
    await toInformation(page, mailbox)
    await control(section(page), 'Add').click()
    const file = field(dialog(page), 'A picture of your own')
    for (const [name, buffer, words] of [
      ['x.png', Buffer.from('<svg/>'), 'Please choose a picture in the format PNG, JPEG or WebP.'],
      [
        'y.png',
        photo.buffer.subarray(0, 2000),
        'This picture cannot be read. Please choose another',
      ],
      ['z.png', Buffer.alloc(5 * 1024 * 1024 + 1), 'Please choose a picture of at most 5 MB.'],
    ] as const) {
      await file.setInputFiles({ name, mimeType: 'image/png', buffer })
      await expect(dialog(page).getByRole('alert')).toContainText(words)
    }
    await file.setInputFiles(photo)
    await control(dialog(page), 'Use this picture').click()
    await expect(dialog(page)).toHaveCount(0)
    expect(await pictureOf(page)).toContain('/avatars/')
  },
)

async function toInformation(page: Page, mailbox: Mailbox): Promise<void> {
  const { username: name, password } = await newPlayer(page, 'LOCAL', mailbox)
  await logIn(page, 'LOCAL', { name, password })
  await expect(page).toBeOnPath('/account')
  await expect(section(page)).toBeVisible()
}

function section(page: Page): Locator {
  return page.getByRole('region', { name: exactly('Picture') })
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog', { name: exactly('Choose your picture') })
}

/** The player's card above the account's rooms. */
function card(page: Page): Locator {
  return page.getByRole('region', { name: exactly('Player') })
}

/** The letter that stands for a player without a picture. */
function letter(page: Page): Locator {
  return section(page).locator('span[aria-hidden]')
}

/** The address of the picture that card and section show, once it has loaded. */
async function pictureOf(page: Page): Promise<string> {
  const image = section(page).locator('img')
  await expect(image).toBeVisible()
  await expect.poll(() => image.evaluate(isLoaded)).toBe(true)
  const address = (await image.getAttribute('src')) ?? ''
  await expect(card(page).locator('img')).toHaveAttribute('src', address)
  return address
}

function isLoaded(element: Element): boolean {
  return element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0
}
