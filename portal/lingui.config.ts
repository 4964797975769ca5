import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const errorWords = '<rootDir>/src/i18n/errorWords.ts'
const tests = '<rootDir>/src/**/*.test.*'
const documents = ['<rootDir>/src/app/document', '<rootDir>/src/screens/server-pages']
const catalogues = '<rootDir>/src/i18n/po'

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  // What a language has no words for yet is said in English.
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: `${catalogues}/{locale}`,
      include: ['<rootDir>/src'],
      exclude: [errorWords, tests, ...documents.map((folder) => `${folder}/**`)],
    },
    // Apart, because most visits meet no error.
    { path: `${catalogues}/errors/{locale}`, include: [errorWords] },
    // Apart, because only the server renders them.
    { path: `${catalogues}/document/{locale}`, include: documents },
  ],
  format: formatter({ lineNumbers: false }),
})
