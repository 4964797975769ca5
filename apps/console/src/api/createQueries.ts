import { QueryClient } from '@tanstack/react-query'

/** The answers of the server, as long as the page is open. */
export function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal does not become an answer by being asked again; a person may ask.
        retry: false,
        // Each look at a player stands in the log: no look without a person who wants it.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 10_000,
      },
    },
  })
}
