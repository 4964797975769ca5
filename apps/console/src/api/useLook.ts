import type { AnswerOf } from '@gatehouse/contract/acts/everyAct'
import {
  keepPreviousData,
  queryOptions,
  type QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { order } from './session.ts'

interface Options<Data> {
  readonly isWanted?: boolean
  /** The last answer stays until the next one comes; never from one player to another. */
  readonly keeps?: boolean
  /** No act of the person makes it another one. */
  readonly isFixed?: boolean
  /** Milliseconds until the page looks again, while it is in sight; false where it does not. */
  readonly every?: (last: Data | undefined) => number | false
  /** Asks for the rest behind the last answer alone. */
  readonly goOn?: {
    readonly order: (last: Data) => Readonly<Record<string, unknown>>
    readonly join: (last: Data, rest: Data) => Data
  }
}

/** Milliseconds between two looks at what changes by the second. */
export const often = 2000

/** Looks by an act that changes nothing. */
export function useLook<Name extends string>(
  name: Name,
  given: Readonly<Record<string, unknown>>,
  options: Options<AnswerOf<Name>> = {},
) {
  return useQuery(queryOf(useQueryClient(), name, given, options))
}

/** The same look in several places at once. */
export function useLooks<Name extends string>(
  name: Name,
  given: readonly Readonly<Record<string, unknown>>[],
  options: Options<AnswerOf<Name>> = {},
) {
  const client = useQueryClient()
  return useQueries({ queries: given.map((each) => queryOf(client, name, each, options)) })
}

function queryOf<Name extends string>(
  queries: QueryClient,
  name: Name,
  given: Readonly<Record<string, unknown>>,
  {
    isWanted = true,
    keeps = false,
    isFixed = false,
    every = () => false,
    goOn,
  }: Options<AnswerOf<Name>>,
) {
  const queryKey = [name, given]
  return queryOptions({
    queryKey,
    async queryFn() {
      const last = queries.getQueryData<AnswerOf<Name>>(queryKey)
      // Looks after the first one are no doing of the person: a log-in ends by them as if nothing were asked.
      const isWatching = last !== undefined && every(last) !== false
      const look = async (wanted: typeof given) =>
        (await order(name, { order: wanted }, undefined, isWatching)).data as AnswerOf<Name>
      if (last === undefined || goOn === undefined) return look(given)
      return goOn.join(last, await look(goOn.order(last)))
    },
    enabled: isWanted,
    refetchInterval: ({ state }) => every(state.data),
    ...(isFixed && { staleTime: 'static' as const }),
    ...(keeps && { placeholderData: keepPreviousData }),
  })
}
