import { i18n, activateLanguage } from '../i18n/words.ts'
import type { Session } from '../session/session.ts'
import { languageCookie } from '../session/languageCookie.ts'

/**
 * Speaks the language that the player has stored, from the log-in on, and keeps it for the next
 * page.
 */
export function followLanguage(session: Session): void {
  let last = ''
  function follow() {
    const language = session.read().user?.Language ?? ''
    if (language === last) return
    last = language
    if (language === '') return
    languageCookie.write(language)
    // Without its words the page keeps its language.
    if (language !== i18n.locale) activateLanguage(language).catch(() => undefined)
  }
  session.subscribe(follow)
  follow()
}
