import { holdBack, ok } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { security } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { open } from '../../accessibility/states/state.ts'

/* The head of the account: what a player has, above My information. */

const guarded = { EnableSecuritySection: true, StrongSignIn: 'optional' } as const

test('The head shows titles, linked services and how safe the account is, with the next step', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', guarded)
  await signIn()
  stubbedApi.stub('GET security', ok({ ...security, CodesLeft: null }))
  await open(page, '/account')
  const head = page.getByRole('region', { name: 'Player' })
  await expect(head.getByText('Map Maker', { exact: true })).toBeVisible()
  await expect(head.getByText('Member since May 2021')).toBeVisible()
  const signs = head.getByRole('list', { name: 'Linked accounts' })
  await expect(signs.getByRole('listitem')).toHaveText(['Steam'])
  await expect(head.getByText('2 of 3 protections on')).toBeVisible()
  await control(head, 'Make recovery codes').click()
  await expect(page).toBeOnPath('/account/security')
  // Above a section it is small: one line of who is here.
  await expect(head.getByText('2 of 3 protections on')).toHaveCount(0)
  await expect(head.getByText('PlayerOne')).toBeVisible()
})

test('The head says that an account is protected when nothing is left to do', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD', guarded)
  await signIn()
  await open(page, '/account')
  const head = page.getByRole('region', { name: 'Player' })
  await expect(head.getByText('Your account is protected')).toBeVisible()
})

test('The head of an account without links and without a security section has neither', async ({
  page,
  stubbedApi,
  signIn,
}) => {
  await stubbedApi.in('PROD')
  await signIn()
  stubbedApi.stub('GET profile/connects', connectsWith({}))
  await open(page, '/account')
  const head = page.getByRole('region', { name: 'Player' })
  await expect(head.getByText('registered since 04/05/21')).toBeVisible()
  await expect(head.getByRole('list')).toHaveCount(0)
  await expect(head.getByText(/protections|protected/)).toHaveCount(0)
})

for (const width of [390, 1280]) {
  test(`Nothing moves when the state of the account comes · ${width} px`, async ({
    page,
    stubbedApi,
    signIn,
  }) => {
    await stubbedApi.in('PROD', guarded)
    await signIn()
    const late = holdBack()
    stubbedApi.stub('GET security', () => late.of(ok({ ...security, CodesLeft: null })))
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/account')
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.boundingBox()
    late.release()
    await expect(page.getByText('2 of 3 protections on')).toBeVisible()
    expect(await heading.boundingBox()).toEqual(before)
  })
}

test('A card that would say none is left out', async ({ page, stubbedApi, signIn }) => {
  await stubbedApi.in('PROD', guarded)
  await signIn()
  stubbedApi.stub('GET log/last', ok({ LastLogInAt: null }))
  const lists = [{ ListId: 1, ListName: 'Platform news', IsOptIn: false }]
  stubbedApi.stub('GET newsletter', ok({ OptInList: lists }))
  await open(page, '/account')
  const overview = page.getByRole('complementary')
  await expect(overview.getByRole('region', { name: 'Linked accounts' })).toBeVisible()
  await expect(overview.getByRole('region', { name: 'Last log-in' })).toHaveCount(0)
  await expect(overview.getByRole('region', { name: 'Newsletters' })).toHaveCount(0)
})
