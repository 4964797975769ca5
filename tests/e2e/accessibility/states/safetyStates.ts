import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import {
  fromNow,
  recovering,
  securing,
  token,
  unfreezing,
} from '../../fixtures/stubbed-api/defaults.ts'
import { control, field, saying, submit } from '../../fixtures/page.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { open, type State, toSay } from './state.ts'

const home = { environment: 'PROD' } as const
const security = { EnableSitesSection: true, EnableSecuritySection: true } as const

const Email = 'p.....r@example.com'

/** The page of a link that has done its work. */
const done = (name: string, Done: () => object): State => ({
  ...home,
  name,
  differences: security,
  async show(page, stubbedApi) {
    stubbedApi.stub('POST safety/read', ok({ ...securing, Done: { Email, ...Done() } }))
    await open(page, '/account-safety?link=T')
  },
})

/** The states of whoever follows the link of a security mail, asks for one, or has lost every second step. */
export const safetyStates: readonly State[] = [
  {
    ...home,
    name: 'Account frozen',
    isSignedIn: true,
    differences: { ...security, SupportUrl: 'https://support.site.test' },
    async show(page) {
      await open(page, '/account/security')
      await control(page, 'Freeze my account').click()
      await control(page.getByRole('dialog'), 'Freeze now').click()
      await page.getByRole('heading', { name: saying('Your account is frozen') }).waitFor()
    },
  },
  {
    ...home,
    name: 'Log-in, after a session that another device has ended',
    isSignedIn: true,
    differences: security,
    async show(page, stubbedApi) {
      const Ended = { Why: 'elsewhere' }
      const over = { ...token, Validated: false, Value: '', Refresh: '', Ended }
      stubbedApi.stub('GET token/IDENT-1', ok(over))
      await open(page, '/account/security')
      await toSay(page, 'You were logged out from another device.')
    },
  },
  {
    ...home,
    name: 'Get back into the account, with a second step',
    differences: security,
    async show(page, stubbedApi) {
      const link = {
        Kind: 'unfreeze',
        Username: 'PlayerOne',
        NeedsNumber: false,
        NeedsPassword: true,
        Ways: ['passkey', 'totp', 'recovery-code'],
      }
      stubbedApi.stub('POST safety/read', ok(link))
      stubbedApi.stub('POST safety/act', refused(['Code', 'ERROR_CODE_INVALID']))
      await open(page, '/account-safety?link=T')
      await control(page, 'Use your authenticator app').click()
      for (const name of ['New password', 'Confirm password']) {
        await field(page, name).fill('Another9Battery')
      }
      await field(page, 'Code from your authenticator app').fill('123456')
      await submit(page).click()
      await page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    ...home,
    name: 'Get back into the account, with a passkey',
    differences: security,
    async show(page, stubbedApi) {
      const link = {
        Kind: 'unfreeze',
        Username: 'PlayerOne',
        NeedsNumber: false,
        NeedsPassword: false,
        Ways: ['passkey'],
      }
      stubbedApi.stub('POST safety/read', ok(link))
      await open(page, '/account-safety?link=T')
    },
  },
  {
    ...home,
    name: 'Get back into the account, a dead link',
    differences: security,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST safety/read', refused('ERROR_SAFETY_LINK_EXPIRED'))
      await open(page, '/account-safety?link=T')
    },
  },
  {
    ...home,
    name: 'Freeze by a mail',
    differences: security,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST safety/read', ok(securing))
      stubbedApi.stub('POST safety/act', refused(['Number', 'ERROR_NUMBER_INVALID']))
      await open(page, '/account-safety?link=T')
      await page.locator('input[name=Choice]').nth(0).check()
      await submit(page).click()
      await page.getByText(saying('This is not the number in the mail.')).waitFor()
    },
  },
  {
    ...home,
    name: 'Undo what was done, by a mail',
    differences: security,
    async show(page, stubbedApi) {
      const Ways = ['totp', 'recovery-code']
      const Entries = securing.Entries.map((entry) => ({ ...entry, Ways }))
      stubbedApi.stub('POST safety/read', ok({ ...securing, Entries }))
      await open(page, '/account-safety?link=T')
      await page.locator('input[name=Choice]').nth(1).check()
      await page.locator('input[name=From]').nth(2).check()
      await page.locator('input[name=When]').first().check()
      await page.locator('input[name=Code]').waitFor()
    },
  },
  {
    ...home,
    name: 'Undone, but for what somebody else has',
    differences: security,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST safety/read', ok(securing))
      const dates = { Since: fromNow({ days: -2 }), Until: fromNow({ days: 3 }) }
      const NotRestored = ['username', 'steam']
      const answer = { Outcome: 'done', Email: 'p.....r@example.com', ...dates, NotRestored }
      stubbedApi.stub('POST safety/act', ok(answer))
      await open(page, '/account-safety?link=T')
      await page.locator('input[name=Choice]').nth(1).check()
      await page.locator('input[name=From]').nth(2).check()
      await submit(page).click()
      await page.getByText('p.....r@example.com').waitFor()
    },
  },
  {
    ...home,
    name: 'Stop what was asked for by a mail',
    differences: security,
    async show(page, stubbedApi) {
      const stopping = { ...unfreezing, Kind: 'stop', NeedsNumber: false, Ways: ['totp'] }
      const RewindAt = fromNow({ hours: 20 })
      stubbedApi.stub('POST safety/read', ok({ ...stopping, RewindAt }))
      await open(page, '/account-safety?link=T')
    },
  },
  {
    ...home,
    name: 'Proofs of a player without second steps',
    differences: security,
    async show(page, stubbedApi) {
      stubbedApi.stub('POST safety/read', ok(recovering))
      stubbedApi.stub('POST recovery/proof', refused(['Number', 'ERROR_NUMBER_INVALID']))
      await open(page, '/account-safety/recover?link=T')
      await submit(page).click()
      await page.getByText(saying('This is not the number in the mail.')).waitFor()
    },
  },
  {
    ...home,
    name: 'A wait without second steps',
    differences: security,
    async show(page, stubbedApi) {
      const Recovery = { ...recovering.Recovery, DueAt: fromNow({ days: 6 }) }
      stubbedApi.stub('POST safety/read', ok({ ...recovering, Recovery }))
      await open(page, '/account-safety/recover?link=T')
    },
  },
  {
    ...home,
    name: 'The end of a wait without second steps',
    differences: security,
    async show(page, stubbedApi) {
      const finishing = { ...recovering, Kind: 'finish', NeedsPassword: true }
      stubbedApi.stub('POST safety/read', ok(finishing))
      await open(page, '/account-safety/recover?link=T')
    },
  },
  {
    ...home,
    name: 'Stop a wait without second steps',
    differences: security,
    async show(page, stubbedApi) {
      const Recovery = { ...recovering.Recovery, DueAt: fromNow({ days: 6 }) }
      stubbedApi.stub('POST safety/read', ok({ ...recovering, Kind: 'cancel', Recovery }))
      await open(page, '/account-safety/recover?link=T')
    },
  },
  done('Undone, as its link says later', () => ({
    Act: 'restore',
    Outcome: 'done',
    Since: fromNow({ days: -2 }),
    Until: fromNow({ days: 3 }),
    NotRestored: [],
  })),
  done('An undoing that waits', () => ({
    Act: 'restore',
    Outcome: 'waits',
    Until: fromNow({ days: 1 }),
  })),
  done('A freeze that is let go', () => ({ Act: 'release', Outcome: 'done' })),
  done('An account that is open again', () => ({ Act: 'unfreeze', Outcome: 'done' })),
  done('An undoing that is stopped', () => ({ Act: 'stop', Outcome: 'done' })),
  done('A wait that is stopped', () => ({ Act: 'cancel', Outcome: 'done' })),
  {
    ...home,
    name: 'What happened to the account, asked',
    differences: security,
    async show(page, stubbedApi) {
      const asked = { ...securing, IsFrozen: true, MayRelease: true }
      stubbedApi.stub('POST safety/read', ok(asked))
      await open(page, '/account-safety?link=T')
      await page.locator('input[name=Choice]').last().check()
    },
  },
  {
    ...home,
    name: 'A link of account safety, sent',
    differences: security,
    async show(page) {
      await open(page, '/account-safety/ask')
      await page.locator('input[name=UsernameOrEmail]').fill('PlayerOne')
      await submit(page).click()
      await page.locator('main [role=status]').first().waitFor()
    },
  },
  {
    ...home,
    name: 'Recovery without second steps, after the password',
    differences: { ...security, StrongSignIn: 'optional' },
    async show(page, stubbedApi) {
      const Step = {
        Handle: 'HANDLE-1',
        Ways: ['totp'],
        ExpiresAt: '2030-01-01T00:00:00Z',
        MayTrust: false,
        TrustDays: 30,
      }
      const item = { Property: '', ErrorMessage: 'ERROR_SECOND_FACTOR_REQUIRED', Step }
      stubbedApi.stub('POST log/log-in', { status: 400, body: { ErrorMessages: [item] } })
      const opened = { Email, Have: ['password'], DueAt: null, WaitDays: 7 }
      stubbedApi.stub('POST recovery/open', ok(opened))
      await open(page, '/login')
      await logIn(page, 'PROD')
      await control(page, 'I have lost all of these').click()
      await control(page, 'Send me the link').click()
      await page.getByText(Email).waitFor()
    },
  },
]
