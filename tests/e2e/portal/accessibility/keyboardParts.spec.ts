import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* Each part by the keys that the ARIA Authoring Practices give it. */

test('Combobox: every key of an editable one with a list', async ({
  page,
  stubbedApi,
  signIn,
  keyboard,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  await page.goto('/survey/qualification')
  const country = page.getByRole('combobox', { name: 'Country' })
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  const caret = () => country.evaluate((input: HTMLInputElement) => input.selectionStart)
  await keyboard.write(country, 'land')
  await expect(country).toHaveAttribute('aria-expanded', 'true')
  await expect(country).toHaveAttribute('aria-autocomplete', 'list')
  const listed = await options.allTextContents()
  expect(listed.length).toBeGreaterThan(2)

  await keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(listed[0] ?? '')
  await keyboard.press('ArrowUp', 'ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveText(listed.at(-1) ?? '')
  await keyboard.press('ArrowDown')
  // A key that moves the caret leads back to the text; the list stays.
  for (const [key, place] of [
    ['Home', 0],
    ['End', 4],
    ['ArrowLeft', 3],
    ['ArrowRight', 4],
  ] as const) {
    await keyboard.press('ArrowDown')
    await expect(country).toHaveAttribute('aria-activedescendant', /./)
    await keyboard.press(key)
    await expect(country).not.toHaveAttribute('aria-activedescendant')
    expect(await caret(), key).toBe(place)
    await expect(options).toHaveCount(listed.length)
  }
  await keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(country).toHaveValue('land')
  await keyboard.press('Alt+ArrowDown')
  await expect(options).toHaveCount(listed.length)
  await expect(country).not.toHaveAttribute('aria-activedescendant')
  await keyboard.press('Alt+ArrowUp')
  await expect(options).toHaveCount(0)
  await expect(country).toBeFocused()
  // From a closed list the arrows open it, each from its own end.
  await keyboard.press('ArrowUp')
  await expect(page.getByRole('option', { selected: true })).toHaveText(listed.at(-1) ?? '')
  await keyboard.press('Enter')
  await expect(country).toHaveValue(listed.at(-1) ?? '')
  await expect(country).toBeFocused()
  // Leaving it chooses nothing.
  await keyboard.write(country, 'gree')
  await keyboard.press('ArrowDown', 'Tab')
  await expect(country).toHaveValue('gree')
  await expect(options).toHaveCount(0)
})

test('Radio group: one stop, arrows in both directions, the ends meet', async ({
  page,
  stubbedApi,
  keyboard,
}) => {
  await stubbedApi.in('PROD')
  await page.goto('/login')
  const group = page.getByRole('group', { name: 'Appearance' })
  const circle = (name: string) => group.getByRole('radio', { name })
  await keyboard.tabTo(circle('Like my device'))
  for (const [key, name] of [
    ['ArrowDown', 'Light'],
    ['ArrowRight', 'Dark'],
    ['ArrowDown', 'Like my device'],
    ['ArrowUp', 'Dark'],
    ['ArrowLeft', 'Light'],
  ] as const) {
    await keyboard.press(key)
    await expect(circle(name)).toBeFocused()
    await expect(circle(name)).toBeChecked()
  }
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'light')
  await keyboard.press('Shift+Tab')
  await keyboard.press('Tab')
  await expect(circle('Light')).toBeFocused()
})

test('Switch: Space turns it, it keeps the focus while its change is under way', async ({
  page,
  stubbedApi,
  signIn,
  keyboard,
}) => {
  await stubbedApi.in('PROD')
  const held = holdBack()
  stubbedApi.stub('POST cookie/user/42/set-cookie', () => held.of(ok()))
  await signIn()
  await page.goto('/account/cookies')
  const marketing = page.getByRole('switch', { name: 'Marketing cookies' })
  await keyboard.activate(marketing, 'Space')
  await expect(marketing).toHaveAttribute('aria-busy', 'true')
  await expect(marketing).toBeFocused()
  await expect(marketing).not.toBeChecked()
  held.release()
  await expect(marketing).toBeChecked()
  await expect(marketing).not.toHaveAttribute('aria-busy')
  await expect(marketing).toBeFocused()
})

test('Dialog: Tab goes around in it, Escape and its button give the focus back', async ({
  page,
  stubbedApi,
  signIn,
  keyboard,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('POST profile/user/42/update-email', refused('ERROR_REAUTHENTICATION_REQUIRED'))
  await signIn()
  await page.goto('/account/update-email')
  for (const name of ['New email', 'Confirm email']) {
    await keyboard.write(field(page, name), 'new@example.com')
  }
  const confirm = control(page.getByRole('main'), 'Confirm')
  const dialog = page.getByRole('dialog', { name: 'Is it still you?' })
  for (const way of ['Escape', 'Cancel'] as const) {
    await keyboard.activate(confirm)
    await expect(field(dialog, 'Password')).toBeFocused()
    // A dialog without other stops inside leads around.
    await keyboard.press('Shift+Tab', 'Tab')
    for (const name of ['Show', 'Confirm', 'Cancel']) {
      await keyboard.press('Tab')
      await expect(control(dialog, name)).toBeFocused()
    }
    await keyboard.press(way === 'Escape' ? 'Escape' : 'Enter')
    await expect(page.locator('dialog')).toHaveCount(0)
    await expect(confirm).toBeFocused()
  }
})

test('A player who is unblocked leaves the list, and the focus goes on', async ({
  page,
  stubbedApi,
  signIn,
  keyboard,
}) => {
  await stubbedApi.in('PROD')
  stubbedApi.stub('GET profile/user/42', {
    status: 200,
    body: {
      ...player,
      Blocks: [
        { Id: 7, Username: 'Ann', AvatarUrl: '' },
        { Id: 8, Username: 'Bob', AvatarUrl: '' },
      ],
    },
  })
  await signIn()
  await page.goto('/account/blocked-users-management')
  const unblock = (name: string) =>
    control(page.getByRole('listitem').filter({ hasText: name }), 'Unblock')
  await keyboard.activate(unblock('Ann'))
  await expect(unblock('Bob')).toBeFocused()
  await expect(page.getByRole('status')).toHaveText('Ann is no longer blocked.')
  await keyboard.press('Space')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText('Bob is no longer blocked.')
})
