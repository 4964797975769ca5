// @vitest-environment happy-dom
import { describe, expect, onTestFinished as onEnd, test, vi } from 'vitest'
import { type Answers, open, player, use } from '../../testing/page.tsx'
import { useSecondsUntil } from '../forms/submit/useSecondsUntil.ts'
import { sentMail } from '../forms/mail/sentMail.ts'
import { useLoaded } from '../ui/useLoaded.ts'
import { redirectOut } from '../router/redirectOut.ts'

/* What an ordinary day does to a page: layouts come and go, reads fail, tabs are dropped. */

const until = <Result,>(holds: () => Result) => vi.waitFor(holds, { interval: 4, timeout: 4000 })

const said = (words: string | RegExp) =>
  until(() => expect(document.body.textContent).toMatch(words))

/** The only control with this name, in the open dialog where there is one. */
function control(name: string): Promise<HTMLElement> {
  return until(() => {
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document
    const found = [...place.querySelectorAll<HTMLElement>('button,a,input,textarea')].find(
      (each) => {
        const label = each.getAttribute('aria-labelledby')?.split(' ')[0]
        const labels = (each as HTMLInputElement).labels?.[0]?.textContent
        const words = label
          ? document.getElementById(label)?.textContent
          : (labels ?? each.textContent)
        return words?.trim() === name
      },
    )
    if (found === undefined) throw new Error(`No ${name}: ${document.body.textContent}`)
    return found
  })
}

/** A button of the row that has these words. */
async function pressIn(row: string, name: string) {
  const found = await until(() => {
    const rows = [...document.querySelectorAll('li')].filter((each) =>
      each.textContent.includes(row),
    )
    const button = [...(rows.at(-1)?.querySelectorAll('button') ?? [])].find(
      ({ textContent }) => textContent === name,
    )
    if (button === undefined) throw new Error(`No ${name} in ${row}.`)
    return button
  })
  found.click()
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
        {
          ClientId: 'g',
          Name: 'Guild',
          IsOwn: false,
          Scopes: ['openid'],
          GivenAt: '2026-05-04T20:00:00Z',
        },
      ],
    },
  },
  'POST security/devices/end-others': { body: { Ended: 1 } },
  'POST security/authenticators/start': { body: { Id: 2, Secret: 'AB', Uri: 'otpauth://a' } },
  'POST security/authenticators/confirm': { body: { RecoveryCodes: null, Seal: null } },
  'GET profile/connects': { body: [steam({ IsLinked: true, Id_Account: '7656' })] },
}

function steam(changes: object) {
  return {
    Id: 1,
    CanonicalName: 'steam',
    Name: 'Steam',
    Icon: '',
    IsLinked: false,
    ConnectName: null,
    Avatar: null,
    LastCheck: null,
    Id_Account: null,
    ...changes,
  }
}

const strong = {
  Environment: 'LOCAL',
  EnableSecuritySection: true,
  EnableSitesSection: true,
  EnableConnectionsSection: true,
  StrongSignIn: 'offered',
}

/** An answer that comes when the test says so. */
function later<Result>() {
  let settleIt: ((result: Result) => void) | undefined
  const promise = new Promise<Result>((settle) => {
    settleIt = settle
  })
  return { promise, resolve: (result: Result) => settleIt?.(result) }
}

