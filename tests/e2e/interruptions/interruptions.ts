import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { holdScripts } from '../fixtures/beforeThePortal.ts'
import { expect } from '../fixtures/expect.ts'
import { communityAddress } from '../fixtures/running-product/addresses.ts'
import { requestsFromNowOn } from '../fixtures/traffic.ts'
import { appIsReady } from '../fixtures/waitForApp.ts'
import type { Journey, Step } from './journeys.ts'
import { portal, type World } from './world.ts'

/* What comes between, on a player's ordinary days. */

/** A step that is being played. */
export interface Played {
  readonly world: World
  readonly page: Page
  readonly context: BrowserContext
  readonly step: Step
  /** Types what the step needs, where it is not there. */
  readonly fill: (page: Page) => Promise<void>
  readonly press: () => Promise<void>
  /** Waits until nothing is under way. */
  readonly rest: (page: Page) => Promise<void>
  /** Fails where something that was typed is lost. */
  readonly keeps: () => Promise<void>
}

export interface Interruption {
  readonly name: string
  /** Before the journey is begun. */
  readonly ahead?: (world: World) => Promise<unknown>
  /** Between what is typed and the press. */
  readonly before?: (played: Played) => Promise<void>
  /** In place of the press. */
  readonly press?: (played: Played) => Promise<void>
  /** Once the step is done. */
  readonly after?: (played: Played) => Promise<void>
  /** The page cannot know whether it is done, so that it may ask for another press. */
  readonly mayNotKnow?: true
  /** Where it makes no sense. */
  readonly leftOut?: (journey: Journey, step: Step) => boolean
}

const asksNobody = (_: Journey, { call }: Step) => call === undefined

