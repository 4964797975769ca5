import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/expect.ts'
import { control, field as labelled } from '../fixtures/page.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { expectWayOn, type Interruption, type Played } from './interruptions.ts'
import type { Journey, Step } from './journeys.ts'
import { portal, type World } from './world.ts'

/** Plays a journey to its end, with an interruption at one of its steps. */
export async function play(world: World, journey: Journey, at: Step, interruption: Interruption) {
  const errors = watchErrors(world)
  await journey.begin?.(world)
  await interruption.ahead?.(world)
  await world.page.goto(`${portal}/register/confirm`)
  const counts = new Map<Step, number>()
  for (const step of journey.steps) {
    const player = new Player(world, journey, step)
    counts.set(step, (await step.count?.(world)) ?? 0)
    const came = step === at ? interruption : null
    await player.play(came, counts.get(step) ?? 0)
    if (step === at) break
  }
  expect(errors, 'errors in the console').toEqual([])
}

/** A region may have the name of a field. */
function field(scope: Page | Locator, label: string): Locator {
  return labelled(scope, label).and(scope.locator('input, textarea'))
}

/**
 * What the scripts of the portal complain about. The browser itself notes every failed request, and the
 * portal a screen whose file did not come, which its page says, too.
 */
function watchErrors({ context }: World): readonly string[] {
  const errors: string[] = []
  context.on('weberror', (event) => errors.push(String(event.error())))
  context.on('console', (line) => {
    const isOfNetwork =
      /^Failed to load resource|net::ERR|preloaded using link preload|^ScreenMissingError/.test(
        line.text(),
      )
    if (line.type() === 'error' && !isOfNetwork) errors.push(line.text())
  })
  return errors
}

class Player implements Played {
  readonly world: World
  readonly page: Page
  readonly context
  readonly step: Step
  readonly #journey: Journey
  #presses = 0

  constructor(world: World, journey: Journey, step: Step) {
    this.world = world
    this.page = world.page
    this.context = world.context
    this.step = step
    this.#journey = journey
  }

  async play(interruption: Interruption | null, before: number): Promise<void> {
    await this.#arrive(this.step)
    const canBegin = () => isShown(this.page, this.step, this.world)
    await expect.poll(canBegin, `${this.step.name} can be carried out`).toBe(true)
    await this.fill(this.page)
    if (interruption?.before) {
      await interruption.before(this)
      await this.rest(this.page)
      await this.keeps()
    }
    if (interruption === null || (await isShown(this.page, this.step, this.world))) {
      await this.fill(this.page)
      await (interruption?.press?.(this) ?? this.press())
    }
    await this.#finish(interruption, before)
    await interruption?.after?.(this)
    const count = (await this.step.count?.(this.world)) ?? before + 1
    const most = this.step.isWish === true ? Math.max(1, this.#presses) : 1
    if (this.step.count) {
      await expect
        .poll(() => this.step.count?.(this.world), `${this.step.name} is done`)
        .toBeGreaterThan(before)
    }
    expect(count - before, `${this.step.name} is done twice`).toBeLessThanOrEqual(most)
  }

  async #arrive({ at }: Step): Promise<void> {
    if (at === undefined) return
    const address = typeof at === 'string' ? at : await at(this.world)
    await this.page.goto(new URL(address, portal).href)
    await this.rest(this.page)
  }

  readonly fill = async (page: Page): Promise<void> => {
    if (!(await isShown(page, this.step, this.world))) return
    const texts = { ...this.step.typed?.(this.world) }
    for (const [label, text] of Object.entries(texts)) await fillIn(page, label, text)
    if (this.step.secret) {
      for (const [label, text] of Object.entries(await this.step.secret(this.world))) {
        await fillIn(page, label, text)
      }
    }
    if ((await this.step.isFilled?.(page)) !== true) await this.step.fill?.(page, this.world)
  }

  readonly press = async (): Promise<void> => {
    this.#presses += 1
    await this.step.ready?.(this.page)
    if (this.step.press) return this.step.press(this.page, this.world)
    const click = this.step.button(this.page).click({ noWaitAfter: true, timeout: 10_000 })
    // What has come before it meanwhile is looked at next; without an end the step fails.
    await click.catch(() => undefined)
  }

  readonly rest = async (page: Page): Promise<void> => {
    let last = ''
    await expect
      .poll(
        async () => {
          const now = await look(page)
          const isSame = now === last && now !== ''
          last = now
          return isSame
        },
        { intervals: [100, 400], message: `${page.url()} comes to rest` },
      )
      .toBe(true)
  }

