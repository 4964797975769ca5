import { pictureScriptFor } from '@gatehouse/contract/console/pictureScript'
import type { Page } from '@playwright/test'
import { axeViolations, bringAxe } from '../accessibility/axeViolations.ts'
import { draft, usual } from '../fixtures/answered-console/answers.ts'
import { bea } from '../fixtures/answered-console/staff.ts'
import { done, expect, refused, test } from '../fixtures/answered-console/test.ts'

test.beforeEach(({ answered }) => {
  answered.me = bea
})

test('a text of a mail is found by its words, changed by keys in two languages, and saved with the draft', async ({
  page,
  answered,
}) => {
  answered.answer('drafts save', () => done('Saved.', { draft: 3, revision: 3, problems: [] }))
  await page.goto('/prod/brand?draft=3&step=words')
  await page.getByRole('searchbox', { name: 'Words' }).fill('farewell subject')
  await expect(page.getByText('1 text', { exact: true })).toBeVisible()
  const row = page.getByRole('button', { name: /farewell\.subject/ })
  await row.press('Enter')
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Tab')
  const english = page.getByRole('textbox', { name: 'English' })
  await expect(english).toBeFocused()
  await page.keyboard.type('Good night, {studio}')
  await page.getByRole('textbox', { name: 'العربية' }).fill('مع السلامة {studio}')
  await expect(page.getByRole('textbox', { name: 'العربية' })).toHaveAttribute('dir', 'rtl')
  await expect(row).toContainText('changed')
  // The picture of the mail follows.
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('ar')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => answered.ordersOf('drafts save')).toHaveLength(1)
  const { changes } = answered.ordersOf('drafts save')[0]?.order ?? {}
  expect(JSON.parse(String(changes))).toMatchObject({
    words: {
      en: { mails: { 'farewell.subject': 'Good night, {studio}' } },
      ar: { mails: { 'farewell.subject': 'مع السلامة {studio}' } },
    },
  })
})

test('a placeholder that is unknown or missing is named at its field before the draft is saved', async ({
  page,
}) => {
  await page.goto('/prod/brand?draft=3&step=words')
  await page.getByRole('combobox', { name: 'Screen or mail' }).selectOption('Every mail')
  const row = page.getByRole('button', { name: /greeting/ })
  await row.click()
  await expect(page.getByText('Its placeholders: {username}')).toBeVisible()
  const english = page.getByRole('textbox', { name: 'English' })
  await english.fill('Dear {player},')
  await expect(page.getByText('{username} is missing.')).toBeVisible()
  await expect(page.getByText('{player} is added.')).toBeVisible()
  await expect(english).toHaveAttribute('aria-invalid', 'true')
  await expect(row).toContainText('to be corrected')
  await bringAxe(page)
  expect(await axeViolations(page, 'all')).toEqual([])
  await english.fill('Dear {username},')
  await expect(page.getByText('is missing')).toHaveCount(0)
  await page.getByRole('button', { name: /^As in the file.*English/ }).click()
  await expect(english).toHaveValue('')
})

