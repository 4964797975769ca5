import type { Page } from '@playwright/test'
import { firstByDay } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { toPasswordStep } from '../../fixtures/steps/logIn.ts'
import { control, field } from '../../fixtures/page.ts'
import { option } from '../../fixtures/steps/survey.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* The steps of one flow pass over in 150 to 200 ms, and at once for who wants no motion. */

const flows = {
  'log-in': async (page: Page) => {
    await page.goto('/login')
    await watch(page)
    await toPasswordStep(page, 'PROD')
    await expect(field(page, 'Password')).toBeFocused()
  },
  deletion: async (page: Page) => {
    await page.goto('/account/deletion-request')
    await field(page, 'Password').fill('Welcome2Gatehouse')
    await watch(page)
    await control(page, 'Confirm').click()
    await expect(page.getByRole('heading', { name: 'Why are you leaving?' })).toBeFocused()
  },
  survey: async (page: Page) => {
    await page.goto('/survey/qualification')
    await watch(page)
    await option(page, 'How old', 'Over 34').check()
    await option(page, 'You are a', 'dude').check()
    await field(page, 'Country').fill('France')
    await expect(option(page, 'made games', 'Writer')).toBeVisible()
  },
} as const

for (const [name, nextStep] of firstByDay(Object.entries(flows))) {
  test(`The next step of a flow comes softly · ${name}`, async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    if (name !== 'log-in') await signIn()
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await nextStep(page)
    await expect.poll(() => fades(page)).not.toEqual([])
    for (const duration of await fades(page)) {
      expect(duration).toBeGreaterThanOrEqual(150)
      expect(duration).toBeLessThanOrEqual(200)
    }
  })

  test(`No step moves for who wants no motion · ${name}`, async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('PROD')
    if (name !== 'log-in') await signIn()
    await nextStep(page)
    // Two frames later a transition would have begun.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await begun(page)).toBe(0)
  })
}

/** Notes from now on what fades on the page, and how long it took; the first step has come by then. */
async function watch(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(async () => {
    // The sign of a slow answer turns without an end.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    Object.assign(document.documentElement.dataset, { fades: '', begun: '' })
    document.addEventListener('transitionrun', ({ propertyName }) => {
      if (propertyName === 'opacity') document.documentElement.dataset['begun'] += '+'
    })
    document.addEventListener('transitionend', ({ propertyName, elapsedTime }) => {
      const { dataset } = document.documentElement
      if (propertyName === 'opacity') dataset['fades'] += ` ${Math.round(elapsedTime * 1000)}`
    })
  })
}

/** How many fades have begun. */
async function begun(page: Page): Promise<number> {
  return ((await page.locator('html').getAttribute('data-begun')) ?? '').length
}

/** In milliseconds. */
async function fades(page: Page): Promise<readonly number[]> {
  const noted = await page.locator('html').getAttribute('data-fades')
  return (noted ?? '').split(' ').filter(Boolean).map(Number)
}
