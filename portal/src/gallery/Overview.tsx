import { themeNames } from '../themes/applyTheme.ts'
import { schemes } from '../themes/scheme.ts'
import styles from './Gallery.module.css'

/** Every theme in every scheme, side by side. A theme's sheet holds for a whole document. */
export function Overview() {
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
