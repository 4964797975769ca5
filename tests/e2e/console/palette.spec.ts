import type { Page } from '@playwright/test'
import { ada } from '../fixtures/answered-console/staff.ts'
import { expect, test } from '../fixtures/answered-console/test.ts'

/** The name of the active descendant as the browser's accessibility tree has it, not as the DOM does. */
async function activeName(page: Page): Promise<string> {
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  await client.detach()
  const [target] = nodes.flatMap(({ properties = [] }) =>
    properties
      .filter(({ name }) => name === 'activedescendant')
      .flatMap(({ value }) => value.relatedNodes ?? []),
  )
  const node = nodes.find(({ backendDOMNodeId }) => backendDOMNodeId === target?.backendDOMNodeId)
  return String(node?.name?.value ?? '')
}

const waysToOpen: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['Control and K', (page) => page.keyboard.press('Control+k')],
  ['its button', (page) => page.getByRole('button', { name: /^Go to…/ }).click()],
  [
    'a letter that was typed',
    async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('s')
    },
  ],
]

for (const [way, open] of waysToOpen) {
  test(`the palette, opened by ${way}, names another choice at every arrow`, async ({
    page,
    answered,
  }) => {
    answered.me = ada
    await page.goto('/prod/players')
    await expect(page.getByRole('searchbox')).toBeVisible()
    await page.getByRole('heading', { name: 'Players' }).click()
    await open(page)
    await expect(page.getByRole('combobox')).toBeFocused()
    await expect.poll(() => activeName(page)).not.toBe('')
    let before = await activeName(page)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key)
      await expect.poll(() => activeName(page)).not.toBe(before)
      const now = await activeName(page)
      expect(now).not.toBe('')
      before = now
    }
  })
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
}

test('p and a name search players, id= opens one, and Escape gives the focus back', async ({
  page,
}) => {
  await page.goto('/sessions')
  await page.getByRole('button', { name: /^Go to…/ }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Go to…/ })).toBeFocused()
  await openPalette(page)
  await page.keyboard.type('p guy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/\?q=guy$/)
  await page.goto('/prod/support')
  await expect(page.getByRole('heading', { name: 'Support code' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('p guy')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/prod\/players\?q=guy$/)
  await openPalette(page)
  await page.keyboard.type('id=12')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'PlayerOne' })).toBeVisible()
})

test('an action on the open player and another deployment are a few letters away', async ({
  page,
  answered,
}) => {
  answered.me = ada
  await page.goto('/prod/players/12')
  await expect(page.getByRole('heading', { name: 'PlayerOne' })).toBeVisible()
  await openPalette(page)
  await page.keyboard.type('freeze')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Freeze PlayerOne’s account' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await openPalette(page)
  await page.keyboard.type('relic switch')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/relic\/players$/)
})

test('before a deployment is chosen, an action asks for one, which the words may name as well', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Go to…/ }).click()
  await page.keyboard.type('ban a')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ban a player' })).toBeVisible()
  await expect(page.getByRole('option')).toHaveText(['PRODprod', 'RELICrelic'])
  await page.keyboard.type('rel')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Ban a player' })
  await expect(form.getByLabel('Player', { exact: true })).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await openPalette(page)
  await page.keyboard.type('players relic')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/relic\/players$/)
})

test('rows are links that keys reach, select and copy for a ticket (AT-CON2-35)', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/prod/players?q=player')
  const [first, second] = [
    page.getByRole('link', { name: 'PlayerOne' }),
    page.getByRole('link', { name: /^Player.*eno$/ }),
  ]
  await expect(first).toHaveAttribute('href', '/prod/players/12')
  await page.getByRole('heading', { name: 'Players', exact: true }).click()
  await page.keyboard.press('j')
  await expect(first).toBeFocused()
  await page.keyboard.press('x')
  await expect(page).toHaveURL(/selected=12/)
  await first.focus()
  await page.keyboard.press('j')
  await expect(second).toBeFocused()
  await page.keyboard.press('x')
  await expect(page).toHaveURL(/selected=12%2C31/)
  await page.keyboard.press('c')
  await expect(page.getByText('2 rows copied for a ticket.')).toBeVisible()
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item?.getType(type))?.text() ?? ''
    return { text: await read('text/plain'), html: await read('text/html') }
  })
  expect(copied.text).toContain(
    '| PlayerOne | 12 | p••••r@example.com | 3 May 2024, 10:12 | steam, twitch | active |',
  )
  expect(copied.text).toMatch(/Europe\/London · copied by Sam Support/)
  expect(copied.html).toContain('<td>PlayerOne</td>')
})

test('keys of one letter can be switched off, and do nothing in a field', async ({ page }) => {
  await page.goto('/prod/players')
  await page.getByRole('searchbox').fill('')
  await page.keyboard.type('?c')
  await expect(page.getByRole('searchbox')).toHaveValue('?c')
  await page.getByRole('heading', { name: 'Players' }).click()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByLabel('Keys of one letter').uncheck()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.keyboard.press('?')
  await expect(dialog).toBeHidden()
})
