import type { BrowserContext } from '@playwright/test'
import { ok, refused, status } from '../../fixtures/stubbed-api/answers.ts'
import { distinctBy, partnerEnvironments } from '../../fixtures/environments.ts'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { known, newcomer, playPartner } from '../../fixtures/steps/partner.ts'
import { covers, test } from '../../fixtures/stubbed-portal/test.ts'

/* To the partner's pages and back. The steps of a newcomer are in partnerRegister.spec.ts. */

const unconfirmed = { AccountNotConfirmed: true, SSOEmail: 'p@x.test', Token: 'PROOF-1' }
const resend = 'POST partner/relic/resend-validation'

/* The partners differ in their callbacks alone: those are AT-PAR-03 to AT-PAR-05. */
for (const environment of distinctBy(() => null, partnerEnvironments)) {
  test(
    `AT-PAR-01 Tracking parameters are appended · ${environment}`,
    covers('R-7.6-4', 'R-3.15-7'),
    async ({ page, stubbedApi }) => {
      await stubbedApi.in(environment)
      stubbedApi.stub(
        'POST partner/*/login-url',
        ok('https://partner.test/login?state=S&utm_source=own'),
      )
      await page.goto('/?utm_source=news&utm_campaign=a%26b')
      await page.goto('/login')
      await page.waitForURL('https://partner.test/login**')
      const { searchParams } = new URL(page.url())
      expect(searchParams.get('utm_campaign')).toBe('a&b')
      // A parameter of the partner's own address stays the partner's.
      expect(searchParams.getAll('utm_source')).toEqual(['own'])
      expect(searchParams.get('state')).toBe('S')
    },
  )

  test(
    `AT-PAR-16 An invalid answer of the partner is shown as an error · ${environment}`,
    covers('R-8.4-44', 'R-8.1-5'),
    async ({ page, stubbedApi }) => {
      for (const code of ['PARTNER_RESPONSE_ERROR', 'ERROR_PARTNER_RESPONSE_ERROR']) {
        const call = await playPartner(stubbedApi, environment, {})
        stubbedApi.stub(call, refused(code))
        await page.goto(`/oauth/partner?code=${code}`)
        await expect(page).toBeOnPath('/errors/bad-request')
        const words = 'An error occured validating partner authentication.'
        await expect(page.getByText(words)).toBeVisible()
      }
      await control(page, 'Try again').click()
      await expect(page).toHaveURL('https://partner.test/login')
    },
  )

  test(
    `AT-GEN-16 An answer of the partner leads to an allowed redirect alone · ${environment}`,
    covers('R-3.11-6', 'R-3.10-8', 'R-4.1-11'),
    async ({ page, stubbedApi, context }) => {
      const RedirectUrl = 'https://www.site.test/back'
      const call = await playPartner(stubbedApi, environment, { ...known, RedirectUrl })
      await page.goto('/oauth/partner?code=c')
      await expect(page).toHaveURL(RedirectUrl)
      expect(await isSignedIn(context)).toBe(true)
      for (const outside of ['https://evil.io/', 'https://site.test.evil.io/', 'javascript:0']) {
        stubbedApi.stub(call, ok({ ...known, RedirectUrl: outside }))
        await page.goto(`/oauth/partner?code=${encodeURIComponent(outside)}`)
        await expect(page).toBeOnPath('/account')
      }
    },
  )

  test(`T28 The outage of the partner: a message and a retry, no loop · ${environment}`, async ({
    page,
    stubbedApi,
  }) => {
    const words = 'An error occured validating partner authentication.'
    const call = 'POST partner/*/login-url'
    await stubbedApi.in(environment)
    stubbedApi.stub(call, [
      refused('PARTNER_RESPONSE_ERROR'),
      status(502),
      ok('https://partner.test/login'),
    ])
    await page.goto('/login')
    await expect(page.getByText(words)).toBeVisible()
    await expect(stubbedApi).toHaveSent(call, 1)
    await control(page, 'Try again').click()
    await expect(page).toBeOnPath('/errors')
    await expect(stubbedApi).toHaveSent(call, 2)
    await control(page, 'Try again').click()
    await expect(page).toHaveURL('https://partner.test/login')
    await expect(stubbedApi).toHaveSent(call, 3)
  })
}

for (const [title, environment, requirements] of [
  [
    'AT-PAR-03 The callback of FOCUS logs a player in',
    'FOCUS',
    covers('R-2.1-8', 'R-7.6-7', 'R-3.11-7', 'R-4.2-2', 'R-3.15-5'),
  ],
  [
    'AT-PAR-04 The callback of Creative Assembly logs a player in',
    'CREATIVE-ASSEMBLY',
    covers('R-7.6-8'),
  ],
  ['AT-PAR-05 The callback of the others logs a player in', 'RELIC', covers('R-7.6-9')],
  ['AT-PAR-05 The callback of the others logs a player in', 'PROD', covers('R-7.6-10')],
] as const) {
  test(`${title} · ${environment}`, requirements, async ({ page, stubbedApi, context }) => {
    const call = await playPartner(stubbedApi, environment, known)
    await page.goto('/oauth/partner?code=c1&state=s%201')
    await expect(page).toBeOnPath('/account')
    await expect(page.getByText('PlayerOne').first()).toBeVisible()
    expect(stubbedApi.sent(call).map(({ query }) => query)).toEqual([{ code: 'c1', state: 's 1' }])
    expect(await isSignedIn(context)).toBe(true)
  })
}