test('the words of the file stand beside the field, and texts are found by their screen', async ({
  page,
}) => {
  await page.goto('/prod/brand?step=words')
  await page.getByRole('searchbox', { name: 'Words' }).fill('farewell.closing')
  await page.getByRole('button', { name: /farewell\.closing/ }).click()
  await expect(page.getByText('So long.')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Words' }).fill('')
  await page.getByRole('combobox', { name: 'Screen or mail' }).selectOption('Blocked users')
  await expect(page.getByRole('button', { name: /blocked/i }).first()).toBeVisible()
})

test('a text with a number has a field for each form, and is put together again', async ({
  page,
  answered,
}) => {
  answered.answer('drafts save', () => done('Saved.', { draft: 3, revision: 3, problems: [] }))
  await page.goto('/prod/brand?draft=3&step=words')
  await page.getByRole('searchbox', { name: 'Words' }).fill('blocked, plural')
  const row = page.getByRole('button', { name: /# player \/ # players/ })
  await row.click()
  await expect(page.getByText('# is the number.')).toBeVisible()
  const one = page.getByRole('textbox', { name: 'English, with 1' })
  await expect(one).toHaveValue('# player')
  await one.fill('only # player')
  // A brace would end the form.
  await one.press('End')
  await page.keyboard.type('}')
  await expect(one).toHaveValue('only # player')
  await expect(page.getByRole('textbox', { name: 'English, with 0, 2' })).toHaveValue('# players')
  await expect(row).toContainText('changed')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.poll(() => answered.ordersOf('drafts save')).toHaveLength(1)
  const { changes } = answered.ordersOf('drafts save')[0]?.order ?? {}
  const key = '{blocked, plural, one {# player} other {# players}}'
  expect(JSON.parse(String(changes))).toMatchObject({
    words: {
      en: { portal: { [key]: '{blocked, plural, one {only # player} other {# players}}' } },
    },
  })
  await page.getByRole('button', { name: /^As in the file.*English/ }).click()
  await expect(one).toHaveValue('# player')
})

/** Pictures with the script of the product, which show this. */
async function showPictures(page: Page, markup: string) {
  await page.route('http://preview.test/**', async (route) => {
    const home = new URL(page.url()).origin
    const isFrame = route.request().method() === 'GET'
    const body = isFrame ? `<script>${pictureScriptFor(home)}</script>` : markup
    await route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` })
  })
}

test('a sentence that is pressed in a picture is there to be changed, and nothing in a picture is followed', async ({
  page,
}) => {
  const link = '<a href="/elsewhere"><b>Lost your</b> password?</a>'
  await showPictures(page, `<main inert><h1>Welcome, keeper</h1>${link}<p>PlayerOne</p></main>`)
  await page.goto('/prod/brand?draft=3')
  const picture = page.locator('figure:has-text("Phone") iframe[data-shown=true]')
  const press = (words: string) =>
    picture.contentFrame().getByText(words, { exact: true }).dispatchEvent('click')
  await press('Lost your')
  await expect(page).toHaveURL(/step=words$/)
  await expect(page.getByRole('button', { name: /^Lost your password\?/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  )
  const english = page.getByRole('textbox', { name: 'English' })
  await expect(english).toBeFocused()
  await english.fill('No password?')
  await expect(page.getByText('changed', { exact: true })).toBeVisible()
  await expect(picture.contentFrame().getByText('Lost your')).toBeVisible()

  // Words of a field are changed there.
  await press('Welcome, keeper')
  await expect(page.getByLabel('Welcome', { exact: true })).toBeFocused()
  await press('PlayerOne')
  await expect(page.getByText('No text says this')).toBeVisible()
  await page.getByRole('button', { name: 'All texts' }).click()
  await expect(page.getByRole('heading', { name: 'Home', exact: true })).toBeVisible()
})

test('a press that another window or another host tells of changes nothing (AX-CON2-20)', async ({
  page,
}) => {
  await showPictures(page, '<p>Log in</p>')
  await page.goto('/prod/brand?draft=3')
  await expect(page.locator('figure iframe[data-shown=true]')).toHaveCount(8)
  await page.evaluate(() => {
    const said = { said: ['Log in'] }
    postMessage(said, '*')
    const frame = document.querySelector('iframe')
    // The window of a frame, and another host; the host of pictures, and another window.
    dispatchEvent(
      new MessageEvent('message', {
        data: said,
        origin: 'http://thief.test',
        source: frame?.contentWindow ?? null,
      }),
    )
    dispatchEvent(
      new MessageEvent('message', { data: said, origin: 'http://preview.test', source: window }),
    )
  })
  await expect(page.getByLabel('Welcome', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/draft=3$/)
})

test('words that are not saved are kept on the way to the effects and back, and where saving is refused', async ({
  page,
  answered,
}) => {
  answered.answer('drafts save', () => refused(409, 'STALE', 'Ada Operator has changed it.'))
  await page.goto('/prod/brand?draft=3&step=words')
  const search = page.getByRole('searchbox', { name: 'Words' })
  const open = async () => {
    await search.fill('farewell.subject')
    await page.getByRole('button', { name: /farewell\.subject/ }).click()
  }
  await open()
  const english = page.getByRole('textbox', { name: 'English' })
  await english.fill('Mine')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('alert')).toContainText('STALE')
  await page.getByRole('link', { name: 'Effects' }).click()
  await page.getByRole('link', { name: 'Words' }).click()
  await open()
  await expect(english).toHaveValue('Mine')
  await expect(page.getByText('Not saved yet')).toBeVisible()
})

test('words that are not saved are gone once another person signs in, who is not asked about them', async ({
  page,
  answered,
}) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.goto('/prod/brand?draft=3&step=words')
  await page.getByRole('searchbox', { name: 'Words' }).fill('farewell.subject')
  await page.getByRole('button', { name: /farewell\.subject/ }).click()
  await page.getByRole('textbox', { name: 'English' }).fill('Mine')
  await expect(page.getByText('Not saved yet')).toBeVisible()
  answered.me = null
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  answered.me = { ...bea, person: 'mark-of-ben', name: 'Ben Brand', email: 'ben@studio.example' }
  await expect(page.getByText('Ben Brand')).toBeVisible()
  expect(asked).toEqual([])
  expect(answered.ordersOf('drafts save')).toHaveLength(1)
  await page.getByRole('searchbox', { name: 'Words' }).fill('farewell.subject')
  await page.getByRole('button', { name: /farewell\.subject/ }).click()
  await expect(page.getByRole('textbox', { name: 'English' })).not.toHaveValue('Mine')
})

test('a mail of the draft goes to its author, in the language that is shown', async ({
  page,
  answered,
}) => {
  answered.answer('drafts test-mail', () =>
    done('The mail confirmation of draft 3 goes to bea@studio.example, in ar.', {}),
  )
  await page.goto('/prod/brand?draft=3&step=words')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('ar')
  await page.getByRole('button', { name: 'Test mail to me' }).click()
  await expect(page.getByText('goes to bea@studio.example')).toBeVisible()
  expect(answered.ordersOf('drafts test-mail')).toMatchObject([
    {
      order: { deployment: 'prod', draft: 3, revision: 2, mail: 'confirmation', language: 'ar' },
    },
  ])
})

test('a draft that another person has changed is read again by a button, and saved then', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/brand?draft=3')
  const welcome = page.getByLabel('Welcome', { exact: true })
  await welcome.fill('Mine')
  answered.answer('drafts show', () =>
    done('', { ...draft, revision: 3, overlay: '{"Welcome":"Of another person"}' }),
  )
  answered.answer('drafts save', ({ order }) =>
    order['revision'] === 3
      ? done('Saved.', { draft: 3, revision: 4, problems: [] })
      : refused(409, 'STALE', 'Ada Operator has changed it.'),
  )
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.press('Enter')
  await expect(page.getByRole('alert')).toContainText('STALE')
  await expect(welcome).toHaveValue('Mine')
  await page.getByRole('button', { name: 'Back to what is saved' }).press('Enter')
  await expect(welcome).toHaveValue('Of another person')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await welcome.fill('Of both')
  await save.press('Enter')
  await expect(page.getByText('Draft 3 is saved.')).toBeVisible()
})

test('a draft whose save takes long is saved once, however often the button is pressed, and its pictures stay', async ({
  page,
  answered,
}) => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  answered.answer('drafts save', async () => {
    await answer
    return done('Saved.', { draft: 3, revision: 3, problems: [] })
  })
  let tickets = 0
  answered.answer('drafts preview', () => {
    tickets += 1
    const address = `http://preview.test/ticket-${tickets}`
    return done('', { address, expiresAt: '2099-11-26T20:30:00.000Z' })
  })
  await page.goto('/prod/brand?draft=3')
  const picture = page.locator('figure:has-text("Desktop") iframe')
  await expect(picture).toHaveAttribute('src', /ticket-1$/)
  await page.getByLabel('Welcome', { exact: true }).fill('Mine')
  const save = page.getByRole('button', { name: 'Save draft' })
  await save.press('Enter')
  await expect(save).toHaveAttribute('aria-busy', 'true')
  await save.press('Enter')
  const see = page.getByRole('button', { name: 'See what would happen' })
  await see.press('Enter')
  resolve()
  await expect(page.getByText('Draft 3 is saved.')).toBeVisible()
  await expect(see).toBeFocused()
  await expect.poll(() => answered.ordersOf('drafts show')).toHaveLength(2)
  expect(answered.ordersOf('drafts save')).toHaveLength(1)
  expect(tickets).toBe(1)
})

test('pictures that cannot be had say why, once it is known', async ({ page, answered }) => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  answered.answer('drafts preview', async () => {
    await answer
    return refused(409, 'REFUSED', 'CONSOLE_PREVIEW_URL is not set: there are no previews.')
  })
  await page.goto('/prod/brand?draft=3')
  await expect(page.getByLabel('Welcome', { exact: true })).toBeVisible()
  await expect(page.getByText('CONSOLE_PREVIEW_URL')).toHaveCount(0)
  resolve()
  await expect(page.getByRole('alert')).toContainText('CONSOLE_PREVIEW_URL is not set')
})

test('JSON that was typed follows the button that puts the value of the file back', async ({
  page,
}) => {
  await page.goto('/prod/brand?draft=3')
  await page.getByText('More words and addresses').click()
  const urls = page.getByLabel('Legal urls')
  const before = await urls.inputValue()
  await urls.fill('{"Terms": "/others"}')
  await urls.press('End')
  await page.keyboard.type(',')
  await expect(page.getByText('This is no JSON')).toBeVisible()
  await page.getByRole('button', { name: /^As in the file.*Legal urls/ }).press('Enter')
  await expect(urls).toHaveValue(before)
  await expect(page.getByText('This is no JSON')).toHaveCount(0)
})

test('the acts of a draft are in sight beside every field, and no field with the focus is behind them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/prod/brand')
  const save = page.getByRole('button', { name: 'Save draft' })
  await expect(save).toBeInViewport({ ratio: 1 })
  const picture = page.locator('figure:has-text("Desktop")')
  const acts = page.locator('.studio-acts')
  const fields = page.locator('.studio-fields').locator('input, textarea, select')
  for (const field of await fields.all()) {
    if (!(await field.isVisible())) continue
    await field.focus()
    const [top, box] = [await acts.boundingBox(), await field.boundingBox()]
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
    await expect(save).toBeInViewport({ ratio: 1 })
    await expect(picture).toBeInViewport()
  }
})

