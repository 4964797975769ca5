import { expect } from '../../fixtures/expect.ts'
import { control } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/*
 * Deployments may have mail links wait for a press of a button, because some mail programs open every
 * link. The file server says so in the page; here the test does.
 */
for (const [environment, path, call, end] of [
  ['PROD', '/confirm-email?uid=U', 'POST email/confirm', '/login'],
  ['TWO-POINT-STUDIOS', '/register/validate?verificationCode=V', 'POST register/verify', '/login'],
  [
    'PROD',
    '/account/update-email/confirm?uid=U',
    'GET email/update-email-confirm',
    '/account/update-email/success',
  ],
  [
    'PROD',
    '/account/update-email/recovery?uid=U',
    'GET email/update-email-recovery',
    '/account/update-email/success',
  ],
] as const) {
  test(`A mail link waits for its button · ${path}`, async ({ page, stubbedApi }) => {
    await stubbedApi.in(environment)
    stubbedApi.stub(call, { status: 200, body: {} })
    await page.route(`**${path}`, async (route) => {
      const answer = await route.fetch()
      const meta = '<meta name="mail-links" content="button"></head>'
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('</head>', meta),
      })
    })
    await page.goto(path)
    await expect(control(page, 'Confirm')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\?$/)
    expect(stubbedApi.sent(call)).toEqual([])
    const undoes = call.endsWith('update-email-recovery')
    const says = page.getByText('everybody is logged out of your account')
    await expect(says).toHaveCount(undoes ? 1 : 0)
    await control(page, 'Confirm').click()
    await expect(page).toBeOnPath(end)
    expect(stubbedApi.sent(call)).toHaveLength(1)
  })
}
