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

export interface BrowserNames {
  readonly browser: string
  readonly system: string
}

/** The browser and system in a user agent, and no more than it states; each empty where it is silent. */
export function browserOf(userAgent: string): BrowserNames {
  const nameIn = (table: typeof browsers) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
  return { browser: nameIn(browsers), system: nameIn(systems) }
}

/** Both names as one text, `Firefox/Linux`, as the database keeps them. */
export function browserMarkOf(userAgent: string): string {
  const { browser, system } = browserOf(userAgent)
  return `${browser}/${system}`
}

/** The names in such a text. */
export function browserOfMark(mark: string): BrowserNames {
  const [browser = '', system = ''] = mark.split('/')
  return { browser, system }
}
