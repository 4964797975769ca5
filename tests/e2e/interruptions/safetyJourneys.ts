import type { Page } from '@playwright/test'
import { box, control, field } from '../fixtures/page.ts'
import { letPass } from '../fixtures/running-product/letPass.ts'
import { runCommand } from '../fixtures/running-product/runCommand.ts'
import { codeOf } from '../fixtures/steps/authenticatorApp.ts'
import type { Journey, Step } from './journeys.ts'
import { deployed, type World } from './world.ts'

/* The journeys of players whose account is not theirs alone, or whose second step is lost. */

const isAt = (page: Page, path: string) => new URL(page.url()).pathname === path
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name })
const dialog = (page: Page) => page.getByRole('dialog')

/** The step of a page to which a mail about something leads. */
const fromMail = (subject: RegExp) => (world: World) => world.safetyLink(subject)

/** Types the number of the mail, where this browser is asked for it. */
async function fillNumber(page: Page, world: World): Promise<void> {
  const number = field(page, 'Number in our mail')
  if (await number.isVisible()) await number.fill(world.number)
}

const count = (subject: RegExp) => (world: World) => world.mails(world.player.email, subject)

/** An answer to the question what happened, which shows its form. */
function choice(name: RegExp, mail: RegExp, shown: (page: Page) => Promise<boolean>): Step {
  return {
    name: 'the answer',
    at: fromMail(mail),
    button: (page) => radio(page, name),
    holds: shown,
  }
}

/** The press that puts the account back to before an act. */
function undo(act: RegExp): Step {
  return {
    name: 'the undoing',
    mark: (page) => radio(page, act),
    async fill(page, world) {
      await radio(page, act).check()
      const later = radio(page, /^Without it, the account is frozen now/)
      if (await later.isVisible()) await later.check()
      await fillNumber(page, world)
    },
    button: (page) => control(page, 'Undo it'),
    call: /\/safety\/act$/,
    holds: () => Promise.resolve(false),
  }
}

const newPassword = {
  secret: ({ next }) => ({ 'New password': next.password, 'Confirm password': next.password }),
  fill: fillNumber,
  button: (page) => control(page, 'Open my account'),
  call: /\/safety\/act$/,
} satisfies Partial<Step>

const waitAsked = /^Somebody asks to get into/

const proof: Step = {
  name: 'the proof',
  at: fromMail(/^Get back into your/),
  mark: (page) => page.getByText(/proofs\.$/),
  async fill(page, world) {
    const password = field(page, 'Your password')
    if (await password.isVisible()) await password.fill(world.player.password)
    await fillNumber(page, world)
  },
  button: (page) => control(page, 'Go on'),
  call: /\/recovery\/proof$/,
  holds: (page) => heading(page, 'Now you wait').isVisible(),
  count: count(waitAsked),
}

const ask: Step = {
  name: 'the wish for a mail',
  at: '/account-safety/ask',
  typed: ({ player }) => ({ 'Username or email': player.email }),
  button: (page) => control(page, 'Send'),
  call: /\/safety\/ask$/,
  holds: (page) => page.getByText('If there is such an account, we have sent a mail.').isVisible(),
  count: count(/^Secure your/),
  isWish: true,
}

const undoing: Journey = {
  name: 'undoing by a link',
  begin: (world) => world.addApp(),
  steps: [
    choice(/^Undo what was done since/, /^An authenticator app was added/, (page) =>
      radio(page, /^Authenticator app “App” added/).isVisible(),
    ),
    {
      ...undo(/^Authenticator app “App” added/),
      holds: (page) => heading(page, 'Your account is yours again').isVisible(),
      count: count(/was restored$/),
    },
  ],
}

function undoingThatWaits([nameStep, passwordAlone]: Beginning): Journey {
  return {
    name: 'an undoing that waits, and its stop',
    async begin(world) {
      await world.addApp()
      await rename(world)
    },
    steps: [
      choice(/^Undo what was done since/, /username was changed$/, (page) =>
        radio(page, /^Username changed/).isVisible(),
      ),
      {
        ...undo(/^Username changed/),
        holds: (page) => heading(page, 'Your account is frozen').isVisible(),
        count: count(/will be put back/),
      },
      { ...nameStep, typed: ({ player }) => ({ 'Username or email': player.email }) },
      { ...passwordAlone, holds: (page) => heading(page, 'Stop this').isVisible() },
      {
        name: 'the stop',
        mark: (page) => heading(page, 'Stop this'),
        async press(page, { app }) {
          const code = field(page, 'Code from your authenticator app')
          await code.fill((await app?.nextCode()) ?? '')
          await control(page, 'Stop this')
            .click({ timeout: 10_000 })
            .catch(() => undefined)
        },
        button: (page) => control(page, 'Stop this'),
        call: /\/safety\/act$/,
        holds: (page) => heading(page, 'It is stopped').isVisible(),
        count: count(/will not be put back$/),
      },
    ],
  }
}

const freezing: Journey = {
  name: 'freezing and opening by links',
  begin: rename,
  steps: [
    choice(/^Freeze the account now/, /username was changed$/, (page) =>
      control(page, 'Freeze the account now').isVisible(),
    ),
    {
      name: 'the freeze',
      fill: fillNumber,
      button: (page) => control(page, 'Freeze the account now'),
      call: /\/safety\/act$/,
      holds: (page) => Promise.resolve(isAt(page, '/account-safety/frozen')),
      count: count(/is frozen$/),
    },
    {
      ...newPassword,
      name: 'the opening',
      at: fromMail(/is frozen$/),
      holds: (page) => Promise.resolve(isAt(page, '/login')),
      count: count(/is open again$/),
    },
  ],
}

