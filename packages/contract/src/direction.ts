import type { Language } from './languages.ts'

/* Its own file, because the first load needs it and not the languages. */

/** The side from which a language is read. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}
