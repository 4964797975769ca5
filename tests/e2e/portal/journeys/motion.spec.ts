import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { firstByDay, partnerEnvironments } from '../../fixtures/environments.ts'
import { control, field } from '../../fixtures/page.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { known, playPartner } from '../../fixtures/steps/partner.ts'
import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'
import { environmentOf, themedDeployments, wordsOf } from '../../screenshots/variants.ts'

test.use({ reducedMotion: 'no-preference', ownPage: true })

/** How each change of the page was shown, in their order. */
type Change = 'gate' | 'as ever'

declare global {
  var changes: Change[] | undefined
  var movedByGate: string[] | undefined
  var usableAt: number | undefined
  var gates: number | undefined
}

/** Notes in the page whether the gate opens, whenever the picture of the page changes. */
async function watchChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const changes: Change[] = (globalThis.changes = [])
    const start = Document.prototype.startViewTransition
    Document.prototype.startViewTransition = function (change) {
      const transition = start.call(this, change)
      void transition.ready.then(() => {
        const isGate = 'gate' in document.documentElement.dataset
        changes.push(isGate ? 'gate' : 'as ever')
        if (!isGate) return
        globalThis.movedByGate = document.getAnimations().flatMap(({ effect }) => {
          if (!(effect instanceof KeyframeEffect)) return []
          const { pseudoElement, target } = effect
          const isOfGate = target?.closest('[data-gate-part]') instanceof Element
          if (pseudoElement === null && !isOfGate) return []
          return effect.getKeyframes().flatMap((frame) => Object.keys(frame))
        })
      })
      return transition
    }
  })
}

const changesOf = (page: Page) => page.evaluate(() => globalThis.changes)
/** The page's theme can move: its sheet has come. */
const sheetOf = (page: Page) => page.locator('link[href*="motion"]')
/** The browser has had nothing to do, twice: all that waits for that has begun. */
const untilIdle = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  )

/** How long each motion lasts, with its rounds, and what it moves. */
const motionsOf = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return []
      const { delay = 0, endTime } = effect.getComputedTiming()
      const known = new Set(['offset', 'computedOffset', 'easing', 'composite'])
      const moved = effect.getKeyframes().flatMap((frame) => Object.keys(frame))
      const names = moved.filter((name) => !known.has(name))
      return [{ seconds: (Number(endTime) - delay) / 1000, moved: [...new Set(names)] }]
    }),
  )

/** Each property that an animation sets, besides the names that every keyframe has. */
const ofEvery = new Set(['offset', 'computedOffset', 'easing', 'composite'])

test('The gate opens into the account after the right password, and never after a wrong one or by Back', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  stubbedApi.stub('POST log/log-in', [
    refused('ERROR_USERNAME_PASSWORD_INCORRECT'),
    ok({ Created: 'IDENT-1' }),
  ])
  await watchChanges(page)
  await page.goto('/')
  await expect(sheetOf(page)).toBeAttached()
  await control(page, 'Log in').click()
  await logIn(page, 'SANDBOX', { password: 'not the right one' })
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toBeOnPath('/login')
  expect(await changesOf(page)).toEqual(['as ever'])
  await field(page, 'Password').fill('Welcome2Gatehouse')
  await control(page, 'Connect').click()
  await expect(page).toBeOnPath('/account')
  await expect.poll(() => changesOf(page)).toEqual(['as ever', 'gate'])
  // The account is there at once, and nothing of the gate stays.
  await expect(page.locator('[data-gate-part]')).toHaveCount(0)
  await control(page, 'Newsletter').click()
  await expect(page).toBeOnPath('/account/newsletter')
  await page.goBack()
  await expect(page).toBeOnPath('/account')
  expect((await changesOf(page))?.filter((change) => change === 'gate')).toHaveLength(1)
  const moved = new Set(await page.evaluate(() => globalThis.movedByGate))
  for (const name of ofEvery) moved.delete(name)
  expect([...moved].toSorted()).toEqual(['clipPath', 'opacity', 'transform'])
})