/** The page was shown a minute ago, so that a form may be sent. */
function beginEarly() {
  globalThis.earlyInput = { shownAt: Date.now() - 60_000, presses: [], stop: () => undefined }
  onEnd(() => (globalThis.earlyInput = undefined))
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

const reads = [
  'GET security',
  'GET security/devices',
  'GET profile/user/42',
  'GET profile/connects',
]
const unread = { status: 503, body: {} }

describe('a success is told as one, and done once, though nothing can be read after it', () => {
  interface Act {
    readonly path: string
    readonly call: string
    readonly act: () => Promise<void>
    readonly words: string | RegExp
    /** What is shown then, and what no longer. */
    readonly shows?: string | RegExp
    readonly hides?: string | RegExp
  }
  const acts: readonly Act[] = [
    {
      path: '/account/update-username',
      call: 'POST profile/user/42/update-username',
      act: () => write('New username', 'PlayerTwo').then(() => press('Confirm')),
      words: /You are \W?PlayerTwo\W? now/,
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
      hides: 'Trusted until',
    },
    {
      path: '/account/security',
      call: 'POST security/authenticators/remove',
      act: () => pressIn('Phone', 'Remove').then(() => press('Remove')),
      words: /Phone\W? was removed/,
      shows: 'No authenticator app yet.',
    },
    {
      path: '/account/security',
      call: 'POST security/authenticators/confirm',
      async act() {
        await press('Add an authenticator app')
        await write('Code', '123456')
        await write('Name of the app', 'Tablet')
        await press('Confirm')
      },
      words: /The app \W+Tablet\W+ is added/,
      shows: /PhoneAdded.*TabletAdded/,
    },
    {
      path: '/account/link-account',
      call: 'POST steam/unlink',
      act: () => press('Unlink').then(() => press('Unlink')),
      words: 'Your Steam account is no longer linked.',
      shows: 'Not linked',
    },
    {
      path: '/account/security',
      call: 'POST security/password/remove',
      act: () => press('Remove the password').then(() => press('Remove the password')),
      words: 'Your password is removed.',
      shows: 'You are logged in nowhere else.',
    },
    {
      path: '/account/security',
      call: 'POST security/devices/end-others',
      act: () => press('End all other sessions'),
      words: 'Ended 1 session.',
    },
  ]
  test.each(acts)('$call', async ({ path, call, act, words, shows = '', hides = 'Ooops' }) => {
    const { answers, sent, router } = await open(path, { ...secured }, strong)
    await said(/Confirm|End all other sessions|Unlink/)
    await act()
    for (const read of reads) answers[read] = unread
    await said(words)
    await said(shows)
    expect(document.body.textContent).not.toMatch(hides)
    expect(router.read()?.entry.pathname).not.toContain('/errors')
    expect(sent.filter(({ name }) => name === call)).toHaveLength(1)
  })

  test('POST steam/callback', async () => {
    const given: Answers = { 'GET profile/connects': { body: [steam({})] } }
    given['POST steam/callback'] = () => {
      for (const read of reads) given[read] = unread
      return { body: { AccountId: '7656', RedirectUrl: null } }
    }
    const { sent } = await open('/steam/callback?openid.mode=id_res', given, strong)
    await said('Your Steam account is linked.')
    await said(/Steam.*7656.*Unlink/)
    expect(sent.filter(({ name }) => name === 'POST steam/callback')).toHaveLength(1)
  })

  test('GET email/update-email-confirm, in another tab too', async () => {
    const confirm = 'GET email/update-email-confirm'
    const Email = 'n.....w@example.com'
    const given = { ...secured, [confirm]: { body: { Email, Username: 'PlayerOne' } } }
    const { answers, portal } = await open('/account', { ...given }, strong)
    await said('p.....r@example.com')
    sentMail.note('new-address', 'new@example.com')
    const others = new BroadcastChannel('sso-session')
    onEnd(() => others.close())
    const told = vi.fn<(event: unknown) => void>()
    others.addEventListener('message', ({ data }) => told(data))
    for (const read of reads) answers[read] = unread
    portal.go('/account/update-email/confirm?uid=U')
    await said('Your email has been successfully updated.')
    portal.go('/account')
    await said(/Member since.*n\.{5}w@example\.com(?!.*Return to my account)/)
    await until(() => expect(told).toHaveBeenCalledWith({ kind: 'changed', userId: 42 }))
  })

  test('what could not be read then is read later', async () => {
    const { answers } = await open('/account/link-account', { ...secured }, strong)
    await pressIn('Steam', 'Unlink')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onEnd(() => void vi.useRealTimers())
    await press('Unlink')
    answers['GET profile/connects'] = unread
    await said('Your Steam account is no longer linked.')
    answers['GET profile/connects'] = { body: [steam({ Name: 'Steam of today' })] }
    await vi.advanceTimersByTimeAsync(5000)
    await said('Steam of today')
    expect(document.body.textContent).toContain('Not linked')
  })
})

async function register(email: string) {
  await write('Username', 'PlayerTwo')
  await write('Password', 'Correct-horse-7')
  await write('Confirm password', 'Correct-horse-7')
  await write('Email', email)
  await write('Confirm email', email)
}

const sentIn = ({ sent }: Awaited<ReturnType<typeof open>>) => {
  const found = sent.findLast(({ name }) => name === 'POST register/new-user')
  if (found === undefined) throw new Error('Nothing was sent.')
  return found
}

describe('a tab that is dropped while the mail is read', () => {
  const registering = { Environment: 'LOCAL', RegisterStudioName: 'Studio', isSignedIn: false }

  test('corrects the address of its registration under the same key', async () => {
    beginEarly()
    const first = await open('/register', {}, registering)
    await control('Create account')
    await register('wrong@example.com')
    for (const box of document.querySelectorAll<HTMLInputElement>('[name^=Approve]')) box.click()
    await press('Create account')
    await said('Check your mailbox')
    const { headers: before } = sentIn(first)
    // The phone has dropped the tab: memory is gone, and what the tab has kept is there.
    first.leave()
    beginEarly()
    const second = await open('/register/confirm', {}, registering)
    await press('Wrong address? Register again with the right one')
    await until(async () =>
      expect(((await control('Username')) as HTMLInputElement).value).toBe('PlayerTwo'),
    )
    await register('right@example.com')
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    await press('Create account')
    await until(() => expect(sentIn(second)?.body).toMatchObject({ Email: 'right@example.com' }))
    expect(sentIn(second).headers.get('idempotency-key')).toBe(before.get('idempotency-key'))
    expect(JSON.stringify(sessionStorage)).not.toContain('Correct-horse-7')
  })

  test('begins with nothing of it once its player is in', async () => {
    const { portal } = await open('/login', {}, registering)
    portal.registration.succeed({
      username: 'PlayerTwo',
      email: 'a@example.com',
      key: 'K',
      accessKey: 'A',
    })
    expect(JSON.stringify(sessionStorage)).toContain('PlayerTwo')
    await portal.enter('IDENT-1')
    expect(JSON.stringify(sessionStorage)).not.toContain('PlayerTwo')
  })
})

test('the time on a form counts from the form, wherever the page began', async () => {
  const { portal, sent } = await open('/login', {}, { isSignedIn: false })
  await said('Username or email')
  beginEarly()
  portal.go('/register')
  await press('Create account')
  await said('you are too fast for us')
  expect(sent.map(({ name }) => name)).not.toContain('POST register/new-user')
})

test('a code is sent with the gap that its app shows', async () => {
  const step = { Handle: 'H', Ways: ['totp'], ExpiresAt: '2100-01-01T00:00:00Z', MayTrust: false }
  const { portal, sent } = await open('/login', {}, { ...strong, isSignedIn: false })
  portal.logIn.begin('PlayerOne')
  portal.logIn.awaitStep(step as never)
  portal.go('/login/second-step')
  await write('Code from your authenticator app', '123 456')
  await until(() =>
    expect(sent.find(({ name }) => name === 'POST log/second-step')?.body).toMatchObject({
      Code: '123456',
    }),
  )
})

test.each(['/login', '/register', '/password-recovery', '/access-key'])(
  'no device corrects what is typed on %s',
  async (path) => {
    await open(path, {}, { isSignedIn: false, RegisterWithAccessKeys: path === '/access-key' })
    const fields = await until(() => {
      const all = document.querySelectorAll(
        'input:is([type=text],[type=email],:not([type])):not([name=UsageNameHoneyPot])',
      )
      expect(all.length).toBeGreaterThan(0)
      return [...all]
    })
    expect(fields.filter((field) => field.getAttribute('autocorrect') !== 'off')).toEqual([])
  },
)

const password = () => document.querySelector<HTMLInputElement>('[name=Password]')

test('a password that was shown is hidden before it is sent', async () => {
  let typeWhenSent = ''
  await open(
    '/login',
    {
      'POST log/identify': {
        body: {
          AuthType: 1,
          AuthPartner: null,
          Id_User: 42,
          Username: 'P',
          TitleName: '',
          Email: '',
          AvatarUrl: '',
        },
      },
      'POST log/log-in'() {
        typeWhenSent = password()?.type ?? ''
        return { status: 400, body: { ErrorMessages: [] } }
      },
    },
    { isSignedIn: false },
  )
  await write('Username or email', 'PlayerOne')
  await press('Next')
  await until(() => expect(password()).not.toBeNull())
  await write('Password', 'Correct-horse-7')
  await press('Show')
  await until(() => expect(password()?.type).toBe('text'))
  await press('Connect')
  await until(() => expect(typeWhenSent).toBe('password'))
})

test('a countdown begins with the time that is left', async () => {
  vi.useFakeTimers({ now: 0, toFake: ['Date', 'setInterval', 'clearInterval'] })
  const seconds = use(useSecondsUntil, 10_000)
  vi.setSystemTime(300_000)
  await vi.advanceTimersByTimeAsync(1000)
  seconds.again(10_000)
  expect(seconds.now).toBe(0)
  vi.setSystemTime(600_000)
  seconds.again(660_000)
  expect(seconds.now).toBe(60)
})

test('all days of a screen are those of one time zone', async () => {
  const { TZ } = process.env
  process.env['TZ'] = 'Asia/Tokyo'
  onEnd(() => void (process.env['TZ'] = TZ))
  await open('/account/security', { ...secured }, strong)
  await said('Guild')
  await said('Phone')
  expect(
    document.body.textContent.match(/\d+ May 2026/g)?.filter((day) => day !== '5 May 2026'),
  ).toEqual([])
})

describe('the read that was asked for last wins', () => {
  test('of the profile', async () => {
    const { portal, answers, sent } = await open('/account')
    await said('PlayerOne')
    const slow = later<{ body: object }>()
    answers['GET profile/user/42'] = () => slow.promise
    const first = portal.session.load()
    const before = sent.length
    await until(() => expect(sent.length).toBeGreaterThan(before))
    answers['GET profile/user/42'] = { body: { ...player, Username: 'Newest' } }
    await portal.session.load()
    slow.resolve({ body: { ...player, Username: 'Older' } })
    await first
    expect(portal.session.read().user?.Username).toBe('Newest')
  })

  test('of a part of the page', async () => {
    const answers = [later<object>(), later<object>()] as const
    let asked = 0
    const part = use(() => useLoaded(() => answers[asked++ === 1 ? 0 : 1].promise), undefined)
    answers[1].resolve({ is: 'first' })
    await until(() => expect(part.now.value).toEqual({ is: 'first' }))
    const older = part.now.reload()
    asked = 2
    await part.now.reload()
    answers[0].resolve({ is: 'older' })
    await older
    part.again(undefined)
    expect(part.now.value).toEqual({ is: 'first' })
  })
})

test('a page that is loaded anew is, whatever its address has behind a hash', async () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined)
  onEnd(() => replace.mockRestore())
  history.replaceState(null, '', '/register?a=b#part')
  void redirectOut(location.href)
  expect(replace).toHaveBeenCalledWith(`${location.origin}/register?a=b`)
  void redirectOut('https://www.site.test/#part')
  expect(replace).toHaveBeenLastCalledWith('https://www.site.test/#part')
})