test('One call for each code, whatever is reloaded · FOCUS', async ({ page, stubbedApi }) => {
  const call = await playPartner(stubbedApi, 'FOCUS', {})
  const passed: (() => void)[] = []
  stubbedApi.stub(call, async () => {
    await new Promise<void>((resolve) => passed.push(resolve))
    return ok(known)
  })
  await page.goto('/oauth/partner?code=c1&state=s')
  await expect.poll(() => passed.length).toBe(1)
  // The answer of the first load is lost with its page: the code must not be sent again.
  await page.reload()
  await expect(page.getByText('This request is not authorized.')).toBeVisible()
  for (const pass of passed) pass()
  await expect(stubbedApi).toHaveSent(call, 1)
  await control(page, 'Try again').click()
  await expect(page).toHaveURL('https://partner.test/login')
})

test('A return without a code, or with an error, is refused · RELIC', async ({
  page,
  stubbedApi,
  context,
}) => {
  const call = await playPartner(stubbedApi, 'RELIC', known)
  for (const query of ['', '?state=s', '?error=access_denied&state=s', '?code=c&error=x']) {
    await test.step(`the query '${query}'`, async () => {
      await page.goto(`/oauth/partner${query}`)
      await expect(page.getByText('This request is not authorized.')).toBeVisible()
      await expect(page).toBeOnPath('/errors/bad-request')
    })
  }
  await expect(stubbedApi).toHaveSent(call, 0)
  expect(await isSignedIn(context)).toBe(false)
})

test('A return of a partner registers no player where the deployment registers itself · PROD', async ({
  page,
  stubbedApi,
}) => {
  await playPartner(stubbedApi, 'PROD', newcomer)
  await page.goto('/oauth/partner?code=c')
  await expect(page).toBeOnPath('/errors/bad-request')
  await page.goto('/oauth/partner/register')
  await expect(page).toBeOnPath('/')
})

test('A browser without cookies is shown why the log-in fails · RELIC', async ({
  page,
  stubbedApi,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { value: '', writable: false })
  })
  await playPartner(stubbedApi, 'RELIC', known)
  await page.goto('/oauth/partner?code=c')
  await expect(page.getByText('Your browser blocks cookies.')).toBeVisible()
})

test(
  'AT-PAR-14 An unverified partner account can ask for another mail · RELIC',
  covers('R-2.9-1', 'R-2.9-2', 'R-2.9-3', 'R-2.9-5', 'R-2.9-6', 'R-3.11-5', 'R-7.16-4'),
  async ({ page, stubbedApi, context }) => {
    await playPartner(stubbedApi, 'RELIC', unconfirmed)
    await page.goto('/oauth/partner?code=c')
    await expect(page.getByRole('heading', { name: 'Email not confirmed' })).toBeVisible()
    // The code is spent: a reload asks the partner nothing and shows the same.
    await expect(page).toHaveURL('/oauth/partner')
    await page.reload()
    await control(page, 'Send Validation Email').click()
    await expect(control(page, 'Send Validation Email')).toBeDisabled()
    const sent = () => stubbedApi.sent(resend).map(({ body }) => body)
    await expect.poll(sent).toEqual([{ Token: 'PROOF-1' }])
    expect(stubbedApi.sent('GET partner/user/log-in')).toHaveLength(1)
    expect(await isSignedIn(context)).toBe(false)
    await control(page, 'Return to Home').click()
    await expect(page).toBeOnPath('/')
    expect(await isSignedIn(context)).toBe(false)
  },
)

test(
  'AT-PAR-15 A resend that fails can be repeated · RELIC',
  covers('R-2.9-4', 'R-2.9-3'),
  async ({ page, stubbedApi }) => {
    await playPartner(stubbedApi, 'RELIC', unconfirmed)
    stubbedApi.stub(resend, [refused('PARTNER_RESPONSE_ERROR'), ok()])
    await page.goto('/oauth/partner?code=c')
    await control(page, 'Send Validation Email').click()
    await expect(page.getByText('An error occured. Please try again later.')).toBeVisible()
    await expect(page).toBeOnPath('/oauth/partner')
    await expect(control(page, 'Send Validation Email')).toBeEnabled()
    await control(page, 'Send Validation Email').click()
    await expect(control(page, 'Send Validation Email')).toBeDisabled()
    await expect(page.getByText('An error occured.')).toHaveCount(0)
  },
)

test('Back and forth between Home and the unverified account · RELIC', async ({
  page,
  stubbedApi,
}) => {
  const call = await playPartner(stubbedApi, 'RELIC', unconfirmed)
  await page.goto('/oauth/partner?code=c')
  await control(page, 'Return to Home').click()
  await expect(page).toBeOnPath('/')
  await page.goBack()
  await expect(page.getByText('Email not confirmed')).toBeVisible()
  await expect(stubbedApi).toHaveSent(call, 1)
  await expect(field(page, 'Username')).toHaveCount(0)
})

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  return (await context.cookies()).some(({ value }) => value === 'IDENT-1')
}
