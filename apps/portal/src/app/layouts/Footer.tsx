import { useLingui } from '@lingui/react/macro'
import { isOpenToTags } from '@gatehouse/contract/routes'
import { useSyncExternalStore } from 'react'
import { usePath } from '../../router/router.ts'
import { usePortal, useSettings } from '../../context/portal.ts'
import { lazyOptional } from '../../ui/feedback/lazyOptional.tsx'
import {
  chooseScheme,
  chosenScheme,
  type Scheme,
  schemes,
  subscribeToScheme,
} from '../../themes/scheme.ts'
import styles from './Footer.module.css'
import { StudioLinks } from './StudioLinks.tsx'

// Where one language is offered it is never fetched.
const LanguageSelect = lazyOptional(
  async () => (await import('../../forms/fields/LanguageSelect.tsx')).LanguageSelect,
)

interface Props {
  /** True if the page has no other way to the choice of cookies. */
  readonly offersCookies?: boolean
}

export function Footer({ offersCookies = false }: Props) {
  const { t } = useLingui()
  const { configuration, rules } = useSettings()
  const chosen = useSyncExternalStore(subscribeToScheme, chosenScheme, () => 'auto')
  const words: Record<Scheme, string> = { auto: t`Like my device`, light: t`Light`, dark: t`Dark` }
  return (
    <footer className={`acts hint ${styles.footer}`}>
      <fieldset className={`picks ${styles.schemes}`}>
        <legend className="unseen">{t`Appearance`}</legend>
        {schemes.map((scheme) => (
          <label key={scheme}>
            <input
              type="radio"
              name="scheme"
              className="unseen"
              checked={chosen === scheme}
              onChange={() => chooseScheme(scheme)}
            />
            <span>{words[scheme]}</span>
          </label>
        ))}
      </fieldset>
      {rules.offersLanguages && (
        <div className={styles.language}>
          <LanguageSelect />
        </div>
      )}
      {offersCookies && <CookiesButton />}
      <StudioLinks configuration={configuration} />
    </footer>
  )
}

/** A choice of cookies can be changed as easily as it was made. */
function CookiesButton() {
  const { t } = useLingui()
  const { rules } = useSettings()
  const { consent, tags } = usePortal()
  const path = usePath()
  if (!rules.leavesCookiesToConsentTool) {
    return (
      <button
        type="button"
        className={`word ${styles.cookies}`}
        onClick={() => consent.detail(true)}
      >
        {t`Cookie settings`}
      </button>
    )
  }
  // The tool is a third-party script: it never comes to a page with credentials.
  return isOpenToTags(path) ? (
    <button type="button" className={`word ${styles.cookies}`} onClick={tags.openConsentTool}>
      {t`Cookies`}
    </button>
  ) : null
}
