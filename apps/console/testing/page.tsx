import type { Me } from '@gatehouse/contract/console/me'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'
import type { Answering } from '../../../tests/e2e/fixtures/answered-console/answering.ts'
import { sam } from '../../../tests/e2e/fixtures/answered-console/staff.ts'
import { openAct } from '../src/acts/openAct.ts'
import { toast } from '../src/acts/toasts.ts'
import { createQueries } from '../src/api/createQueries.ts'
import { readMe } from '../src/api/session.ts'
import { createConsoleRouter } from '../src/router.tsx'
import { playServer } from './playServer.ts'

/* The console in a page without a browser. */

/** A server to which the person of the page is signed in. */
export async function signIn(): Promise<Answering> {
  const server = playServer()
  await readMe()
  return server
}

let root: Root | null = null

/** Shows a part of the console, until it is left; again with other properties. */
export function render(part: ReactNode): void {
  if (root === null) {
    onTestFinished(tidy)
    const place = document.body.appendChild(document.createElement('div'))
    root = createRoot(place)
  }
  flushSync(() => root?.render(part))
}

export function leave(): void {
  root?.unmount()
  root = null
}

/** Uses a hook on a page. `now` is what it answered last; a call of `again` hands it other values. */
export function use<Given, Answer>(hook: (given: Given) => Answer, given: NoInfer<Given>) {
  const queries = createQueries()
  const used = { now: undefined as Answer, again: (() => undefined) as (given: Given) => void }
  function Part(props: { readonly given: Given }) {
    used.now = hook(props.given)
    return null
  }
  used.again = (next) =>
    render(
      <QueryClientProvider client={queries}>
        <Part given={next} />
      </QueryClientProvider>,
    )
  used.again(given)
  return used
}

/** Opens the console at an address, for a person with these roles. */
export function open(path: string, roles: Me = sam): Answering {
  leave()
  openAct.write(null)
  const server = playServer()
  server.me = { ...roles, ...person }
  history.replaceState(null, '', path)
  render(
    <QueryClientProvider client={createQueries()}>
      <RouterProvider router={createConsoleRouter()} />
    </QueryClientProvider>,
  )
  return server
}

/** The tests of a worker share its modules, and a page has one person as long as it is open. */
const person = { person: sam.person, name: sam.name, email: sam.email }

/** The next test has a page on which nothing was done. */
function tidy(): void {
  leave()
  document.body.replaceChildren()
  openAct.write(null)
  toast.write(null)
  localStorage.clear()
  sessionStorage.clear()
  vi.useRealTimers()
}
