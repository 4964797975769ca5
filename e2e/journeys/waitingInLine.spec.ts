import { setTimeout as sleep } from 'node:timers/promises'
import { full, ok, refused } from '../fixtures/stubbed-api/answers.ts'
import { player } from '../fixtures/stubbed-api/defaults.ts'
import { expect } from '../fixtures/expect.ts'
import { logIn, toPasswordStep } from '../fixtures/steps/logIn.ts'
import { OwnServer } from '../fixtures/running-product/ownServer.ts'
import { control, field } from '../fixtures/page.ts'
import { fillRegistration, sendRegistration } from '../fixtures/steps/registration.ts'
import { test } from '../fixtures/test.ts'

const inLine = 'You are in line'

test.describe('a server that has more to do than it can', () => {
  test('shows its visitor that the log-in waits, and lets it in by itself', async ({
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

  test('shows in the end what is wrong, like any other form', async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    stubbedApi.stub('POST log/log-in', [full(1), refused('ERROR_USERNAME_PASSWORD_INCORRECT')])
    await page.goto('/login')
    await control(page, 'Reject all').click()
    await logIn(page, 'SANDBOX')
    await expect(page.getByText(inLine)).toBeVisible()
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByText(inLine)).toHaveCount(0)
  })

  test('lets a registration wait, under the one key that names it', async ({
    page,
    stubbedApi,
  }) => {
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
  })
})

test('the real server refuses a log-in while its line is full, and the portal gets in by itself', async ({
  page,
}) => {
  // One hash takes a second or two, and one more may wait for it.
  const server = await OwnServer.start({
    HASHES_AT_ONCE: '1',
    HASHES_WAITING: '1',
    ARGON2_MEMORY_KIB: '1024',
    ARGON2_PASSES: '1500',
  })
  const enough = new AbortController()
  // Others come as soon as there is room: one is looked at, one waits, the rest are refused.
  let refusals = 0
  const fillLine = async () => {
    while (!enough.signal.aborted) {
      if ((await server.logIn('PlayerTwo', 'Welcome3Gatehouse')) !== 503) continue
      refusals += 1
      await sleep(10)
    }
  }
  const others: Promise<void>[] = []
  try {
    await page.goto(`${server.address}/login`)
    await control(page, 'Reject all').click()
    await toPasswordStep(page, 'LOCAL')
    await field(page, 'Password').fill('Welcome2Gatehouse')
    const answer = page.waitForResponse(/\/log\/log-in$/)
    // The log-in of the page is held back until the line is full.
    await page.route(
      '**/log/log-in',
      async (route) => {
        const before = refusals
        await expect.poll(() => refusals).toBeGreaterThan(before)
        await route.continue()
      },
      { times: 1 },
    )
    others.push(...Array.from({ length: 5 }, fillLine))
    await control(page, 'Connect').click()
    const refusal = await answer
    expect(refusal.status()).toBe(503)
    expect(await refusal.headerValue('retry-after')).toMatch(/^[1-5]$/)
    await expect(page.getByText(inLine)).toBeVisible()
    enough.abort()
    await Promise.all(others)
    await expect(page).toHaveURL(`${server.address}/account`, { timeout: 60_000 })
  } finally {
    enough.abort()
    await Promise.allSettled(others)
    await server.end()
  }
})
