// First: it says in which order the layers win.
import '../src/themes/base.css'
import { readConfiguration } from '@gatehouse/contract/configuration'
import { createRoot } from 'react-dom/client'
import { createPortal } from '../src/app/createPortal.ts'
import { AppProviders } from '../src/app/App.tsx'
import { i18n, activateLanguage } from '../src/i18n/words.ts'
import { createMemoryHistory } from '../src/router/createMemoryHistory.ts'
import { applyTheme, themeNames } from '../src/themes/applyTheme.ts'
import { schemes, showScheme } from '../src/themes/scheme.ts'
import { GalleryParts } from './Parts.tsx'
import styles from './Gallery.module.css'

const root = document.getElementById('root')
if (root !== null) void showGallery(root)

/**
 * The page of the interface's parts: without a query every theme in both schemes, each in its own
 * frame; with `?theme=` and `?scheme=` one of them.
 */
async function showGallery(place: HTMLElement): Promise<void> {
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
  await activateLanguage(query.get('language') ?? 'en')
  createRoot(place).render(
    <AppProviders i18n={i18n} {...parts}>
      <GalleryParts />
    </AppProviders>,
  )
}

/** Every theme in every scheme, side by side. A theme's sheet holds for a whole document. */
function Overview() {
  return (
    <main className={styles.overview}>
      {themeNames.flatMap((theme) =>
        schemes
          .filter((scheme) => scheme !== 'auto')
          .map((scheme) => (
            // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, with its storage
            <iframe
              key={`${theme} ${scheme}`}
              title={`${theme}, ${scheme}`}
              src={`/__ui?theme=${theme}&scheme=${scheme}`}
            />
          )),
      )}
    </main>
  )
}
