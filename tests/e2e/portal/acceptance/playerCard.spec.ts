import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { samplePng } from '../../fixtures/stubbed-api/defaults.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { open } from '../../accessibility/states/state.ts'

/* The player's card, a picture to share: nothing but the name and what is ticked is on it. */

const beyond = { EnableSecuritySection: true } as const
const call = 'POST profile/user/42/card'

test('The card shows titles, and a linked account by its tick alone, and is downloaded', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', beyond)
  await signIn()
  await open(page, '/account')
  await control(page, 'Share my player card').click()
  const ofTitles = dialog(page).getByRole('checkbox', { name: 'My titles' })
  const ofSteam = dialog(page).getByRole('checkbox', { name: /^Steam/ })
  await expect(ofTitles).toBeChecked()
  await expect(ofSteam).not.toBeChecked()
  await expect(dialog(page).getByRole('img')).toHaveAccessibleName(
    /^Your player card, with .*PlayerOne.*Map Maker/,
  )
  await ofSteam.check()
  await expect(dialog(page).getByRole('img')).toHaveAccessibleName(/Steam/)
  await ofTitles.uncheck()
  await expect(dialog(page).getByRole('img')).not.toHaveAccessibleName(/Map Maker/)
  expect(stubbedApi.sent(call).map(({ body }) => body)).toEqual([
    { Titles: true, Links: [] },
    { Titles: true, Links: ['steam'] },
    { Titles: false, Links: ['steam'] },
  ])

  const downloads = page.waitForEvent('download')
  await control(dialog(page), 'Download').click()
  const download = await downloads
  expect(download.suggestedFilename()).toBe('player-card.png')
  expect((await readFile(await download.path())).toString('base64')).toBe(samplePng)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(control(page, 'Share my player card')).toBeFocused()
})

test('A card that is refused says why, and the one before stays with its words', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', beyond)
  await signIn()
  await open(page, '/account')
  await control(page, 'Share my player card').click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  stubbedApi.stub(call, refused('ERROR_CARD_NOT_LINKED'))
  await dialog(page)
    .getByRole('checkbox', { name: /^Steam/ })
    .check()
  await expect(dialog(page).getByText('This account is not linked.')).toBeVisible()
  await expect(dialog(page).getByRole('img')).not.toHaveAccessibleName(/Steam/)
  stubbedApi.stub(call, ok({ Picture: samplePng }))
  await dialog(page)
    .getByRole('checkbox', { name: /^Steam/ })
    .uncheck()
  await expect(dialog(page).getByText('This account is not linked.')).toHaveCount(0)
})

test('The card has no tick without titles and links, and no place as the specification has it', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await open(page, '/account')
  await expect(control(page, 'Share my player card')).toHaveCount(0)
  await stubbedApi.in('PROD', beyond)
  stubbedApi.stub('GET profile/connects', connectsWith({}))
  await page.reload()
  await control(page, 'Share my player card').click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
})

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your player card' })
