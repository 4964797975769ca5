import type { Locator, Page } from '@playwright/test'
import { communityAddress } from '../fixtures/running-product/addresses.ts'
import { beAtStandIns, freshAccounts } from '../fixtures/running-product/standInAccounts.ts'
import { box, control, field } from '../fixtures/page.ts'
import { answerSurvey, option } from '../fixtures/steps/survey.ts'
import { safetyJourneys } from './safetyJourneys.ts'
import { serviceJourneys } from './serviceJourneys.ts'
import { portal, type World } from './world.ts'

/* The journeys of a player, step by step. Each is played with every interruption at every step. */

type Texts = Readonly<Record<string, string>>

export interface Step {
  readonly name: string
  /** The address at which it begins; left out where the step before has led there. */
  readonly at?: string | ((world: World) => Promise<string>)
  /** What is typed, by the labels of the fields. It is never lost. */
  readonly typed?: (world: World) => Texts
  /** The same for passwords and codes, which may be lost and are typed again. */
  readonly secret?: (world: World) => Texts | Promise<Texts>
  /** What else is filled in. */
  readonly fill?: (page: Page, world: World) => Promise<void>
  /** The rest of it is there still. */
  readonly isFilled?: (page: Page) => Promise<boolean>
  /** By which it is known, where its button does not tell. */
  readonly mark?: (page: Page) => Locator
  /** Before the press. */
  readonly ready?: (page: Page) => Promise<void>
  /** In place of a press of the button. */
  readonly press?: (page: Page, world: World) => Promise<void>
  /** The button that carries it out. */
  readonly button: (page: Page) => Locator
  /** The call that carries it out; left out where a press asks no server. */
  readonly call?: RegExp
  /** What is seen after it. */
  readonly holds: (page: Page, world: World) => Promise<boolean>
  /** How often it is done, as the server says. */
  readonly count?: (world: World) => Promise<number>
  /** A press more is another wish. */
  readonly isWish?: true
}

export interface Journey {
  readonly name: string
  /** Who plays it: by default a visitor who has an account. */
  readonly who?: 'nobody' | 'player'
  /** Its beginning takes long: by day it has a case now and then. */
  readonly takesTurns?: true
  readonly begin?: (world: World) => Promise<void>
  readonly steps: readonly Step[]
}

const isAt = (page: Page, path: string) => new URL(page.url()).pathname === path
const dialog = (page: Page) => page.getByRole('dialog')
const steam = (page: Page) => page.getByRole('listitem', { name: 'Steam', exact: true })
const reason = (page: Page) => page.getByRole('radio', { name: 'Another reason' })
const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { name }).first()

const nameStep: Step = {
  name: 'the name',
  at: '/login',
  typed: ({ player }) => ({ 'Username or email': player.username }),
  button: (page) => control(page, 'Next'),
  call: /\/log\/identify$/,
  holds: (page) => field(page, 'Password').isVisible(),
}

const passwordAlone = {
  name: 'the password',
  secret: ({ player }) => ({ Password: player.password }),
  button: (page) => page.locator('form:has(input[type=password]) button[type=submit]'),
  call: /\/log\/log-in$/,
} satisfies Partial<Step>

const passwordStep: Step = {
  ...passwordAlone,
  holds: (page) => Promise.resolve(isAt(page, '/account')),
  count: (world) => world.acts('signed-in'),
}

