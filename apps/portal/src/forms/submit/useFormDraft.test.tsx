// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { type Answers, open } from '../../../testing/page.tsx'

/* What was typed is there again after a reload: of every form, and of every kind of field. */

const until = <Result,>(holds: () => Result) => vi.waitFor(holds, { interval: 4, timeout: 8000 })

function fieldOf<Kind extends HTMLElement = HTMLInputElement>(selector: string): Promise<Kind> {
  return until(() => {
    const found = document.querySelector<Kind>(selector)
    if (found === null) throw new Error(`No ${selector}: ${document.body.textContent}`)
    return found
  })
}

async function type(selector: string, text: string) {
  const field = await fieldOf<HTMLInputElement | HTMLTextAreaElement>(selector)
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const buttons = (words: string) =>
  [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === words)

async function press(words: string) {
  const button = await until(() => {
    const [found] = buttons(words)
    if (found === undefined) throw new Error(`No ${words}: ${document.body.textContent}`)
    return found
  })
  button.click()
}

test.each(['another', ''])(
  'a field that came filled has what the player made of it: “%s”',
  async (text) => {
    const page = await open('/register?referrer=friend', {}, { isSignedIn: false })
    expect((await fieldOf('[name=Referrer]')).value).toBe('friend')
    await type('[name=Username]', 'PlayerTwo')
    await type('[name=Referrer]', text)
    page.leave()
    await open('/register?referrer=friend', {}, { isSignedIn: false })
    await until(async () => expect((await fieldOf('[name=Username]')).value).toBe('PlayerTwo'))
    expect((await fieldOf('[name=Referrer]')).value).toBe(text)
  },
)

const types = ['Privacy', 'Time', 'Other', 'Nothing'].map((Description, at) => ({
  Id: at + 1,
  Description,
  IsOther: Description === 'Other',
}))

const leaving: Answers = {
  'POST password/validate/user/42': { body: { IsValid: true, Success: true } },
  'GET deletion/types': { body: { DeletionTypes: types } },
}

test('a choice comes back alone, with the field that it brings', async () => {
  const ask = async () => {
    await type('[name=Password]', 'Correct-horse-7')
    await press('Confirm')
    return fieldOf('[name=Id_DeletionType]')
  }
  const page = await open(
    '/account/deletion-request',
    { ...leaving },
    { EnableDeletionSection: true },
  )
  await ask()
  ;[...document.querySelectorAll<HTMLInputElement>('[name=Id_DeletionType]')][2]?.click()
  await type('[name=DeletionReason]', 'Too many dragons')
  page.leave()
  await open('/account/deletion-request', { ...leaving }, { EnableDeletionSection: true })
  await ask()
  await until(async () =>
    expect((await fieldOf('[name=DeletionReason]')).value).toBe('Too many dragons'),
  )
  const chosen = [...document.querySelectorAll<HTMLInputElement>('[name=Id_DeletionType]')]
  expect(chosen.map(({ checked }) => checked)).toEqual([false, false, true, false])
})

test('what is typed for one passkey is not for another', async () => {
  const Passkeys = [1, 2].map((Id) => ({
    Id,
    Name: `Key ${Id}`,
    AddedAt: '2026-05-04T20:00:00Z',
    LastUsedAt: null,
    IsSynced: true,
  }))
  const overview = {
    HasPassword: true,
    PasswordSetAt: null,
    TwoStep: false,
    Passkeys,
    Signal: null,
    Apps: [],
    CodesLeft: null,
    Trusted: [],
  }
  const answers = { 'GET security': { body: overview } }
  await open('/account/security', answers, {
    Environment: 'LOCAL',
    EnableSecuritySection: true,
    StrongSignIn: 'offered',
  })
  await fieldOf('li button')
  buttons('Rename')[0]?.click()
  await type('[name=Name]', 'Tower')
  await press('Cancel')
  await until(() => expect(document.querySelector('[name=Name]')).toBeNull())
  buttons('Rename')[1]?.click()
  expect((await fieldOf('[name=Name]')).value).toBe('Key 2')
})
