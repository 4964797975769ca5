import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { firstByDay, partnerEnvironments } from '../../fixtures/environments.ts'
import { control, field } from '../../fixtures/page.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { known, playPartner } from '../../fixtures/steps/partner.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { holdBack, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { atNight, test } from '../../fixtures/stubbed-portal/test.ts'
import { themedDeployments } from '../../screenshots/variants.ts'

test.use({ reducedMotion: 'no-preference', ownPage: true })

/** How each change of the page was shown, in their order. */
type Change = 'gate' | 'as ever'

declare global {
  var changes: Change[] | undefined
  var movedByGate: string[] | undefined
  var usableAt: number | undefined
  var moon: { from: string; startsAt: number; coveredAt: number } | undefined
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
const sceneOf = (page: Page) => page.locator('[data-scene]')
/** The browser has had nothing to do, twice: all that waits for that has begun. */
const untilIdle = (page: Page) =>
  page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  )

/** The names in the keyframes of every element of the scene that moves. */
const movingIn = (page: Page) =>
  page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      if (!(effect instanceof KeyframeEffect)) return []
      if (!(effect.target?.closest('[data-scene]') instanceof Element)) return []
      return [effect.getKeyframes().flatMap((frame) => Object.keys(frame))]
    }),
  )

/** The states of all that moves in the scene without end. */
const playing = (page: Page) =>
  page.evaluate(() => {
    const endless = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
    return [...new Set(endless.map(({ playState }) => playState))]
  })

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
  await expect(sceneOf(page)).toBeVisible()
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
  await expect(sceneOf(page)).toBeVisible()
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
    await expect(sceneOf(page)).toHaveCount(0)
    expect(await changesOf(page)).toEqual([])
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })
})

test('The scene comes once the page is usable, and asks for nothing before', async ({
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
  await expect(sceneOf(page)).toBeVisible()
  const asked = await page.evaluate(() => ({
    usableAt: globalThis.usableAt ?? Number.POSITIVE_INFINITY,
    files: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /scene|drawing/i.test(name))
      .map(({ startTime }) => startTime),
  }))
  expect(asked.files.length).toBeGreaterThan(0)
  expect(Math.min(...asked.files)).toBeGreaterThan(asked.usableAt)
})

test('One switch of the deployment leaves the scene still, and the gate closed', async ({
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
  await expect(page.locator('[data-scene], [data-growth]')).toHaveCount(0)
  expect(await changesOf(page)).toEqual(['as ever'])
})

for (const deployment of firstByDay(themedDeployments)) {
  test(`Only transform and opacity move in the scene, and few elements do · ${deployment}`, async ({
    page,
    stubbedApi,
  }) => {
    await stubbedApi.in(deployment)
    await page.goto('/')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(sceneOf(page)).toHaveAttribute('data-scene', colorScheme)
      const moving = await movingIn(page)
      expect(moving.length, 'elements that move').toBeGreaterThan(8)
      expect(moving.length, 'elements that move').toBeLessThan(45)
      const properties = new Set(moving.flat().filter((name) => !ofEvery.has(name)))
      expect([...properties].toSorted()).toEqual(['opacity', 'transform'])
    }
    // On a phone there is a band of it.
    const onDesktop = (await movingIn(page)).length
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(async () => (await movingIn(page)).length).toBeLessThanOrEqual(onDesktop)
  })
}

test(
  'Sun and moon stand where the player’s clock says',
  atNight(),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    const across: number[] = []
    for (const hour of ['08', '13', '18']) {
      await page.clock.setFixedTime(`2026-11-26T${hour}:00:00-08:00`)
      await page.goto('/')
      const sun = sceneOf(page).locator('img[src$="#sun"]')
      const place = await sun.evaluate((image: HTMLElement) => image.style.transform)
      across.push(Number(/-?[\d.]+/.exec(place)?.[0]))
    }
    expect(across).toEqual(across.toSorted((one, other) => one - other))
    expect(new Set(across).size).toBe(3)
  },
)

test(
  'One moon is in the sky while the scene comes: it goes on from where the picture has it',
  atNight(),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.addInitScript(() => {
      new MutationObserver((_, seen) => {
        const scene = document.querySelector('[data-scene]')
        const moon = scene?.querySelector('img[src$="#sun"]')
        if (!scene || !moon) return
        seen.disconnect()
        const [comes] = scene.getAnimations()
        const [goes] = moon.getAnimations()
        if (!(goes?.effect instanceof KeyframeEffect)) return
        globalThis.moon = {
          from: String(goes.effect.getKeyframes()[0]?.['transform']),
          startsAt: Number(goes.effect.getTiming().delay),
          coveredAt: Number(comes?.effect?.getTiming().duration),
        }
      }).observe(document, { subtree: true, childList: true })
    })
    await page.goto('/')
    await expect(sceneOf(page)).toBeVisible()
    const moon = await page.evaluate(() => globalThis.moon)
    expect(moon?.from).toBe('translate(0px)')
    expect(moon?.coveredAt).toBeGreaterThan(0)
    expect(moon?.startsAt).toBe(moon?.coveredAt)
  },
)

test(
  'The page’s own thread does nothing for the motion: no animation has rounds that React hears of',
  atNight(),
  async ({ page, stubbedApi }) => {
    await stubbedApi.in('SANDBOX')
    await page.goto('/')
    await expect(sceneOf(page)).toBeVisible()
    const endless = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getTiming().iterations === Number.POSITIVE_INFINITY)
        .map((animation) => animation.constructor.name),
    )
    expect(endless.length).toBeGreaterThan(8)
    expect(new Set(endless)).toEqual(new Set(['Animation']))
  },
)

test('The scene stops where it is not seen', async ({ page, stubbedApi }) => {
  await stubbedApi.in('SANDBOX')
  await page.setViewportSize({ width: 390, height: 500 })
  await page.goto('/login')
  await expect(sceneOf(page)).toBeAttached()
  await page.locator('footer').evaluate((footer: Element) => footer.scrollIntoView())
  await expect(sceneOf(page)).toHaveAttribute('data-paused', '')
  expect(await playing(page)).toEqual(['paused'])
  await page.evaluate(() => scrollTo(0, 0))
  await expect(sceneOf(page)).not.toHaveAttribute('data-paused', '')
  expect(await playing(page)).toEqual(['running'])
})

test(
  'The scene grows with the account: one thing for every linked service, one for every title',
  atNight(),
  async ({ page, stubbedApi, signIn }) => {
    await stubbedApi.in('SANDBOX')
    stubbedApi.stub('GET profile/connects', connectsWith({ steam: {}, twitch: {} }))
    await signIn()
    await page.goto('/account')
    const grown = page.locator('[data-growth]')
    await expect(grown).toBeVisible()
    await expect(grown).toHaveAttribute('aria-hidden', 'true')
    await expect(grown.locator('[data-grown="linked"]')).toHaveCount(2)
    await expect(grown.locator('[data-grown="title"]')).toHaveCount(2)
    // Four of them stand on the screen, too, and on none of its links.
    stubbedApi.stub(
      'GET profile/connects',
      connectsWith({ steam: {}, twitch: {}, 'epic-games': {}, 'game-pass': {} }),
    )
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.reload()
    await expect(grown.locator('[data-grown="linked"]')).toHaveCount(4)
    await expect(grown.locator('[data-grown="linked"]').first()).toBeInViewport({ ratio: 0.98 })
    await page.setViewportSize({ width: 320, height: 640 })
    await expect(grown.locator('[data-grown="linked"]').first()).toBeInViewport({ ratio: 0.9 })
  },
)

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
