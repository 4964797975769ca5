import { readConfiguration } from '@gatehouse/contract/configuration'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import { App } from '../src/app/App.tsx'
import { createPortal } from '../src/app/createPortal.ts'
import { activateLanguage, i18n } from '../src/i18n/words.ts'
import { createBrowserHistory } from '../src/router/createBrowserHistory.ts'

/* The portal in a page without a browser, with answers of its own. */

interface Answer {
  readonly status?: number
  readonly body?: unknown
}

export type Answers = Record<string, Answer | (() => Answer | Promise<Answer>)>

export const player = {
  Id: 42,
  Username: 'PlayerOne',
  Email: 'player@example.com',
  AvatarUrl: '',
  Titles: '',
  TitleName: '',
  CreatedAt: '2021-05-04T12:00:00Z',
  SteamCheck: false,
  IsCookiePopupSeen: true,
  Blocks: [],
}

const cookies = [
  {
    Id: 1,
    Name: 'Functional',
    IsOptional: false,
    IsAccepted: true,
    IsActive: true,
    Description: '',
  },
]

const token = {
  Value: 'BEARER-1',
  Refresh: 'REFRESH-1',
  Id_User: 42,
  Validated: true,
  Refreshed: false,
  ExprireAt: '2100-01-01T00:00:00Z',
}

const usual: Answers = {
  'GET token/IDENT-1': { body: token },
  'GET profile/user/42': { body: player },
  'GET profile/connects': { body: [] },
  'GET cookie': { body: cookies },
  'GET cookie/user/42': { body: cookies },
  'GET redirect/allowed-redirect-domains': { body: [] },
}

/** Opens the portal at an address, for a player who is signed in or a visitor. */
export async function open(
  path: string,
  answers: Answers = {},
  { isSignedIn = true, ...configuration }: Record<string, unknown> = {},
) {
  document.cookie = isSignedIn ? 'sso_identity=IDENT-1; Path=/' : 'sso_identity=; Max-Age=0; Path=/'
  const sent: { readonly name: string; readonly body: unknown; readonly headers: Headers }[] = []
  vi.stubGlobal(
    'fetch',
    async (address: string, { method = 'GET', body, headers, signal }: RequestInit = {}) => {
      const { pathname } = new URL(address, location.href)
      const name = `${method} ${pathname.replace(/^\/api\//, '')}`
      sent.push({
        name,
        body: typeof body === 'string' ? JSON.parse(body) : null,
        headers: new Headers(headers),
      })
      const answer = answers[name] ?? usual[name] ?? (method === 'POST' ? {} : { status: 404 })
      const { status = 200, body: given = {} } =
        typeof answer === 'function' ? await Promise.race([answer(), aborted(signal)]) : answer
      if (status === 0) throw new TypeError('No network.')
      return Response.json(given, { status })
    },
  )
  const left = new AbortController()
  history.replaceState(null, '', path)
  await activateLanguage('en')
  const { portal, router } = createPortal(
    readConfiguration({
      Environment: 'PROD',
      AccountApiUrl: `${location.origin}/api`,
      AccountUrl: location.origin,
      FrontUrl: 'https://www.site.test',
      RegisterStudioName: 'Studio',
      ...configuration,
    }),
    createBrowserHistory(left.signal),
  )
  const place = document.body.appendChild(document.createElement('div'))
  place.id = 'root'
  const root = createRoot(place)
  const leave = () => {
    left.abort()
    root.unmount()
    document.body.replaceChildren()
  }
  onTestFinished(() => {
    leave()
    localStorage.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const shown = vi.fn<() => void>()
  await router.load()
  root.render(<App i18n={i18n} portal={portal} router={router} onShown={shown} />)
  return { portal, router, sent, shown, answers, leave }
}

function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

/** Uses a hook on a page. `now` is what it answered last; a call of `again` hands it other values. */
export function use<Given, Answer>(hook: (given: Given) => Answer, given: NoInfer<Given>) {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    root.unmount()
    document.body.replaceChildren()
    vi.useRealTimers()
  })
  const used = { now: undefined as Answer, again }
  function Part(props: { readonly given: Given }) {
    used.now = hook(props.given)
    return null
  }
  function again(next: Given) {
    flushSync(() => root.render(<Part given={next} />))
  }
  again(given)
  return used
}
