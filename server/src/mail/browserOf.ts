import type { Words } from '../words/en.ts'

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  // Every browser that is built on Chrome also names Chrome.
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/[\d.]{1,20} (?:Mobile\/\w{1,20} )?Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/**
 * The browser and system in a user agent, and no more than it states, with the phrase that names
 * them: one of `phrases`, or the browser's name alone.
 */
export function browserOf(userAgent: string, phrases: Words['browsers']) {
  const nameIn = (table: typeof browsers) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  return { browser, system, phrase: phraseOf(browser, system, phrases) }
}

function phraseOf(browser: string, system: string, phrases: Words['browsers']): string {
  if (system === '') return browser === '' ? phrases.unknown : '{browser}'
  return browser === '' ? phrases.unnamed : phrases.named
}
