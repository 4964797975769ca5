import './api/plainSchemas.ts'
import './styles/console.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { RouterProvider } from '@tanstack/react-router'
import { watchFiles } from '@gatehouse/ui/oldBuild'
import { reportFailure, watchFailures } from '@gatehouse/ui/reportFailure'
import { surviveTranslation } from '@gatehouse/ui/survivesTranslation'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueries } from './api/createQueries.ts'
import { createConsoleRouter } from './router.tsx'
import { screenIn } from './shell/screenIn.ts'

surviveTranslation()
const screenNow = () => screenIn(location.pathname)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')

watchFiles()
watchFailures(screenNow)
createRoot(root, {
  onCaughtError(error) {
    // oxlint-disable-next-line no-console -- what React does itself
    console.error(error)
    reportFailure('screen', error, screenNow())
  },
}).render(
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