test('A press ends the gate at once: the account is used before it is open', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  await page.goto('/login')
  await expect(sheetOf(page)).toBeAttached()
  await page.addStyleTag({
    content:
      '*, ::view-transition-old(root), ::view-transition-new(root) { animation-duration: 20s !important }',
  })
  await logIn(page, 'SANDBOX')
  await expect(page.locator('[data-gate-part="frame"]')).toBeAttached()
  await page.keyboard.press('Shift')
  await expect(page.locator('[data-gate-part]')).toHaveCount(0)
})

test.describe('with less motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('nothing moves and no gate opens', async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    await watchChanges(page)
    await page.goto('/login')
    await untilIdle(page)
    await logIn(page, 'SANDBOX')
    await expect(page).toBeOnPath('/account')
    expect(await changesOf(page)).toEqual([])
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

test('What moves comes once the page is usable, and asks for nothing before', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('#root[data-alive]') === null) return
      globalThis.usableAt ??= performance.now()
    })
    seen.observe(document, { subtree: true, attributes: true, childList: true })
  })
  await page.goto('/login')
  await expect(sheetOf(page)).toBeAttached()
  const asked = await page.evaluate(() => ({
    usableAt: globalThis.usableAt ?? Number.POSITIVE_INFINITY,
    files: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /motion|leaf/.test(name))
      .map(({ startTime }) => startTime),
  }))
  expect(asked.files.length).toBeGreaterThan(0)
  expect(Math.min(...asked.files)).toBeGreaterThan(asked.usableAt)
})

test('One switch of the deployment keeps the theme still, and the gate closed', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX', { EnableLivingScene: false })
  await watchChanges(page)
  await page.goto('/login')
  await untilIdle(page)
  await logIn(page, 'SANDBOX')
  await expect(page).toBeOnPath('/account')
  await untilIdle(page)
  await expect(sheetOf(page)).toHaveCount(0)
  expect(await changesOf(page)).toEqual(['as ever'])
})

for (const deployment of themedDeployments) {
  test(`Two things move on a visitor’s page, by transform and opacity, once and for less than five seconds · ${deployment}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(environmentOf(deployment), wordsOf(deployment))
    await page.goto('/')
    await expect(sheetOf(page)).toBeAttached()
    await expect.poll(async () => (await motionsOf(page)).length).toBe(2)
    for (const { seconds, moved } of await motionsOf(page)) {
      expect(seconds).toBeLessThan(5)
      expect(['opacity', 'transform']).toEqual(expect.arrayContaining(moved))
    }
  })
}

test('A log-out and in again opens one gate, whatever layouts came between', async ({
  page,
  stubbedApi,
}) => {
  await stubbedApi.in('SANDBOX')
  await page.addInitScript(() => {
    globalThis.gates = 0
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes])
      const frames = added.filter(
        (one) => one instanceof HTMLElement && one.dataset['gatePart'] === 'frame',
      )
      globalThis.gates = (globalThis.gates ?? 0) + frames.length
    }).observe(document, { subtree: true, childList: true })
  })
  await page.goto('/login')
  for (const times of [1, 2, 3]) {
    await expect(sheetOf(page)).toBeAttached()
    await untilIdle(page)
    await logIn(page, 'SANDBOX')
    await expect(page).toBeOnPath('/account')
    await expect(page.locator('[data-gate-part]')).toHaveCount(0)
    expect(await page.evaluate(() => globalThis.gates)).toBe(times)
    await control(page, 'Logout').click()
    await control(page, 'Log in').click()
    await expect(page).toBeOnPath('/login')
    await expect(sheetOf(page)).toHaveCount(1)
  }
})

for (const environment of firstByDay(partnerEnvironments)) {
  test(`The gate opens on the way back from the partner, and its leaf is there before · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    const call = await playPartner(stubbedApi, environment, known)
    const late = holdBack()
    stubbedApi.stub(call, () => late.of(ok(known)))
    await watchChanges(page)
    const leaf = page.waitForResponse(/\/leaf-[^/]*\.svg$/)
    await page.goto('/oauth/partner?code=c')
    await leaf
    await untilIdle(page)
    late.release()
    await expect(page).toBeOnPath('/account')
    await expect.poll(() => changesOf(page)).toEqual(['gate'])
    await expect(page.locator('[data-gate-part]')).toHaveCount(0)
  })
}