export const journeys: readonly Journey[] = [
  {
    name: 'registration',
    who: 'nobody',
    // The form waits until a person could have filled it.
    begin: ({ page }) => page.clock.install(),
    steps: [
      {
        name: 'the form',
        at: '/register?referrer=Somebody',
        typed: ({ player: { username, email } }) => ({
          Username: username,
          Email: email,
          'Confirm email': email,
          // The link has filled it in, and the player takes it away.
          'Invited by (optional)': '',
        }),
        secret: ({ player: { password } }) => ({
          Password: password,
          'Confirm password': password,
        }),
        async fill(page) {
          await box(page, 'Privacy Policy').check()
          await box(page, 'Terms').check()
        },
        isFilled: async (page) =>
          (await box(page, 'Privacy Policy').isChecked()) && (await box(page, 'Terms').isChecked()),
        ready: (page) => page.clock.fastForward('00:20'),
        button: (page) => control(page, 'Create account'),
        call: /\/register\/new-user$/,
        holds: (page) => Promise.resolve(isAt(page, '/register/confirm')),
        count: (world) => world.mails(world.player.email, /./),
      },
      {
        name: 'the link of the mail',
        at: (world) => world.mailed(world.player.email, '/confirm-email'),
        button: (page) => control(page, 'Confirm'),
        call: /\/email\/confirm$/,
        holds: (page) => Promise.resolve(isAt(page, '/login') || /\/account\b/.test(page.url())),
        count: (world) => world.calls(/\/email\/confirm$/),
      },
    ],
  },
  { name: 'log-in', steps: [nameStep, passwordStep] },
  {
    name: 'log-in with a second step',
    begin: (world) => world.addApp(),
    steps: [
      nameStep,
      {
        ...passwordAlone,
        holds: (page) => heading(page, 'One more step').isVisible(),
      },
      {
        name: 'the code',
        mark: (page) => field(page, 'Code from your authenticator app'),
        // The form sends itself.
        press: async (page, { app }) =>
          field(page, 'Code from your authenticator app').fill((await app?.nextCode()) ?? ''),
        button: (page) => control(page, 'Confirm'),
        call: /\/log\/second-step$/,
        holds: (page) => Promise.resolve(isAt(page, '/account')),
        count: (world) => world.acts('signed-in'),
      },
    ],
  },
  {
    name: 'recovery',
    steps: [
      {
        name: 'the wish for a mail',
        at: '/password-recovery',
        typed: ({ player }) => ({ Email: player.email }),
        button: (page) => control(page, 'Send'),
        call: /\/password\/password-recovery$/,
        holds: (page) => Promise.resolve(isAt(page, '/password-recovery/sent')),
        count: (world) => world.mails(world.player.email, /password/i),
        isWish: true,
      },
      {
        name: 'the new password',
        at: (world) => world.mailed(world.player.email, '/password-recovery/reset'),
        mark: (page) => field(page, 'New password'),
        secret: ({ next }) => ({
          'New password': next.password,
          'Confirm password': next.password,
        }),
        button: (page) => control(page, 'Confirm'),
        call: /\/password\/password-recovery-validation$/,
        holds: (page) => Promise.resolve(isAt(page, '/login')),
        count: (world) => world.acts('password-set'),
      },
    ],
  },
  {
    name: 'change of address',
    who: 'player',
    steps: [
      {
        name: 'the new address',
        at: '/account/update-email',
        typed: ({ next }) => ({ 'New email': next.email, 'Confirm email': next.email }),
        button: (page) => control(page, 'Confirm'),
        call: /\/update-email$/,
        holds: (page) => heading(page, /^Check your mailbox/).isVisible(),
        count: (world) => world.mails(world.next.email, /./),
        isWish: true,
      },
      {
        name: 'the link of the mail',
        at: (world) => world.mailed(world.next.email, '/account/update-email/confirm'),
        button: (page) => control(page, 'Confirm'),
        call: /\/email\/update-email-confirm/,
        holds: (page) => Promise.resolve(isAt(page, '/account/update-email/success')),
        count: (world) => world.acts('email-changed'),
      },
    ],
  },
  {
    name: 'change of name',
    who: 'player',
    steps: [
      {
        name: 'the new name',
        at: '/account/update-username',
        typed: ({ next }) => ({ 'New username': next.username }),
        button: (page) => control(page, 'Confirm'),
        call: /\/update-username$/,
        holds: async (page, { next }) =>
          isAt(page, '/account') && (await page.getByText(next.username).first().isVisible()),
        count: (world) => world.acts('renamed'),
      },
    ],
  },
  {
    name: 'change of password',
    who: 'player',
    steps: [
      {
        name: 'the new password',
        at: '/account/reset-password',
        mark: (page) => field(page, 'New password'),
        secret: ({ next }) => ({
          'New password': next.password,
          'Confirm password': next.password,
        }),
        button: (page) => control(page, 'Confirm'),
        call: /\/password\/password-reset$/,
        holds: (page) => Promise.resolve(isAt(page, '/account')),
        count: (world) => world.acts('password-set'),
      },
    ],
  },
  {
    name: 'linking and unlinking',
    who: 'player',
    begin: ({ context }) => beAtStandIns(context, freshAccounts().steam),
    steps: [
      {
        name: 'the link',
        at: '/account/link-account',
        button: (page) => steam(page).getByRole('button', { name: /^Link/ }),
        call: /\/steam\/callback$/,
        holds: (page) =>
          steam(page)
            .getByRole('button', { name: /^Unlink/ })
            .isVisible(),
        count: (world) => world.acts('linked'),
      },
      {
        name: 'the wish to unlink',
        at: '/account/link-account',
        button: (page) => steam(page).getByRole('button', { name: /^Unlink/ }),
        holds: (page) => dialog(page).isVisible(),
      },
      {
        name: 'the unlinking',
        button: (page) => control(dialog(page), 'Unlink'),
        call: /\/steam\/unlink$/,
        holds: (page) => steam(page).getByRole('button', { name: /^Link/ }).isVisible(),
        count: (world) => world.acts('unlinked'),
      },
    ],
  },
  {
    name: 'deletion',
    who: 'player',
    steps: [
      {
        name: 'the password',
        at: '/account/deletion-request',
        mark: (page) => field(page, 'Password'),
        secret: ({ player }) => ({ Password: player.password }),
        button: (page) => control(page, 'Confirm'),
        call: /\/password\/validate\/user\/\d+$/,
        holds: (page) => reason(page).isVisible(),
      },
      {
        name: 'the reason',
        mark: reason,
        async fill(page) {
          await reason(page).check()
          await field(page, 'Reason').fill('Too many dragons')
        },
        isFilled: async (page) =>
          (await reason(page).isChecked()) &&
          (await field(page, 'Reason').inputValue()) === 'Too many dragons',
        button: (page) => control(page, 'Confirm'),
        holds: (page) => control(page, 'Delete').isVisible(),
      },
      {
        name: 'the deletion',
        button: (page) => control(page, 'Delete'),
        call: /\/deletion\/user\/\d+$/,
        holds: (page) => Promise.resolve(isAt(page, '/deletion/confirm')),
        count: (world) => world.mails(world.player.email, /deleted/i),
      },
    ],
  },
  {
    name: 'sign-in of a site',
    steps: [
      { ...nameStep, at: `${communityAddress}/login?portal=${encodeURIComponent(portal)}` },
      {
        ...passwordStep,
        holds: (page, { player }) =>
          page.locator('[data-name]', { hasText: player.username }).isVisible(),
      },
    ],
  },
  {
    name: 'cookie question',
    who: 'player',
    steps: [
      {
        name: 'all are accepted',
        at: '/account',
        button: (page) => control(page, 'Accept all'),
        call: /\/accept-all$/,
        holds: async (page) => !(await control(page, 'Accept all').isVisible()),
        // What could not be sent to the account is sent at the next visit.
      },
      {
        name: 'one is refused',
        at: '/account/cookies',
        button: (page) => page.getByRole('switch', { name: 'Marketing cookies', checked: true }),
        call: /\/set-cookie$/,
        holds: (page) =>
          page.getByRole('switch', { name: 'Marketing cookies', checked: false }).isVisible(),
        count: async (world) => Number(!(await accepted(world)).includes('Marketing cookies')),
      },
    ],
  },
  {
    name: 'cookie question of a visitor',
    steps: [
      {
        name: 'the settings',
        at: '/login',
        button: (page) => control(page, 'More settings'),
        holds: (page) => control(dialog(page), 'Confirm your settings').isVisible(),
      },
      {
        name: 'the choice',
        mark: dialog,
        fill: (page) => dialog(page).getByRole('switch', { name: 'Marketing cookies' }).check(),
        button: (page) => control(dialog(page), 'Confirm your settings'),
        holds: async (page) =>
          !(await dialog(page).isVisible()) && !(await control(page, 'Accept all').isVisible()),
      },
    ],
  },
  {
    name: 'survey',
    who: 'player',
    async begin({ context, page }) {
      await beAtStandIns(context, freshAccounts().steam)
      await page.goto(`${portal}/account/link-account`)
      await steam(page).getByRole('button', { name: /^Link/ }).click()
      await steam(page)
        .getByRole('button', { name: /^Unlink/ })
        .waitFor()
    },
    steps: [
      {
        name: 'the answers',
        at: '/survey/qualification',
        fill: (page) => answerSurvey(page, portal),
        isFilled: async (page) => (await option(page, 'other studios', 'No').count()) > 0,
        button: (page) => control(page, 'Send'),
        call: /\/survey\/qualification$/,
        holds: (page) => Promise.resolve(isAt(page, '/survey/qualification/confirm')),
        count: (world) => world.calls(/\/survey\/qualification$/),
      },
    ],
  },
  ...[...safetyJourneys(nameStep, passwordAlone), ...serviceJourneys(nameStep, passwordStep)].map(
    (journey): Journey => ({ ...journey, takesTurns: true }),
  ),
]

async function accepted(world: World): Promise<readonly string[]> {
  const cookies = (await world.ask(`GET cookie/user/${await world.userId()}`)) as readonly {
    readonly Name: string
    readonly IsAccepted: boolean
  }[]
  return cookies.filter(({ IsAccepted }) => IsAccepted).map(({ Name }) => Name)
}
