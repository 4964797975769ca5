import type { Locator, Page } from '@playwright/test'
import { ok } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, exactly } from '../../fixtures/page.ts'
import { dropPicture } from '../../fixtures/steps/picture.ts'
import { speak } from '../../fixtures/speak.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test('The choice fits a window of 320 pixels, with every picture in reach', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 600 })
  await stubbedApi.in('PROD', { EnableAvatarSection: true })
  stubbedApi.stub(
    'GET profile/user/42/avatars',
    ok({
      Source: 'other',
      TakesUploads: true,
      Gallery: Array.from({ length: 30 }, (_, index) => ({
        Name: `animal-${index}.png`,
        AvatarUrl: `animal-${index}.png`,
      })),
      Linked: [{ CanonicalName: 'steam', Name: 'Steam', AvatarUrl: player.AvatarUrl }],
    }),
  )
  await signIn()
  await page.goto('/account')
  await control(section(page), 'Change').click()
  await expect(dialog(page).getByRole('button', { name: exactly('Use Steam') })).toBeVisible()
  const [inner, outer] = await dialog(page).evaluate((element) => [
    element.scrollWidth,
    element.clientWidth,
  ])
  expect(inner).toBeLessThanOrEqual(outer ?? 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  const last = dialog(page).getByRole('button', { name: exactly('Use animal 29') })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await control(dialog(page), 'Cancel').click()
  await expect(dialog(page)).toHaveCount(0)
})

test('The gallery’s own pictures have their names in the language of the player, others those of their files', async ({
  page,
  context,
  stubbedApi,
  signIn,
}) => {
  await speak(context, 'de')
  await stubbedApi.in('PROD', { EnableAvatarSection: true })
  stubbedApi.stub(
    'GET profile/user/42/avatars',
    ok({
      Source: '',
      TakesUploads: false,
      Gallery: ['gallery/showcase/fox.svg', 'animals/red-fox.png'].map((Name) => ({
        Name,
        AvatarUrl: Name,
      })),
      Linked: [],
    }),
  )
  await signIn()
  await page.goto('/account')
  await page
    .getByRole('region', { name: exactly('Bild') })
    .getByRole('button')
    .click()
  const pictures = page.getByRole('dialog').getByRole('list').getByRole('button')
  await expect(pictures.nth(0)).toHaveAccessibleName('Fuchs verwenden')
  await expect(pictures.nth(1)).toHaveAccessibleName('red fox verwenden')
})

test('A picture of one’s own is dropped, moved and zoomed, and sent as a square', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', { EnableAvatarSection: true })
  stubbedApi.stub('GET profile/user/42', ok({ ...player, AvatarUrl: '' }))
  const offer = { Source: '', TakesUploads: true, Gallery: [], Linked: [] }
  stubbedApi.stub('GET profile/user/42/avatars', ok(offer))
  const upload = 'POST profile/user/42/avatar/upload'
  stubbedApi.stub(upload, ok({ AvatarUrl: player.AvatarUrl }))
  await signIn()
  await page.goto('/account')
  await control(section(page), 'Add').click()
  await control(dialog(page), 'Choose a picture of your own').evaluate(dropPicture)
  const crop = dialog(page).getByRole('application', { name: 'Part of your picture' })
  await expect(crop).toBeFocused()
  // Left red, right blue: the middle shows the border of both.
  expect(await coloursOf(crop)).toEqual(['red', 'blue'])
  for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight')
  expect(await coloursOf(crop)).toEqual(['blue', 'blue'])
  const { x, y, width } = (await crop.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + 4, y + 4)
  await page.mouse.down()
  await page.mouse.move(x + 4 + width, y + 4, { steps: 4 })
  await page.mouse.up()
  expect(await coloursOf(crop)).toEqual(['red', 'red'])
  const zoom = dialog(page).getByRole('slider', { name: 'Zoom' })
  await control(dialog(page), 'Zoom in').click()
  await expect(zoom).not.toHaveValue('1')
  await control(dialog(page), 'Zoom out').click()
  await expect(zoom).toHaveValue('1')
  await control(dialog(page), 'Use this picture').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(control(section(page), 'Change')).toBeVisible()
  const [sent] = stubbedApi.sent(upload).map(({ body }) => body as { Picture: string })
  const bytes = Buffer.from(sent?.Picture ?? '', 'base64')
  // The width and the height of a PNG stand in its header.
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([512, 512])
})

/** The colours near the left and the right edge of the shown part. */
function coloursOf(crop: Locator): Promise<string[]> {
  return crop.evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement
    const context = (element as HTMLCanvasElement).getContext('2d')
    return [10, width - 10].map((x) => {
      const [red = 0, , blue = 0] = context?.getImageData(x, height / 2, 1, 1).data ?? []
      return red > blue ? 'red' : 'blue'
    })
  })
}

test('A deployment without pictures shows no section for one', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/account')
  await expect(page.getByRole('region', { name: exactly('Username') })).toBeVisible()
  await expect(section(page)).toHaveCount(0)
})

function section(page: Page): Locator {
  return page.getByRole('region', { name: exactly('Picture') })
}

function dialog(page: Page): Locator {
  return page.getByRole('dialog', { name: exactly('Choose your picture') })
}