test('no password stays in memory once its form has been answered and left', async () => {
  beginEarly()
  const { portal } = await open(
    '/register',
    { 'POST register/new-user': { status: 500, body: {} } },
    { Environment: 'LOCAL', isSignedIn: false },
  )
  await control('Create account')
  await write('Username', 'PlayerTwo')
  await write('Password', 'Correct-horse-7')
  await write('Confirm password', 'Correct-horse-7')
  await write('Email', 'a@example.com')
  await write('Confirm email', 'a@example.com')
  for (const box of document.querySelectorAll<HTMLInputElement>('[name^=Approve]')) box.click()
  await press('Create account')
  await said('went wrong')
  const { drafts, logIn, registration, failure } = portal
  const held = () => JSON.stringify([logIn, registration, failure.read(), drafts.read('register')])
  expect(JSON.stringify([logIn, registration, failure.read()])).not.toContain('Correct-horse-7')
  portal.go('/login')
  await said('Username or email')
  expect(held()).not.toContain('Correct-horse-7')
  // What was typed besides is there when the player comes back.
  expect(held()).toContain('PlayerTwo')
})

test('a tab that comes to sight after a log-out elsewhere shows no player', async () => {
  const { portal } = await open('/account')
  await said('My information')
  document.cookie = 'sso_identity=; Max-Age=0; Path=/'
  document.dispatchEvent(new Event('visibilitychange'))
  await until(() => expect(portal.session.read().token).toBeNull())
})

