import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

test('T01 While the database is gone a log-in says so, and its form is kept for the next try · SANDBOX', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  stubbedApi.stub('POST log/log-in', { ...refused('ERROR_UNAVAILABLE'), status: 503 })
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page).toBeOnPath('/errors/bad-request')
  await expect(
    page.getByText('This service is not reachable right now. Please try again later.'),
  ).toBeVisible()
  await page.goBack()
  await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
  await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
  stubbedApi.stub('POST log/log-in', ok({ Created: 'IDENT-1' }))
  await control(page, 'Connect').click()
  await expect(page.getByText(player.Username).first()).toBeVisible()
  await expect(stubbedApi).toHaveSent('POST log/log-in', 2)
})
