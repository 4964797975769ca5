import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const errorWords = '<rootDir>/src/i18n/errorWords.ts'
const tests = '<rootDir>/src/**/*.test.*'
const catalogues = '<rootDir>/src/i18n/po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  // What a language has no words for yet is said in English.
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: `${catalogues}/{locale}`, include: ['<rootDir>/src'], exclude: [errorWords, tests] },
    // Apart, because most visits meet no error.
    { path: `${catalogues}/errors/{locale}`, include: [errorWords] },
  ],
  format: formatter({ lineNumbers: false }),
})