test('a form on a dead line says so, keeps what was typed, and can be sent again', async () => {
  const { sent } = await open(
    '/password-recovery',
    { 'POST password/password-recovery': () => new Promise(() => undefined) },
    { isSignedIn: false },
  )
  const email = (await control('Email')) as HTMLInputElement
  await write('Email', 'player@example.com')
  const posts = () => sent.filter(({ name }) => name === 'POST password/password-recovery').length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await press('Send')
  await vi.advanceTimersByTimeAsync(1000)
  expect(posts()).toBe(1)
  await vi.advanceTimersByTimeAsync(31_000)
  vi.useRealTimers()
  await said('We could not reach our servers.')
  expect(email.value).toBe('player@example.com')
  await press('Send')
  await until(() => expect(posts()).toBe(2))
})

describe('a survey that could not be sent says so, stays, and can be sent again', () => {
  const filled = {
    Age: 1,
    Gender: 1,
    Country: 'France',
    DevType: 1,
    FavoriteFeatures: ['Forums'],
    SocialNetworks: ['Discord'],
    Gameinformationources: ['Wikis'],
    HasInfluencers: false,
    GamingWebsites: ['IGN'],
    Reviews_GamingWebsite: 1,
    Reviews_Influencers: 1,
    Reviews_Steam: 1,
    HasOtherStudios: false,
    AdditionnalMessage: 'More dragons',
  }
  test.each([
    [0, 'We could not reach our servers.'],
    [500, 'An error occured.'],
    [400, 'An error occured.'],
  ])('status %s', async (status, words) => {
    sessionStorage.setItem('sso.survey.42', JSON.stringify({ answers: filled, reached: 10 }))
    const send = 'POST survey/qualification'
    const given = { ...secured, [send]: { status, body: { ErrorMessages: [] } } }
    const { answers, router, sent } = await open('/survey/qualification', given, strong)
    await press('Send')
    await said(words)
    expect(router.read()?.entry.pathname).toBe('/survey/qualification')
    expect(((await control('Message (optional)')) as HTMLTextAreaElement).value).toBe(
      'More dragons',
    )
    answers[send] = { body: {} }
    await press('Send')
    await said('Thank you for your answers!')
    expect(sent.filter(({ name }) => name === send)).toHaveLength(2)
  })
})
