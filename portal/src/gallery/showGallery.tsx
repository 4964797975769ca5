import { readConfiguration } from '@gatehouse/contract/configuration'
import { createRoot } from 'react-dom/client'
import { createPortal } from '../app/createPortal.ts'
import { AppProviders } from '../app/AppProviders.tsx'
import { i18n, speak } from '../i18n/words.ts'
import { createMemoryHistory } from '../router/createMemoryHistory.ts'
import { applyTheme } from '../themes/applyTheme.ts'
import { schemes, showScheme } from '../themes/scheme.ts'
import { Overview } from './Overview.tsx'
import { Parts } from './Parts.tsx'

/**
 * The internal page of development builds: without a query every theme in both schemes, each in a
 * frame of its own; with `?theme=` and `?scheme=` one of them.
 */
export async function showGallery(place: HTMLElement): Promise<void> {
  const query = new URLSearchParams(location.search)
  const theme = query.get('theme')
  if (theme === null) {
    createRoot(place).render(<Overview />)
    return
  }
  showScheme(schemes.find((scheme) => scheme === query.get('scheme')) ?? 'auto')
  await applyTheme(theme)
  const configuration = readConfiguration({
    Environment: theme,
    AccountApiUrl: `${location.origin}/api`,
    FrontUrl: location.origin,
    RegisterStudioName: theme,
  })
  // The parts read the portal; nothing of it is asked.
  const parts = createPortal(configuration, createMemoryHistory('/'))
  await speak(query.get('language') ?? 'en')
  createRoot(place).render(
    <AppProviders i18n={i18n} {...parts}>
      <Parts />
    </AppProviders>,
  )
}