  readonly keeps = async (): Promise<void> => {
    for (const [label, text] of Object.entries(this.step.typed?.(this.world) ?? {})) {
      const typed = field(this.page, label)
      if (await typed.isVisible()) await expect(typed, 'what was typed').toHaveValue(text)
    }
    const isThere = this.step.isFilled && (await isShown(this.page, this.step, this.world))
    if (isThere) expect(await this.step.isFilled?.(this.page), 'what was filled in').toBe(true)
  }

  /** Goes on as a player does, by what the page offers, until the step is done. */
  async #finish(interruption: Interruption | null, before: number): Promise<void> {
    const { page, world, step } = this
    for (let turn = 0; turn < 8; turn += 1) {
      await this.rest(page)
      const isDone = ((await step.count?.(world)) ?? before) > before
      if (isDone && interruption?.mayNotKnow !== true) await expectNoFailure(page)
      if (await step.holds(page, world)) return
      if (isDone && interruption?.mayNotKnow === true) return expectWayOn(page)
      const shown = await look(page)
      await this.#goOn()
      await this.#answered(shown)
    }
    throw new Error(`${step.name} has no end: ${page.url()}`)
  }

  /** A busy machine answers late: a player waits for what comes, and goes on where nothing does. */
  async #answered(shown: string): Promise<void> {
    const { page, world, step } = this
    const isOther = async () => (await look(page)) !== shown || (await step.holds(page, world))
    await expect
      .poll(isOther, { timeout: 10_000 })
      .toBe(true)
      .catch(() => undefined)
  }

  async #goOn(): Promise<void> {
    const { page, world, step } = this
    const again = control(page, 'Try again')
    // The page may go on by itself meanwhile.
    if (await again.isVisible()) return again.click({ timeout: 10_000 }).catch(() => undefined)
    const proof = page.getByRole('dialog').filter({ hasText: 'Is it still you?' })
    if (await field(proof, 'Password').isVisible()) {
      await field(proof, 'Password').fill(world.player.password)
      return control(proof, 'Confirm').click()
    }
    const steps = this.#journey.steps
    for (const each of steps.slice(0, steps.indexOf(step) + 1).toReversed()) {
      if (!(await isShown(page, each, world))) continue
      const player = each === step ? this : new Player(world, this.#journey, each)
      await player.keeps()
      await player.fill(page)
      return player.press()
    }
    const isOut = await field(page, 'Username or email').isVisible()
    if (this.#journey.who === 'player' && isOut) {
      const { username: name, password } = world.player
      return logIn(page, 'PROD', { name, password })
    }
    // A screen that acts on load asks first, where the page was loaded for it.
    const asks = control(page.locator('main:not(:has(input))'), 'Confirm')
    if (await asks.isVisible()) return asks.click()
    await expectWayOn(page)
    // To where it began, if no button leads there.
    const before = steps.slice(0, steps.indexOf(step) + 1)
    await this.#arrive(before.findLast(({ at }) => at !== undefined) ?? step)
  }
}

async function fillIn(page: Page, label: string, text: string): Promise<void> {
  const typed = field(page, label)
  if ((await typed.inputValue()) !== text) await typed.fill(text)
}

/** The step can be carried out on this page. */
async function isShown(page: Page, step: Step, world: World): Promise<boolean> {
  const [label] = Object.keys(step.typed?.(world) ?? {})
  if (label !== undefined && !(await field(page, label).isVisible())) return false
  if (step.mark && !(await step.mark(page).isVisible())) return false
  return step.button(page).isVisible()
}

/** What a page shows, in short; '' while something is under way. */
async function look(page: Page): Promise<string> {
  return page
    .evaluate(() => {
      // What a dialog stands before waits for it.
      const front = document.querySelector('dialog[open]') ?? document
      const isBusy =
        document.readyState !== 'complete' ||
        document.querySelector('#root main:not(:has(h1))') !== null ||
        front.querySelector(
          '[aria-busy="true"], [role="timer"], #root[data-prerendered]:not([data-alive])',
        ) !== null
      const shown = [...document.querySelectorAll('h1, h2, button, a, [role="alert"]')]
      return isBusy ? '' : [location.href, ...shown.map((each) => each.textContent)].join('\n')
    })
    .catch(() => '')
}

async function expectNoFailure(page: Page): Promise<void> {
  expect(new URL(page.url()).pathname, 'what is done is told as failed').not.toMatch(/^\/errors/)
  // A part whose file did not come says so, and has its own button.
  const alerts = page
    .locator('main')
    .getByRole('alert')
    .filter({ visible: true, hasNotText: 'Try again' })
  expect((await alerts.allInnerTexts()).join(), 'what is done is told as failed').toBe('')
}
