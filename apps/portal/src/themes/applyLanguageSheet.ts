import sheet from './languages.css?url'

/** Brings what the writing of a language asks for, once; a page that came in the language has it. */
export function applyLanguageSheet(language: string): void {
  if (language === 'en' || document.querySelector('[data-languages]') !== null) return
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = sheet
  link.dataset['languages'] = ''
  document.head.append(link)
}