function recovery([nameStep, passwordAlone]: Beginning): Journey {
  return {
    name: 'recovery from lost second steps',
    begin: beOfLong,
    steps: [
      nameStep,
      { ...passwordAlone, holds: (page) => heading(page, 'One more step').isVisible() },
      {
        name: 'the way out',
        button: (page) => control(page, 'I have lost all of these'),
        holds: (page) => control(page, 'Send me the link').isVisible(),
      },
      {
        name: 'the wish for a link',
        button: (page) => control(page, 'Send me the link'),
        call: /\/recovery\/open$/,
        holds: (page) => page.getByText('Open our mail.').isVisible(),
        count: count(/^Get back into your/),
        isWish: true,
      },
      proof,
    ],
  }
}

const recoveryStopped: Journey = {
  name: 'the stop of a recovery',
  async begin(world) {
    await beOfLong(world)
    await beginWait(world)
  },
  steps: [
    {
      name: 'the stop',
      at: fromMail(waitAsked),
      fill: fillNumber,
      button: (page) => control(page, 'It was not me: stop this'),
      call: /\/safety\/act$/,
      holds: (page) => heading(page, 'It is stopped').isVisible(),
      count: count(/was stopped$/),
    },
  ],
}

const recoveryFinished: Journey = {
  name: 'the end of a recovery',
  async begin(world) {
    await beOfLong(world)
    await beginWait(world)
    await letPass(deployed, world.player.username, { days: 7, hours: 1 })
  },
  steps: [
    {
      ...newPassword,
      name: 'the new password',
      at: fromMail(/^You can get back into/),
      holds: (page) => Promise.resolve(isAt(page, '/login')),
      count: count(/was recovered$/),
    },
  ],
}

function requiredSecondStep([nameStep, passwordAlone]: Beginning): Journey {
  return {
    name: 'a required second step',
    begin: beAskedForSecondStep,
    steps: [
      nameStep,
      { ...passwordAlone, holds: (page) => Promise.resolve(isAt(page, '/login/set-up')) },
      {
        name: 'the code of the mail',
        mark: (page) => field(page, 'Code from our mail'),
        secret: async (world) => ({ 'Code from our mail': await mailedCode(world) }),
        button: (page) => control(page, 'Add an authenticator app'),
        call: /\/authenticators\/start$/,
        holds: (page) => field(dialog(page), 'Code').isVisible(),
      },
      {
        name: 'the code of the app',
        mark: (page) => field(dialog(page), 'Code'),
        async press(page) {
          const shownKey = dialog(page).getByRole('code')
          if (!(await shownKey.isVisible())) await dialog(page).getByText('Cannot scan it?').click()
          const key = await shownKey.innerText()
          await field(dialog(page), 'Code').fill(codeOf(key))
          await control(dialog(page), 'Confirm')
            .click({ timeout: 10_000 })
            .catch(() => undefined)
        },
        button: (page) => control(dialog(page), 'Confirm'),
        call: /\/authenticators\/confirm$/,
        holds: (page) =>
          dialog(page).getByRole('heading', { name: 'Your recovery codes' }).isVisible(),
        count: count(/^An authenticator app was added/),
      },
      {
        name: 'the recovery codes',
        mark: (page) => box(dialog(page), 'I have stored them'),
        fill: (page) => box(dialog(page), 'I have stored them').check(),
        button: (page) => control(dialog(page), 'Done'),
        holds: (page) => Promise.resolve(isAt(page, '/account')),
      },
    ],
  }
}

const checkUp: Journey = {
  name: 'the check-up',
  who: 'player',
  steps: [
    {
      name: 'the way to a passkey',
      at: '/account/security/takeover',
      button: (page) => control(page.locator('main'), 'Add a passkey'),
      holds: (page) => Promise.resolve(isAt(page, '/account/security')),
    },
  ],
}

type Beginning = readonly [nameStep: Step, passwordAlone: Omit<Step, 'holds'>]

export function safetyJourneys(...beginning: Beginning): readonly Journey[] {
  return [
    undoing,
    undoingThatWaits(beginning),
    freezing,
    { name: 'a link that secures', steps: [ask] },
    recovery(beginning),
    recoveryStopped,
    recoveryFinished,
    requiredSecondStep(beginning),
    checkUp,
  ]
}

async function rename(world: World): Promise<void> {
  const Username = world.next.username
  await world.ask(`POST profile/user/${await world.userId()}/update-username`, { Username })
}

/** An account that had its password and its app before the days in which acts are undone. */
async function beOfLong(world: World): Promise<void> {
  await world.addApp()
  await letPass(deployed, world.player.username, { days: 20 })
}

async function beginWait(world: World): Promise<void> {
  const { email, password } = world.player
  await world.api.send('POST safety/ask', { UsernameOrEmail: email, For: 'recover' })
  const link = new URL(await world.safetyLink(/^Get back into your/)).searchParams.get('link')
  const given = { Link: link, Number: world.number, Password: password }
  await world.api.send('POST recovery/proof', given)
}

/** A badge whose holders need a second step. */
async function beAskedForSecondStep({ player }: World): Promise<void> {
  const order = ['badges', 'give', player.username, 'staff', '--deployment', deployed.toLowerCase()]
  await runCommand([...order, '--title', 'Staff', '--why', 'a test'])
}

async function mailedCode({ mailbox, player }: World): Promise<string> {
  const mail = await mailbox.about(/^\d{6} is your code/, player.email)
  return mail.subject.slice(0, 6)
}
