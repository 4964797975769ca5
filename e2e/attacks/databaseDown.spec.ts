import { ok, refused } from '../bench/answers.ts'
import { player } from '../bench/defaults.ts'
import { expect } from '../bench/expect.ts'
import { logIn } from '../bench/logIn.ts'
import { control, field } from '../bench/page.ts'
import { test } from '../bench/test.ts'

test('T01 while the database is gone a log-in is told so, and its form is kept for the next try · SANDBOX', async ({
  page,
  s0,
}) => {
  await s0.in('SANDBOX')
  s0.stub('POST log/log-in', { ...refused('ERROR_UNAVAILABLE'), status: 503 })
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page).toBeOnPath('/errors/bad-request')
  await expect(
    page.getByText('This service is not reachable right now. Please try again later.'),
  ).toBeVisible()
  await page.goBack()
  await expect(field(page, 'Username or email')).toHaveValue('PlayerOne')
  await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
  s0.stub('POST log/log-in', ok({ Created: 'IDENT-1' }))
  await control(page, 'Connect').click()
  await expect(page.getByText(player.Username).first()).toBeVisible()
  await expect(s0).toHaveSent('POST log/log-in', 2)
})
