import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

const errorWords = '<rootDir>/src/i18n/errorWords.ts'
const tests = '<rootDir>/src/**/*.test.*'
const scopeWords = '<rootDir>/src/context/scopeWords.ts'
const documents = ['<rootDir>/src/app/document', '<rootDir>/src/screens/server-pages']
const account = ['information', 'sites', 'blocked-users', 'newsletter'].map(
  (section) => `<rootDir>/src/screens/account/${section}`,
)
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
      exclude: [
        errorWords,
        scopeWords,
        tests,
        ...[...documents, ...account].map((folder) => `${folder}/**`),
      ],
    },
    // Apart, because most visits meet no error.
    { path: `${catalogues}/errors/{locale}`, include: [errorWords] },
    // Apart, because visitors do not see them.
    { path: `${catalogues}/account/{locale}`, include: [...account, scopeWords] },
    // Apart, because only the server renders them.
    { path: `${catalogues}/document/{locale}`, include: [...documents, scopeWords] },
  ],
  format: formatter({ lineNumbers: false }),
})
