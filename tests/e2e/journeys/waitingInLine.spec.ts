import { expect } from '../fixtures/expect.ts'
import { toPasswordStep } from '../fixtures/steps/logIn.ts'
import { OwnServer } from '../fixtures/running-product/ownServer.ts'
import { control, field } from '../fixtures/page.ts'
import { atNight, test } from '../fixtures/test.ts'

const inLine = 'You are in line'

test(
  'the real server refuses a log-in while its line is full, and the portal gets in by trying again',
  atNight(),
  async ({ page }) => {
    // One hash takes a second or two, and one more may wait for it.
    const server = await OwnServer.start({
      HASHES_AT_ONCE: '1',
      HASHES_WAITING: '1',
      ARGON2_MEMORY_KIB: '1024',
      ARGON2_PASSES: '1500',
    })
    const enough = new AbortController()
    const another = () => server.logIn('PlayerTwo', 'Welcome3Gatehouse')
    // Two come again as soon as they are answered: one is looked at, one waits.
    const fillLine = async () => {
      while (!enough.signal.aborted) await another()
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
          await expect.poll(another).toBe(503)
          await route.continue()
        },
        { times: 1 },
      )
      others.push(fillLine(), fillLine())
      await control(page, 'Connect').click()
      const refusal = await answer
      expect(refusal.status()).toBe(503)
      expect(await refusal.headerValue('retry-after')).toMatch(/^[1-5]$/)
      await expect(page.getByText(inLine)).toBeVisible()
      enough.abort()
      await Promise.all(others)
      await expect(page).toHaveURL(`${server.address}/account`)
    } finally {
      enough.abort()
      await Promise.allSettled(others)
      await server.end()
    }
  },
)
