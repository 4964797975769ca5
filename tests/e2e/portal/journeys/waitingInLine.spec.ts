import { full, holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { player } from '../../fixtures/stubbed-api/defaults.ts'
import { expect } from '../../fixtures/expect.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import { fillRegistration, sendRegistration } from '../../fixtures/steps/registration.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'

test.use({ hasClock: true })

const inLine = 'You are in line'

test.describe('a server that has more to do than it can', () => {
  test('shows its visitor that the log-in waits, and then logs them in without a press', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('SANDBOX')
    stubbedApi.stub('POST log/log-in', [full(1), full(1), ok({ Created: 'IDENT-1' })])
    await page.goto('/login')
    await control(page, 'Reject all').click()
    await logIn(page, 'SANDBOX')
    await expect(page.locator('[aria-live="polite"]').filter({ hasText: inLine })).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    await expect(control(page, 'Connect')).toHaveAttribute('aria-busy', 'true')
    await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
    await expect(page.getByText(player.Username).first()).toBeVisible()
    await expect(page).toBeOnPath('/account')
    await expect(stubbedApi).toHaveSent('POST log/log-in', 3)
  })

  test('can be left: the form is as it was, and nothing is sent any more', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('SANDBOX')
    stubbedApi.stub('POST log/log-in', full(600))
    await page.goto('/login')
    await control(page, 'Reject all').click()
    await logIn(page, 'SANDBOX')
    await control(page, 'Stop waiting').click()
    await expect(page.getByText(inLine)).toHaveCount(0)
    await expect(control(page, 'Connect')).toBeFocused()
    await expect(field(page, 'Password')).toHaveValue('Welcome2Gatehouse')
    await expect(stubbedApi).toHaveSent('POST log/log-in', 1)
    stubbedApi.stub('POST log/log-in', ok({ Created: 'IDENT-1' }))
    await control(page, 'Connect').click()
    await expect(page).toBeOnPath('/account')
  })

  test('can be left during the next try: its answer opens nothing', async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in('SANDBOX')
    const late = holdBack()
    stubbedApi.stub('POST log/log-in', () =>
      stubbedApi.sent('POST log/log-in').length === 1
        ? full(1)
        : late.of(ok({ Created: 'IDENT-1' })),
    )
    await page.goto('/login')
    await control(page, 'Reject all').click()
    await logIn(page, 'SANDBOX')
    await expect(page.getByText(inLine)).toBeVisible()
    await expect(stubbedApi).toHaveSent('POST log/log-in', 2)
    await control(page, 'Stop waiting').click()
    await expect(control(page, 'Connect')).not.toHaveAttribute('aria-busy')
    late.release()
    await stubbedApi.settled(page)
    await expect(page).toBeOnPath('/login')
    expect(stubbedApi.sent('GET token/*')).toEqual([])
  })

  test(
    'shows in the end what is wrong, like any other form',
    atNight(),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in('SANDBOX')
      stubbedApi.stub('POST log/log-in', [full(1), refused('ERROR_USERNAME_PASSWORD_INCORRECT')])
      await page.goto('/login')
      await control(page, 'Reject all').click()
      await logIn(page, 'SANDBOX')
      await expect(page.getByText(inLine)).toBeVisible()
      await expect(page.getByRole('alert')).toBeVisible()
      await expect(page.getByText(inLine)).toHaveCount(0)
    },
  )

  test(
    'lets a registration wait, under the one key that names it',
    atNight(),
    async ({ page, stubbedApi }) => {
      await page.clock.install()
      await stubbedApi.in('SANDBOX')
      stubbedApi.stub('POST register/new-user', [full(1), ok({ Id: 7 })])
      await page.goto('/register')
      await control(page, 'Reject all').click()
      await fillRegistration(page, 'SANDBOX')
      await sendRegistration(page)
      await expect(page.getByText(inLine)).toBeVisible()
      await expect(page).toBeOnPath('/register/confirm')
      const [first, second, ...more] = stubbedApi.sent('POST register/new-user')
      expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
      expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
      expect(second?.body).toEqual(first?.body)
      expect(more).toEqual([])
    },
  )
})
