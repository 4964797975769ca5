import './api/plainSchemas.ts'
import './styles/console.css'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createConsoleRouter } from './router.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')

const queries = new QueryClient({
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

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createConsoleRouter()} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

// After a sign-out nothing comes back out of the browser's memory.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
