import { directionOf } from '@gatehouse/contract/direction'
import { languageNames } from '@gatehouse/contract/languageNames'
import { useLingui } from '@lingui/react/macro'
import { ActionErrors } from '../../ui/feedback/ActionErrors.tsx'
import styles from './LanguageSelect.module.css'
import { type LanguageChoice, useLanguageChoice } from './useLanguageChoice.ts'

interface Props {
  /** The heading that names it, by its id; without one it brings a label that is not seen. */
  readonly labelledBy?: string
}

/** The languages of the deployment by their own names: who cannot read this page finds theirs. */
export function LanguageSelect({ labelledBy }: Props) {
  const { t } = useLingui()
  const { languages, choice, isAutomaticOffered, spokenName, outcome, choose } = useLanguageChoice()
  return (
    <div className="stack near">
      <label className={`line near ${styles.select}`}>
        {labelledBy === undefined && (
          <>
            {/* 文 and A, drawn: readers of either script know it as the sign of languages. */}
            <svg className={`drawn ${styles.sign}`} viewBox="0 0 24 24" aria-hidden="true">
              <path d="M2 5h12M8 2v3M5 8l6 6M4 14l6-6 2-3M12 22l5-10 5 10M14 18h6" />
            </svg>
            <span className="unseen">{t`Language`}</span>
          </>
        )}
        <select
          value={choice}
          aria-labelledby={labelledBy}
          onChange={(event) => void choose(event.currentTarget.value as LanguageChoice)}
        >
          {isAutomaticOffered && <option value="">{t`Like my browser`}</option>}
          {languages.map((language) => (
            <option key={language} value={language} lang={language} dir={directionOf(language)}>
              {languageNames[language]}
            </option>
          ))}
        </select>
      </label>
      <p className="unseen" aria-live="polite">
        {outcome === 'spoken' && t`Language: ${spokenName}`}
      </p>
      {outcome === 'failed' && (
        <ActionErrors errors={[() => t`The language could not be loaded. Try again.`]} />
      )}
    </div>
  )
}
