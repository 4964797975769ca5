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
 * The browser and system in a user agent, such as `Firefox on Windows`, and no more than it states.
 */
export function browserOf(userAgent: string): string {
  const nameIn = (table: typeof browsers) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  if (browser === null && system === null) return 'an unknown browser'
  return system === null ? (browser ?? '') : `${browser ?? 'a browser'} on ${system}`
}
