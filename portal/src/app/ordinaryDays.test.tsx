// @vitest-environment happy-dom
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Answers, open } from '../../testing/page.tsx'
import { createPageState } from '../context/pageState.ts'
import { PasswordField } from '../forms/fields/PasswordField.tsx'
import { wheelFactor } from '../screens/account/information/cropping.ts'

/* What an ordinary day does to a page: layouts come and go, reads fail, tabs are dropped. */

const until = <Result,>(holds: () => Result) => vi.waitFor(holds, { interval: 4, timeout: 4000 })

const said = (words: string | RegExp) => until(() => expect(document.body.textContent).toMatch(words))

/** The only control with this name, in the open dialog where there is one. */
function control(name: string): Promise<HTMLElement> {
  return until(() => {
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const found = [...place.querySelectorAll<HTMLElement>('button,a,input')].filter((each) => {
      const label = each.getAttribute('aria-labelledby')?.split(' ')[0]
      const labels = (each as HTMLInputElement).labels?.[0]?.textContent
      const words = label ? document.getElementById(label)?.textContent : (labels ?? each.textContent)
      return words?.trim() === name
    })
    if (found[0] === undefined) throw new Error(`No ${name}: ${document.body.textContent}`)
    return found[0]
  })
}

const press = async (name: string) => (await control(name)).click()

async function write(name: string, text: string) {
  const field = (await control(name)) as HTMLInputElement
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const security = {
  HasPassword: true,
  PasswordSetAt: '2026-05-04T20:00:00Z',
  TwoStep: true,
  Passkeys: [1, 2].map((Id) => ({
    Id,
    Name: `Key ${Id}`,
    AddedAt: '2026-05-04T20:00:00Z',
    LastUsedAt: '2026-05-04T20:00:00Z',
    IsSynced: true,
  })),
  Signal: null,
  Apps: [{ Id: 1, Name: 'Phone', AddedAt: '2026-05-04T20:00:00Z', LastUsedAt: null }],
  CodesLeft: 10,
  Trusted: [{ Id: 7, Browser: 'Firefox', System: 'Windows', Until: '2026-05-04T20:00:00Z' }],
}

const device = (Id: string, IsThis: boolean) => ({
  Id,
  Browser: 'Firefox',
  System: 'Windows',
  Place: '',
  SeenAt: '2026-05-04T20:00:00Z',
  IsThis,
  Methods: ['pwd'],
  Trust: null,
})

const secured: Answers = {
  'GET security': { body: security },
  'GET security/devices': { body: { Devices: [device('a', true), device('b', false)] } },
  'GET security/activity': { body: { Entries: [], Next: null } },
  'GET sites': {
    body: {
      Sites: [
        { ClientId: 'g', Name: 'Guild', IsOwn: false, Scopes: ['openid'], GivenAt: '2026-05-04T20:00:00Z' },
      ],
    },
  },
  'POST security/devices/end-others': { body: { Ended: 1 } },
}

const strong = {
  Environment: 'LOCAL',
  EnableSecuritySection: true,
  EnableSitesSection: true,
  StrongSignIn: 'offered',
}

test('what the first screen begins is begun once, however often the layout changes', async () => {
  const { portal, shown } = await open('/login', {}, { isSignedIn: false })
  await said('Username or email')
  await portal.enter('IDENT-1')
  await said('My information')
  portal.session.end()
  portal.go('/login')
  await said('Username or email')
  expect(shown).toHaveBeenCalledTimes(1)
})

describe('a success is told as one, and done once, though nothing can be read after it', () => {
  interface Act {
    readonly path: string
    readonly call: string
    readonly act: () => Promise<void>
    readonly words: string | RegExp
  }
  const acts: readonly Act[] = [
    {
      path: '/account/update-username',
      call: 'POST profile/user/42/update-username',
      act: () => write('New username', 'PlayerTwo').then(() => press('Confirm')),
      words: /You are .PlayerTwo. now/,
    },
    {
      path: '/account/update-email',
      call: 'POST profile/user/42/update-email',
      async act() {
        await write('New email', 'new@example.com')
        await write('Confirm email', 'new@example.com')
        await press('Confirm')
      },
      words: 'Check your mailbox',
    },
    {
      path: '/account/security',
      call: 'POST security/two-step',
      act: () => press('Ask for a code after my password'),
      words: 'Two-step verification is off.',
    },
    {
      path: '/account/security',
      call: 'POST security/password/remove',
      act: () => press('Remove the password').then(() => press('Remove the password')),
      words: 'Your password is removed.',
    },
    {
      path: '/account/security',
      call: 'POST security/devices/end-others',
      act: () => press('End all other sessions'),
      words: 'Ended 1 session.',
    },
  ]
  test.each(acts)('$call', async ({ path, call, act, words }) => {
    const { answers, sent, router } = await open(path, { ...secured }, strong)
    await said(/Confirm|End all other sessions/)
    await act.call(null)
    for (const read of ['GET security', 'GET profile/user/42', 'GET profile/connects']) {
      answers[read] = { status: 503, body: {} }
    }
    await said(words)
    expect(router.read()?.entry.pathname).not.toContain('/errors')
    expect(sent.filter(({ name }) => name === call)).toHaveLength(1)
  })
})
