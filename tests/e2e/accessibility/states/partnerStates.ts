import type { Page } from '@playwright/test'
import { ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import { partnerEnvironments } from '../../fixtures/environments.ts'
import { control, field, submit } from '../../fixtures/page.ts'
import { approve, newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { never, open, type State, toSay } from './state.ts'

const longAddress = `${'a-very-long-name-without-any-place-to-break'.repeat(2)}@x.test`
const unconfirmed = { AccountNotConfirmed: true, SSOEmail: longAddress }
const back = '/oauth/partner?code=c'

/** The states on the way back from a partner: no address alone leads there. */
export const partnerStates: readonly State[] = [
  ...partnerEnvironments.map((environment): State => ({
    name: `A newcomer, refused · ${environment}`,
    environment,
    hasClock: true,
    async show(page, stubbedApi) {
      await playPartner(stubbedApi, environment, newcomer)
      stubbedApi.stub(
        'POST partner/user/register',
        refused(['Username', 'ERROR_USERNAME_EXIST'], 'ERROR_REGISTER_TOKEN_EMPTY'),
      )
      await register(page, environment)
      await toSay(page, 'already taken')
    },
  })),
  {
    name: 'A newcomer, ready',
    environment: 'RELIC',
    hasClock: true,
    async show(page, stubbedApi) {
      await playPartner(stubbedApi, 'RELIC', {
        ...newcomer,
        RedirectUrl: 'https://www.site.test/back',
      })
      // The screen must stay while it is looked at.
      stubbedApi.stub('GET redirect/allowed-redirect-domains', never)
      await register(page, 'RELIC')
      await toSay(page, 'Your account is ready')
    },
  },
  {
    name: 'Not confirmed, not sent',
    environment: 'RELIC',
    async show(page, stubbedApi) {
      await arriveUnconfirmed(page, stubbedApi)
      stubbedApi.stub('POST partner/relic/resend-validation', refused('PARTNER_RESPONSE_ERROR'))
      await control(page, 'Send Validation Email').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'Not confirmed, sent',
    environment: 'RELIC',
    async show(page, stubbedApi) {
      await arriveUnconfirmed(page, stubbedApi)
      stubbedApi.stub('POST partner/relic/resend-validation', ok())
      await control(page, 'Send Validation Email').click()
      await toSay(page, 'on its way')
    },
  },
  {
    name: 'The outage of a partner',
    environment: 'FOCUS',
    async show(page, stubbedApi) {
      stubbedApi.stub('POST partner/*/login-url', refused('PARTNER_RESPONSE_ERROR'))
      await page.goto('/login')
      await control(page, 'Try again').waitFor()
    },
  },
]

async function register(page: Page, environment: State['environment']): Promise<void> {
  await page.goto(back)
  await field(page, 'Username').waitFor()
  await approve(page, environment)
  await page.clock.fastForward('00:06')
  await submit(page).click()
}

async function arriveUnconfirmed(page: Page, stubbedApi: StubbedApi): Promise<void> {
  await playPartner(stubbedApi, 'RELIC', unconfirmed)
  await open(page, back)
}
