import { createContext, use, useSyncExternalStore } from 'react'
import type { Router, Shown } from './createRouter.ts'

export const RouterContext = createContext<Router<unknown> | null>(null)

export function useRouter(): Router<unknown> {
  const router = use(RouterContext)
  if (router === null) throw new Error('This component is not inside a router.')
  return router
}

/** The shown route; null before there is one. */
function useShown(): Shown<unknown> | null {
  const router = useRouter()
  return useSyncExternalStore(router.subscribe, router.read, router.read)
}

/** The path that is shown, which the address may be ahead of; '' before there is one. */
export function usePath(): string {
  return useShown()?.entry.pathname ?? ''
}

const nothing: Readonly<Record<string, string>> = {}

/** The query with which the screen was opened. */
export function useQuery(): Readonly<Record<string, string>> {
  return useShown()?.entry.query ?? nothing
}

/**
 * The query as it goes on to the server, unchanged: a name that came twice has a list there, which the
 * server refuses. The type is that of what it takes.
 */
export function useWholeQuery(): Readonly<Record<string, string>> {
  return (useShown()?.entry.wholeQuery ?? nothing) as Readonly<Record<string, string>>
}

/** The secret that the link of this entry brought; '' without one. */
export function useSecret(): string {
  return useShown()?.entry.secret ?? ''
}

/** Which of its steps the screen shows in this entry of the history; '' when none was named. */
export function useStep(): string {
  return useShown()?.entry.step ?? ''
}