test('the way back from the effects of a new draft leads to the draft, and one that was published says that it is over', async ({
  page,
  answered,
}) => {
  answered.answer('drafts save', () => done('Saved.', { draft: 3, revision: 2, problems: [] }))
  await page.goto('/prod/brand')
  const screen = page.getByRole('combobox', { name: 'Screen' })
  await screen.selectOption({ index: 0 })
  const chosen = await screen.inputValue()
  await page.getByLabel('Welcome', { exact: true }).fill('Welcome, keeper')
  await page.getByRole('button', { name: 'See what would happen' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Effects' })).toBeVisible()
  await expect(page.getByText('One mail changes.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/draft=3$/)
  await expect(screen).toHaveValue(chosen)
  await expect(page.getByLabel('Welcome', { exact: true })).toHaveValue('Welcome, keeper')
  await page.goForward()

  answered.answer('versions publish', () => {
    answered.answer('drafts show', () => refused(404, 'NOT_FOUND', 'prod has no draft 3.'))
    answered.answer('drafts plan', () => refused(404, 'NOT_FOUND', 'prod has no draft 3.'))
    return done('Version 3 of prod is published.', null)
  })
  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 5100')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await expect(page.getByText('Draft 3 is over')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'See the versions' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Versions' })).toBeVisible()
})

test('a draft that was published is live: it can be seen, and the version before is a press away', async ({
  page,
  answered,
}) => {
  await page.goto('/prod/brand?draft=3&step=plan')
  answered.answer('versions publish', () => {
    const shown = usual['deployments show'] as object
    const overlay = '{"Welcome":"Welcome, keeper"}'
    answered.answer('deployments show', () => done('', { ...shown, version: 3, overlay }))
    answered.answer('drafts show', () => refused(404, 'NOT_FOUND', 'prod has no draft 3.'))
    const [one, two] = usual['versions list'] as readonly [object, object]
    const versions = [{ ...one, version: 3 }, { ...one, isServed: false }, two]
    answered.answer('versions list', () => done('', versions))
    return done('Version 3 of prod is published.', null)
  })
  await page.getByRole('button', { name: 'Publish…' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 5100')
  await dialog.getByRole('button', { name: 'Publish', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Version 3 is live' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'See it' })).toHaveAttribute('href', /^https?:/)
  answered.answer('versions rollback', () => done('prod goes back to version 2.', null))
  await page.getByRole('button', { name: 'Go back to the one before…' }).click()
  await dialog.getByLabel('Reason', { exact: true }).fill('ticket 5101')
  await dialog.getByRole('button', { name: 'Rollback', exact: true }).click()
  await expect
    .poll(() => answered.ordersOf('versions rollback').at(-1)?.order)
    .toMatchObject({ deployment: 'prod', to: 2, served: 3 })
})

test('a save that ends on another screen leaves the person there', async ({ page, answered }) => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  answered.answer('drafts save', async () => {
    await answer
    return done('Saved.', { draft: 3, revision: 2, problems: [] })
  })
  await page.goto('/prod/brand')
  await page.getByLabel('Welcome', { exact: true }).fill('Welcome, keeper')
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  await page.getByRole('link', { name: 'Mailings', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Mailings' })).toBeVisible()
  resolve()
  await expect(page.getByText('Draft 3 is saved.')).toBeVisible()
  await expect(page).toHaveURL(/mailings$/)
})
