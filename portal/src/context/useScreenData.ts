import { type Loadable, useLoaded } from '../ui/useLoaded.ts'
import { usePortal } from './portal.ts'

/** Loads what a screen cannot do without: an error page takes its place after a failure. */
export function useScreenData<T extends object>(load: () => Promise<T>): Loadable<T> {
  const { fail } = usePortal()
  return useLoaded(load, (error) => fail(error, { replace: true, canRetry: true }))
}
