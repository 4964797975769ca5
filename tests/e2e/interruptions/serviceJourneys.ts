import type { BrowserContext, Page } from '@playwright/test'
import { box, control, field, submit } from '../fixtures/page.ts'
import { beAtStandIns, freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { logIn } from '../fixtures/steps/logIn.ts'
import { registerPlayer } from '../fixtures/steps/newPlayer.ts'
import type { Registration } from '../fixtures/steps/registration.ts'
import type { Journey, Step } from './journeys.ts'
import { deployed, portal, type World } from './world.ts'

/* The journeys of players who log in with a service. */

const isAt = (page: Page, path: string) => new URL(page.url()).pathname === path
const withSteam = (page: Page) => control(page, 'Continue with Steam')
const steam = (page: Page) => page.getByRole('listitem', { name: 'Steam', exact: true })
const offer = (page: Page) =>
  page.getByRole('region', { name: 'Already linked to another account' })
const unlink = (page: Page) => steam(page).getByRole('button', { name: /^Unlink/ })
const steamSwitch = (page: Page, checked: boolean) =>
  page.getByRole('switch', { name: 'Steam', checked })

const beNewAtSteam = ({ context }: World) => beAtStandIns(context, freshAccounts().steam)

/** A visitor whom Steam confirms, and who has no account with it. */
const arrival: Step = {
  name: 'the button',
  at: '/',
  button: withSteam,
  call: /\/log\/service\/steam\/callback$/,
  holds: (page) => page.getByRole('heading', { name: 'Choose your name' }).isVisible(),
}

/** The form of an arrival. */
const registration: Step = {
  name: 'the form',
  typed: ({ player: { username, email } }) => ({ Username: username, Email: email }),
  fill: agree,
  isFilled: async (page) =>
    (await box(page, 'Privacy Policy').isChecked()) && (await box(page, 'Terms').isChecked()),
  button: (page) => control(page, 'Create account'),
  call: /\/register\/service$/,
  holds: (page) => Promise.resolve(/^\/account\b/.test(new URL(page.url()).pathname)),
  count: (world) => world.mails(world.player.email, /./),
}

const link: Step = {
  name: 'the link',
  at: '/account/link-account',
  button: (page) => steam(page).getByRole('button', { name: /^Link/ }),
  call: /\/steam\/callback$/,
  holds: (page) => offer(page).isVisible(),
}

const move: Step = {
  name: 'the move',
  mark: offer,
  button: (page) => offer(page).getByRole('button', { name: /^Move it/ }),
  call: /\/connects\/move$/,
  holds: (page) => unlink(page).isVisible(),
  count: (world) => world.acts('link-moved'),
}

export function serviceJourneys(nameStep: Step, passwordStep: Step): readonly Journey[] {
  const { at: _, ...nameThere } = nameStep
  return [
    {
      name: 'log-in with a service',
      begin: beWithSteam,
      steps: [
        {
          ...arrival,
          holds: (page) => Promise.resolve(isAt(page, '/account')),
          count: (world) => world.acts('signed-in'),
        },
      ],
    },
    {
      name: 'arrival with a service',
      who: 'nobody',
      begin: beNewAtSteam,
      steps: [arrival, registration],
    },
    {
      name: 'joining a service',
      begin: beNewAtSteam,
      steps: [
        arrival,
        {
          name: 'the way to the log-in',
          button: (page) => control(page, 'I already have an account'),
          holds: (page) => field(page, 'Username or email').isVisible(),
        },
        nameThere,
        { ...passwordStep, holds: (page) => Promise.resolve(isAt(page, '/login/join')) },
        {
          name: 'the joining',
          button: (page) => page.getByRole('button', { name: /^Join Steam to/ }),
          call: /\/connects\/join$/,
          holds: (page) => Promise.resolve(isAt(page, '/account')),
          count: (world) => world.acts('service-way-on'),
        },
      ],
    },
    {
      name: 'move of a link',
      who: 'player',
      begin: async (world) => void (await linkedByAnother(world)),
      steps: [link, move],
    },
    {
      name: 'move of a link that waits',
      who: 'player',
      async begin(world) {
        const { username, password } = await linkedByAnother(world)
        await switchOn(world, username, password)
      },
      steps: [
        link,
        {
          ...move,
          holds: (page) => control(steam(page), 'Stop the move').isVisible(),
          count: waitingMoves,
        },
        {
          name: 'the stop',
          at: '/account/link-account',
          button: (page) => control(steam(page), 'Stop the move'),
          call: /\/connects\/move\/stop$/,
          holds: async (page) =>
            isAt(page, '/account/link-account') &&
            !(await control(steam(page), 'Stop the move').isVisible()),
          count: async (world) => 1 - (await waitingMoves(world)),
        },
      ],
    },
    {
      name: 'proof by a service',
      who: 'nobody',
      begin: beWithoutPassword,
      steps: [
        {
          name: 'the new name',
          at: '/account/update-username',
          typed: ({ next }) => ({ 'New username': next.username }),
          button: (page) => control(page.locator('main'), 'Confirm'),
          call: /\/update-username$/,
          holds: (page) => control(page, 'Confirm with Steam').isVisible(),
        },
        {
          name: 'the proof',
          button: (page) => control(page, 'Confirm with Steam'),
          call: /\/proof\/service\/steam\/callback$/,
          // Whom nothing has told so may have gone on already.
          holds: async (page, world) =>
            (await page.getByText('Steam has confirmed that it is you.').isVisible()) ||
            (await isRenamed(page, world)),
        },
        {
          name: 'the same name',
          at: '/account/update-username',
          typed: ({ next }) => ({ 'New username': next.username }),
          button: (page) => control(page.locator('main'), 'Confirm'),
          call: /\/update-username$/,
          holds: isRenamed,
          count: (world) => world.calls(/\/update-username$/),
        },
      ],
    },
    {
      name: 'a service as a way in',
      who: 'player',
      async begin(world) {
        await beNewAtSteam(world)
        await linkSteam(world.page)
      },
      steps: [
        {
          name: 'on',
          at: '/account/security',
          button: (page) => steamSwitch(page, false),
          call: /\/security\/service-sign-in$/,
          holds: (page) => steamSwitch(page, true).isVisible(),
          count: (world) => world.acts('service-way-on'),
        },
        {
          name: 'off',
          at: '/account/security',
          button: (page) => steamSwitch(page, true),
          call: /\/security\/service-sign-in$/,
          holds: (page) => steamSwitch(page, false).isVisible(),
          count: (world) => world.acts('service-way-off'),
        },
      ],
    },
  ]
}

const isRenamed = async (page: Page, { next }: World) =>
  isAt(page, '/account') && (await page.getByText(next.username).first().isVisible())

async function waitingMoves(world: World): Promise<number> {
  const connects = (await world.ask('GET profile/connects')) as readonly {
    readonly Move?: object
  }[]
  return connects.filter(({ Move }) => Move).length
}

async function agree(page: Page) {
  await box(page, 'Privacy Policy').check()
  await box(page, 'Terms').check()
}

/** Links Steam to the account of a page, where a player is signed in. */
async function linkSteam(page: Page) {
  await page.goto(`${portal}/account/link-account`)
  await steam(page).getByRole('button', { name: /^Link/ }).click()
  await unlink(page).waitFor()
}

async function enter(page: Page, { username: name, password }: Registration) {
  await page.goto(`${portal}/login`)
  await logIn(page, 'PROD', { name, password })
  await page.waitForURL(`${portal}/account`)
}

/** Makes Steam a way into an account that has it linked. */
async function switchOn({ api }: World, name: string, password: string) {
  const { token } = await api.logIn(name, password)
  const wish = { CanonicalName: 'steam', IsOn: true }
  await api.send('POST security/service-sign-in', wish, { bearer: token.Value })
}

/** An account into which Steam is a way, in a browser that is logged out. */
async function beWithSteam(world: World) {
  await beNewAtSteam(world)
  await enter(world.page, world.player)
  await linkSteam(world.page)
  await switchOn(world, world.player.username, world.player.password)
  await logOutOf(world.context)
}

async function logOutOf(context: BrowserContext) {
  await context.clearCookies({ domain: new URL(portal).hostname })
}

/** A new account that Steam alone opens; its next change of name asks for a proof, as it would after a while. */
async function beWithoutPassword(world: World) {
  const { page, context } = world
  await beNewAtSteam(world)
  await page.goto(portal)
  await withSteam(page).click()
  for (const [label, text] of Object.entries(registration.typed?.(world) ?? {})) {
    await field(page, label).fill(text)
  }
  await agree(page)
  await submit(page).click()
  await page.waitForURL(/\/account/)
  const isProven = async () => (await world.calls(/\/proof\/service\/steam\/callback$/)) > 0
  const until = async (call: string, status: number, json: object) =>
    context.route(call, async (route) =>
      (await isProven()) ? route.fallback() : route.fulfill({ status, json }),
    )
  const refusal = { Property: '', ErrorMessage: 'ERROR_REAUTHENTICATION_REQUIRED' }
  await until('**/api/**/update-username', 400, {
    ErrorMessages: [{ ...refusal, Proof: { Ways: [] } }],
  })
  const Services = ['steam']
  await until('**/api/proof/options', 200, { Ways: [], Stronger: [], Services, Options: null })
}

/** Another player has linked the account at Steam that this browser's player is known by. */
async function linkedByAnother({ context, mailbox }: World): Promise<Registration> {
  const account = freshAccounts().steam
  const {
    registration: other,
    link: mailed,
    api,
    dispose,
  } = await registerPlayer(deployed, mailbox)
  await api.send('POST email/confirm', { Uid: mailed.searchParams.get('uid') })
  await dispose()
  const elsewhere = await context.browser()?.newContext()
  if (elsewhere === undefined) throw new Error('There is no browser.')
  await beAtStandIns(elsewhere, account)
  const page = await elsewhere.newPage()
  await enter(page, other)
  await linkSteam(page)
  await elsewhere.close()
  await beAtStandIns(context, account)
  return other
}
