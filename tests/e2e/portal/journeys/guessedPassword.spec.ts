import { identification } from '../../fixtures/stubbed-api/defaults.ts'
import { full, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

/** A proof of work that some hundred tries solve. */
const Challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: 'ab'.repeat(16),
    salt: 'cd'.repeat(16),
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
  },
  signature: 'signed',
}
const asked = {
  ...full(2),
  status: 400,
  body: {
    ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_TOO_MANY_ATTEMPTS', Challenge }],
  },
}

test(
  'An account that others guess at: its owner waits some seconds, works, and is in; or is led to the mailbox (B18) · SANDBOX',
  atNight(),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    stubbedApi.stub('POST log/log-in', [
      refused('ERROR_LOGIN_BY_MAIL'),
      asked,
      ok({ Created: 'IDENT-1' }),
    ])
    await page.goto('/login')
    await logIn(page, 'SANDBOX')
    await expect(page.getByRole('alert')).toContainText('Somebody tried many passwords')
    const way = page.getByRole('alert').getByRole('link', { name: 'Choose a new password by mail' })
    await expect(way).toHaveAttribute('href', '/password-recovery')
    await control(page, 'Connect').click()
    await expect(
      page
        .locator('[aria-live="polite"]')
        .filter({ hasText: 'your browser solves a little puzzle' }),
    ).toBeVisible()
    await expect(page.getByRole('timer')).toContainText('Next try in')
    await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
    await expect(page).toBeOnPath('/account')
    const [, first, second, ...more] = stubbedApi.sent('POST log/log-in')
    expect(first?.headers['x-proof-of-work']).toBeUndefined()
    expect(second?.body).toEqual(first?.body)
    const proof = JSON.parse(atob(second?.headers['x-proof-of-work'] ?? '')) as {
      challenge: unknown
      solution: { derivedKey: string }
    }
    expect(proof.challenge).toEqual(Challenge)
    expect(proof.solution.derivedKey).toMatch(/^00/)
    expect(more).toEqual([])
  },
)

test('Where names reveal no accounts, the step of the password leads to the partner, too (A16) · SANDBOX', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  stubbedApi.stub('POST log/identify', ok({ ...identification, AuthPartner: 'Relic' }))
  stubbedApi.stub('POST partner/login-url', ok('https://partner.test/login'))
  stubbedApi.stub('POST log/log-in', refused('ERROR_USERNAME_PASSWORD_INCORRECT'))
  await page.goto('/login')
  await logIn(page, 'SANDBOX')
  await expect(page.getByText('Your username or password is incorrect.')).toBeVisible()
  await control(page, 'Connect with Relic account').click()
  await expect(page).toHaveURL('https://partner.test/login')
  expect(stubbedApi.sent('POST partner/login-url')[0]?.body).toMatchObject({ AuthPartner: 'Relic' })
})
