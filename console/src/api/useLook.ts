import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { order } from './session.ts'

interface Options {
  readonly isWanted?: boolean
  /** The last answer stays until the next one comes; never from one player to another. */
  readonly keeps?: boolean
}

/** Looks by an act that changes nothing. */
export function useLook<Data>(
  name: string,
  given: Readonly<Record<string, unknown>>,
  { isWanted = true, keeps = false }: Options = {},
) {
  return useQuery({
    queryKey: [name, given],
    queryFn: async () => (await order(name, { order: given })).data as Data,
    enabled: isWanted,
    ...(keeps && { placeholderData: keepPreviousData }),
  })
}
