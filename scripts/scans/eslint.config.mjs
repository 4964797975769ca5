import { createRequire } from 'node:module'

// Only this folder has the tools installed.
const require = createRequire(import.meta.url)
const security = require('eslint-plugin-security')
const unsanitized = require('eslint-plugin-no-unsanitized')
const regexp = require('eslint-plugin-regexp')
const parser = require('@typescript-eslint/parser')

export default [
  { ignores: ['**/node_modules/**', '**/dist/**', '**/.tsc/**', 'portal/src/i18n/*.ts'] },
  {
    files: ['{contract,portal,server,stand-ins}/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.*', '**/testing/**', 'server/test/**'],
    languageOptions: { parser, parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: { security, 'no-unsanitized': unsanitized, regexp },
    rules: {
      ...security.configs.recommended.rules,
      // Typed tables are read by a variable in brackets; the compiler checks the keys.
      'security/detect-object-injection': 'off',
      // The rule only counts stars; recheck runs the expressions.
      'security/detect-unsafe-regex': 'off',
      'no-unsanitized/method': 'error',
      'no-unsanitized/property': 'error',
      'regexp/no-misleading-unicode-character': 'error',
      'regexp/no-obscure-range': 'error',
    },
  },
]
