import { firstByDay } from '../../fixtures/environments.ts'
import type { Page } from '@playwright/test'
import { expect } from '../../fixtures/expect.ts'
import { control, field } from '../../fixtures/page.ts'
import { logIn } from '../../fixtures/steps/logIn.ts'
import { type Answer, ok, refused } from '../../fixtures/stubbed-api/answers.ts'
import type { StubbedApi } from '../../fixtures/stubbed-api/stubbedApi.ts'
import { test } from '../../fixtures/stubbed-portal/test.ts'

/* The second step of a log-in: its code is typed, and nothing else is needed. */

const Step = {
  Handle: 'HANDLE-1',
  Ways: ['totp', 'recovery-code'],
  ExpiresAt: '2030-01-01T00:00:00Z',
  MayTrust: true,
  TrustDays: 30,
}
const ErrorMessage = 'ERROR_SECOND_FACTOR_REQUIRED'
const asked: Answer = {
  status: 400,
  body: { ErrorMessages: [{ Property: '', ErrorMessage, Step }] },
}

async function atSecondStep(page: Page, stubbedApi: StubbedApi) {
  await page.setViewportSize({ width: 390, height: 844 })
  await stubbedApi.in('PROD', { EnableSecuritySection: true, StrongSignIn: 'optional' })
  stubbedApi.stub('POST log/log-in', asked)
  await page.goto('/login')
  await logIn(page, 'PROD')
  const code = field(page, 'Code from your authenticator app')
  await expect(code).toBeFocused()
  return code
}

test('The second step has its button under its field, above the keyboard of a phone', async ({
  page,
  stubbedApi,
}) => {
  const code = await atSecondStep(page, stubbedApi)
  const confirm = control(page, 'Confirm')
  const order = [code, confirm, page.getByRole('checkbox'), control(page, 'Use a recovery code')]
  const tops = await Promise.all(order.map(async (part) => (await part.boundingBox())?.y ?? 0))
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  // So much a keyboard leaves of 844 pixels.
  await page.setViewportSize({ width: 390, height: 504 })
  await code.blur()
  await page.evaluate(() => scrollTo(0, 0))
  await code.focus()
  await expect(confirm).toBeInViewport({ ratio: 1 })
})

test('The second step begins with the way that the server names first, and with a passkey where this browser had one', async ({
  page,
  stubbedApi,
}) => {
  const Ways = ['totp', 'passkey', 'recovery-code']
  const items = [{ Property: '', ErrorMessage, Step: { ...Step, Ways } }]
  await stubbedApi.in('PROD', { EnableSecuritySection: true, StrongSignIn: 'optional' })
  for (const hadPasskey of [false, true]) {
    stubbedApi.stub('POST log/log-in', { status: 400, body: { ErrorMessages: items } })
    await page.goto('/login')
    if (hadPasskey) {
      const kept = { value: 'here', until: Date.parse('2100-01-01') }
      await page.evaluate((text) => localStorage.setItem('sso.passkey', text), JSON.stringify(kept))
    }
    await logIn(page, 'PROD')
    await expect(control(page, hadPasskey ? 'Use a passkey' : 'Confirm')).toHaveAttribute(
      'type',
      'submit',
    )
  }
})

test('The second step sends itself at the sixth digit, once, and selects a wrong code', async ({
  page,
  stubbedApi,
}) => {
  const code = await atSecondStep(page, stubbedApi)
  const call = 'POST log/second-step'
  stubbedApi.stub(call, [
    refused(['Code', 'ERROR_CODE_INVALID']),
    ok({ Created: 'IDENT-1', CodesLeft: null }),
  ])
  await page.getByRole('checkbox').check()
  await code.focus()
  await page.keyboard.type('111111')
  await expect(code).toHaveError('This code is not right.')
  await expect(code).toBeFocused()
  expect(stubbedApi.sent(call)).toHaveLength(1)
  // The same code again is the player's own decision.
  await page.keyboard.type('111111')
  await expect(code).toHaveValue('111111')
  await code.selectText()
  await page.keyboard.type('222222')
  await expect(page).toBeOnPath('/account')
  const codes = stubbedApi.sent(call).map(({ body }) => body)
  expect(codes).toMatchObject([
    { Code: '111111', TrustBrowser: true },
    { Code: '222222', TrustBrowser: true },
  ])
})

for (const [how, pasted] of firstByDay([
  ['with what cannot be seen', '\u200B733\u2060226\uFEFF'],
  ['as apps show it', ' 733 226 '],
  ['with a dash', '733–226'],
  ['in full width', '７３３２２６'],
  ['in Arabic digits', '٧٣٣٢٢٦'],
] as const)) {
  test(`A code that is pasted ${how} is sent as its six digits`, async ({ page, stubbedApi }) => {
    const code = await atSecondStep(page, stubbedApi)
    const call = 'POST log/second-step'
    stubbedApi.stub(call, ok({ Created: 'IDENT-1', CodesLeft: null }))
    await code.evaluate((field: HTMLInputElement, text) => {
      field.setRangeText(text, 0, field.value.length, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
    }, pasted)
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.sent(call).map(({ body }) => body)).toMatchObject([{ Code: '733226' }])
  })
}

test('After the last wrong code the words say why the log-in begins again', async ({
  page,
  stubbedApi,
}) => {
  const code = await atSecondStep(page, stubbedApi)
  stubbedApi.stub('POST log/second-step', refused(['', 'ERROR_SECOND_FACTOR_TRIES']))
  await code.fill('111111')
  await expect(page).toBeOnPath('/login')
  await expect(
    page.getByText('These were too many wrong tries. Please log in again.'),
  ).toBeVisible()
})

test.describe('by the page’s clock', () => {
  test.use({ hasClock: true })

  test('A code that is being composed is sent when it is finished', async ({
    page,
    stubbedApi,
  }) => {
    await page.clock.install()
    const code = await atSecondStep(page, stubbedApi)
    const call = 'POST log/second-step'
    stubbedApi.stub(call, ok({ Created: 'IDENT-1', CodesLeft: null }))
    const devTools = await page.context().newCDPSession(page)
    await devTools.send('Input.imeSetComposition', {
      text: '123456',
      selectionStart: 6,
      selectionEnd: 6,
    })
    await expect(code).toHaveValue('123456')
    await page.clock.runFor(1000)
    await stubbedApi.settled(page)
    expect(stubbedApi.sent(call)).toEqual([])
    await devTools.send('Input.insertText', { text: '123456' })
    await expect(page).toBeOnPath('/account')
    expect(stubbedApi.sent(call)).toHaveLength(1)
  })
})
