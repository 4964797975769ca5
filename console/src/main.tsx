import './api/plainSchemas.ts'
import './styles/console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { RouterProvider } from '@tanstack/react-router'
import { watchFiles } from '@gatehouse/ui/oldBuild'
import { surviveTranslation } from '@gatehouse/ui/survivesTranslation'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './api/createQueries.ts'
import { createConsoleRouter } from './router.tsx'

surviveTranslation()
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')

watchFiles()
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={createQueries()}>
        <RouterProvider router={createConsoleRouter()} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)

// After a sign-out nothing comes back out of the browser's memory.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
