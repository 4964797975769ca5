import { type Answer, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { connectsWith } from '../../fixtures/stubbed-api/connectsWith.ts'
import { fromNow, player, security } from '../../fixtures/stubbed-api/defaults.ts'
import { open, type State } from './state.ts'

const differences = {
  EnableSecuritySection: true,
  StrongSignIn: 'optional',
  SignInWith: 'steam,twitch,epic-games,game-pass',
} as const
const back = '/login/callback/steam?openid.mode=id_res&state=S'
const call = 'POST log/service/steam/callback'
const until = '2030-05-04T12:00:00Z'

const state = (name: string, show: State['show'], isSignedIn = false): State => ({
  name,
  environment: 'PROD',
  differences,
  isSignedIn,
  show,
})

const arrival = (IsLinked: boolean): Answer =>
  ok({
    Created: null,
    RedirectUrl: null,
    Arrival: {
      Ticket: 'TICKET-1',
      ExpiresAt: fromNow({ minutes: 15 }),
      CanonicalName: 'steam',
      AccountName: 'MiraLux',
      Username: 'MiraLux',
      IsLinked,
    },
  })

const Move = { Ticket: 'MOVE-1', Username: 'MiraOld', Waits: true, Ends: false }
const elsewhere: Answer = {
  status: 400,
  body: { ErrorMessages: [{ Property: '', ErrorMessage: 'ERROR_USER_STEAM_EXIST', Move }] },
}

/** The states of log-ins with a service. */
export const serviceStates: readonly State[] = [
  state('Home with services', async (page) => {
    await open(page, '/')
    await page.getByRole('list').getByRole('button').first().waitFor()
  }),
  state('Log-in with services', async (page) => {
    await open(page, '/login')
    await page.getByRole('list').getByRole('button').first().waitFor()
  }),
  state('Log-in, known by a service', async (page) => {
    await page.goto('/')
    await page.evaluate(() => {
      const stored = { value: 'steam MiraLux', until: Date.now() + 60_000 }
      localStorage.setItem('sso.lastWay', JSON.stringify(stored))
    })
    await open(page, '/login')
    await page.getByRole('main').getByRole('region').waitFor()
  }),
  state('Log-in, stopped at a service', async (page, stubbedApi) => {
    stubbedApi.stub(call, refused('ERROR_SERVICE_CANCELLED'))
    await page.goto(back)
    await page.getByRole('alert').waitFor()
  }),
  state('Arrival from a service', async (page, stubbedApi) => {
    stubbedApi.stub(call, arrival(false))
    await open(page, back)
    await page.getByRole('textbox').first().waitFor()
  }),
  state('Arrival from a service, known', async (page, stubbedApi) => {
    stubbedApi.stub(call, arrival(true))
    await open(page, back)
  }),
  state(
    'Join of a service',
    async (page, stubbedApi) => {
      stubbedApi.stub(call, arrival(false))
      await open(page, back)
      await page.waitForURL('**/login/join')
    },
    true,
  ),
  state(
    'Join of a service, of another account',
    async (page, stubbedApi) => {
      stubbedApi.stub(call, arrival(false))
      stubbedApi.stub('POST profile/connects/join', elsewhere)
      await open(page, back)
      await page.waitForURL('**/login/join')
      await page.getByRole('main').getByRole('button').first().click()
      await page.getByRole('region').getByRole('button').first().waitFor()
    },
    true,
  ),
  state(
    'Connections, a move that waits',
    async (page, stubbedApi) => {
      const list = connectsWith({ steam: {} }).body as { CanonicalName: string }[]
      const moving = { Move: { Id: 7, Kind: 'leaves', Until: until } }
      stubbedApi.stub(
        'GET profile/connects',
        ok(list.map((one) => (one.CanonicalName === 'steam' ? { ...one, ...moving } : one))),
      )
      await open(page, '/account/link-account')
      await page.locator('[data-move]').waitFor()
    },
    true,
  ),
  state(
    'Security with services',
    async (page, stubbedApi) => {
      const one = { CanonicalName: 'steam', Name: 'Steam', AccountName: 'MiraLux', SignsIn: true }
      const factors = { HasPassword: false, PasswordSetAt: null, Passkeys: [], Apps: [] }
      stubbedApi.stub('GET security', ok({ ...security, ...factors, Services: [one] }))
      await open(page, '/account/security')
      await page.getByRole('switch').first().waitFor()
    },
    true,
  ),
  state(
    'My information, unconfirmed',
    async (page, stubbedApi) => {
      stubbedApi.stub('GET profile/user/42', ok({ ...player, IsUnconfirmed: true }))
      await open(page, '/account')
      await page.locator('main > section').first().waitFor()
    },
    true,
  ),
]