export const interruptions: readonly Interruption[] = [
  {
    name: 'a reload',
    before: async ({ page }) => void (await page.reload()),
  },
  {
    name: 'a reload while the answer is awaited',
    mayNotKnow: true,
    async press({ page, step, press }) {
      const answer = await holdAnswer(page, step)
      await press()
      await answer.arrived
      const reloaded = page.reload()
      await answer.release()
      await reloaded
    },
    // Nothing is awaited.
    leftOut: asksNobody,
  },
  {
    name: 'Back and forward',
    async before({ page, rest }) {
      await page.goBack({ waitUntil: 'commit' })
      await rest(page)
      await page.goForward({ waitUntil: 'commit' })
      await rest(page)
    },
  },
  {
    name: 'a second press',
    async press({ world, page, step }) {
      await step.ready?.(page)
      await step.press?.(page, world)
      await step.button(page).evaluate((button: HTMLButtonElement) => {
        for (let press = 0; press < 3; press += 1) button.click()
      })
    },
  },
  {
    name: 'a second tab with the same',
    async before({ page, context, fill, rest }) {
      const other = await context.newPage()
      await other.goto(page.url())
      await rest(other)
      await fill(other)
      await page.bringToFront()
    },
    async after({ context, page, rest }) {
      const other = context.pages().find((one) => one !== page)
      if (other === undefined) return
      await rest(other)
      await expectWayOn(other)
      await other.close()
    },
  },
  {
    name: 'a second tab with another site',
    async before({ page, context, rest }) {
      const other = await context.newPage()
      const site = new URLSearchParams({
        clientId: 'forum',
        redirectUrl: `${communityAddress}/support`,
      })
      await other.goto(`${portal}/login?${site}`)
      await rest(other)
      await page.bringToFront()
    },
    async after({ context, page }) {
      for (const other of context.pages()) if (other !== page) await other.close()
    },
  },
  {
    name: 'a slow answer',
    async press({ page, step, press, rest }) {
      const answer = await holdAnswer(page, step)
      await press()
      await answer.arrived
      await step
        .button(page)
        .evaluateAll(([button]) => (button as HTMLElement | undefined)?.click())
      await answer.release()
      await rest(page)
    },
    // Nothing is awaited.
    leftOut: asksNobody,
  },
  {
    name: 'no network',
    async press({ page, context, press, rest, keeps }) {
      await context.setOffline(true)
      await press()
      await rest(page)
      await keeps()
      await context.setOffline(false)
      await rest(page)
    },
  },
  {
    name: 'an answer that is lost',
    mayNotKnow: true,
    async press({ page, step, press, rest }) {
      const answer = await holdAnswer(page, step)
      await press()
      await answer.arrived
      await answer.lose()
      await rest(page)
    },
    leftOut: asksNobody,
  },
  {
    name: '503 with Retry-After',
    async press({ page, context, press, rest }) {
      const refused = new Set<string>()
      await context.route('**/api/**', async (route) => {
        const { pathname } = new URL(route.request().url())
        const call = `${route.request().method()} ${pathname}`
        if (refused.has(call)) return route.fallback()
        refused.add(call)
        return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: full })
      })
      await press()
      await rest(page)
    },
    after: async ({ context }) => context.unroute('**/api/**'),
    leftOut: asksNobody,
  },
  {
    name: 'the session ended elsewhere',
    before: async ({ world }) => void (await world.ask('POST security/devices/end-others', {})),
    // A visitor has none.
    leftOut: ({ who }) => who !== 'player',
  },
  {
    name: 'cookies written by scripts gone',
    async before({ page, context }) {
      for (const { name, domain, httpOnly } of await context.cookies(portal)) {
        if (!httpOnly) await context.clearCookies({ name, domain })
      }
      await page.reload()
    },
  },
  {
    name: 'storage refused',
    ahead: async ({ page }) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(globalThis, name, {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError')
            },
          })
        }
      }),
  },
  {
    name: 'the old build’s files gone',
    async before({ context }) {
      const requests = requestsFromNowOn(context)
      const isOld = () => !requests.some((request) => request.isNavigationRequest())
      await context.route('**/assets/**', async (route) =>
        isOld() ? route.fulfill({ status: 404 }) : route.fallback(),
      )
    },
    after: async ({ context }) => context.unroute('**/assets/**'),
  },
  {
    name: 'a node of an extension',
    async before({ page, fill }) {
      const release = await holdScripts(page)
      await page.goto(page.url(), { waitUntil: 'commit' })
      await page.locator('#root').waitFor({ state: 'attached' })
      const isPrerendered = (await page.locator('#root[data-prerendered]').count()) > 0
      if (isPrerendered) await page.locator('#root > *').first().waitFor({ state: 'attached' })
      if (isPrerendered) await fill(page)
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('#root input, #root label, #root button')) {
          each.before(document.createElement('x-extension'))
        }
      })
      await release()
      await appIsReady(page)
      await page.unroute('**/assets/*.js')
    },
  },
  {
    name: 'the page out of the browser’s memory',
    before: async ({ page }) =>
      page.evaluate(() => {
        for (const event of ['pagehide', 'pageshow']) {
          dispatchEvent(new PageTransitionEvent(event, { persisted: true }))
        }
      }),
  },
]

const full = { ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_UNAVAILABLE' }] }

/** A link or a button that leads on, other than those of the head and the foot of every page. */
export async function expectWayOn(page: Page): Promise<void> {
  const ways = page.locator('main, nav').locator('a[href]:visible, button:enabled:visible')
  await expect(ways.first(), `a way on from ${page.url()}`).toBeVisible()
}

interface Held {
  /** The server has answered. */
  readonly arrived: Promise<void>
  readonly release: () => Promise<void>
  readonly lose: () => Promise<void>
}

/** Keeps the answer to a step's call from the page, until it is released or lost. */
async function holdAnswer(page: Page, { call }: Step): Promise<Held> {
  const network: CDPSession = await page.context().newCDPSession(page)
  let held: string | undefined
  const arrived = new Promise<void>((resolve) => {
    network.on('Fetch.requestPaused', ({ requestId, request }) => {
      const isIt = call?.test(new URL(request.url).pathname) === true
      if (isIt && held === undefined) {
        held = requestId
        resolve()
      } else void network.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
    })
  })
  const patterns = [{ urlPattern: '*/api/*', requestStage: 'Response' as const }]
  await network.send('Fetch.enable', { patterns })
  const end = async (done: Promise<unknown>) => {
    await done.catch(() => undefined)
    await network.send('Fetch.disable')
  }
  const requestId = () => ({ requestId: held ?? '' })
  return {
    arrived,
    release: () => end(network.send('Fetch.continueRequest', requestId())),
    lose: () =>
      end(network.send('Fetch.failRequest', { ...requestId(), errorReason: 'ConnectionReset' })),
  }
}
