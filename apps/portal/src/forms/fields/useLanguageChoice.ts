import { type Language, offerOf } from '@gatehouse/contract/languages'
import { languageNames } from '@gatehouse/contract/languageNames'
import { lookUpLanguage } from '@gatehouse/contract/lookUpLanguage'
import { useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { activateLanguage } from '../../i18n/words.ts'
import { usePortal, useSession, useSettings } from '../../context/portal.ts'
import { languageCookie } from '../../session/languageCookie.ts'

/** The message after a choice: the new language, that it did not come, or none yet. */
type Outcome = 'spoken' | 'failed' | null

/** A language, or '' for that of the browser. */
export type LanguageChoice = Language | ''

/**
 * The choice of a language: kept in this browser, and with the player who is signed in. The page
 * goes on in it without a reload. When its words do not come, or it is not kept, everything stays.
 */
export function useLanguageChoice() {
  const { i18n } = useLingui()
  const { configuration } = useSettings()
  const { session } = usePortal()
  const { user } = useSession()
  const [wanted, want] = useState<LanguageChoice | null>(null)
  const [outcome, setOutcome] = useState<Outcome>(null)
  const choices = useRef(0)
  const saving = useRef<Promise<void>>(Promise.resolve())
  const offer = offerOf(configuration)
  const spoken = i18n.locale as Language
  const chosen = offer.languages.find((language) => language === languageCookie.read()) ?? ''
  const saved: LanguageChoice = user === null ? spoken : user.Language || chosen

  async function save(choice: LanguageChoice) {
    if (user !== null) await session.api('setLanguage', { body: { Language: choice } })
    if (choice === '') languageCookie.remove()
    else languageCookie.write(choice)
    session.showProfile({ Language: choice })
  }

  async function choose(choice: LanguageChoice) {
    const choiceNumber = (choices.current += 1)
    const isLast = () => choiceNumber === choices.current
    want(choice)
    setOutcome(null)
    const language = choice || (lookUpLanguage(navigator.languages, offer) ?? offer.default)
    try {
      await activateLanguage(language)
      // Arrow keys choose several in a second. One is kept after the other, and the last one stays.
      const turn = saving.current.then(() => (isLast() ? save(choice) : undefined))
      saving.current = turn.catch(() => undefined)
      await turn
      if (isLast()) setOutcome('spoken')
    } catch {
      if (!isLast()) return
      await activateLanguage(spoken).catch(() => undefined)
      setOutcome('failed')
    }
    if (isLast()) want(null)
  }

  return {
    languages: offer.languages,
    choice: wanted ?? saved,
    /** A visitor has no stored choice: there it is the page's language. */
    isAutomaticOffered: user !== null,
    spokenName: languageNames[spoken],
    outcome,
    choose,
  }
}
