import { type Loadable, useLoaded } from '../ui/useLoaded.ts'
import { usePortal } from './portal.ts'

/** Loads the data that a screen needs: an error page replaces it after a failure. */
export function useScreenData<T extends object>(load: () => Promise<T>): Loadable<T> {
  const { fail } = usePortal()
  return useLoaded(load, (error) => fail(error, { replace: true, canRetry: true }))
}
