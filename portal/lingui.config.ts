import { readFileSync } from 'node:fs'
import { languages } from '@gatehouse/contract/languages'
import { defineConfig } from '@lingui/cli'
import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'

const source = '<rootDir>/src'
const account = `${source}/screens/account`
const tests = `${source}/**/*.test.*`
const scopeWords = `${source}/context/scopeWords.ts`

/**
 * The catalogues besides that of visitors, with what is said in them: each comes when it is needed.
 * That of the account comes with its layout: what stands in another one speaks like visitors do.
 */
const cuts = {
  account: [
    ...[
      'blocked-users',
      'cookies',
      'information',
      'newsletter',
      'password',
      'security',
      'sites',
      'username',
    ].map((section) => `${account}/${section}`),
    `${source}/forms/sites`,
    `${account}/email/UpdateEmail.tsx`,
    `${account}/deletion/DeletionRequest.tsx`,
    `${account}/deletion/*Step.tsx`,
    `${source}/screens/connections/LinkAccount.tsx`,
    `${source}/screens/connections/SyncAge.tsx`,
    `${source}/app/layouts/Account*.tsx`,
    scopeWords,
  ],
  errors: [`${source}/i18n/errorWords.ts`],
  // Said to players with a second factor, and where one is added.
  factors: [
    `${source}/screens/login/SecondStep.tsx`,
    `${source}/screens/login/StepUp.tsx`,
    `${source}/forms/second-factor`,
    ...[
      'AddApp',
      'ConfirmRemoval',
      'PasskeyName',
      'Passkeys',
      'Password',
      'RecoveryCodes',
      'RemovePasskey',
      'TwoStep',
    ].map((part) => `${account}/security/${part}.tsx`),
    `${account}/security/usePasskeys.ts`,
  ],
  more: [`${source}/screens/survey`, `${source}/screens/account-safety`],
  // Only the server renders them.
  document: [`${source}/app/document`, `${source}/screens/server-pages`, scopeWords],
}

const format = formatter({ lineNumbers: false })

/**
 * The words of mails stand in their English catalogue and nowhere else. Lingui looks for none beside
 * catalogues, so the file that reads them stands for it.
 */
const mailWords = '<rootDir>/../server/src/words'
const mailExtractor: typeof babelExtractor = {
  match: (file) => file.endsWith('/server/src/words/wordsOf.ts'),
  async extract(file, _, onMessageExtracted) {
    const filename = file.replace('wordsOf.ts', 'po/en.po')
    const english = readFileSync(filename, 'utf8')
    const messages = await format.parse(english, { locale: 'en', sourceLocale: 'en', filename })
    for (const [id, { comments = [] }] of Object.entries(messages)) {
      // Sorted by it: the texts of one mail stand together.
      onMessageExtracted({ id, message: id, comment: comments.join('\n') })
    }
  },
}

export default defineConfig({
  sourceLocale: 'en',
  locales: [...languages],
  // What a language has no words for yet is said in English.
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: `${source}/i18n/po/visitor/{locale}`,
      include: [source],
      exclude: [tests, ...Object.values(cuts).flat().map(everyFileOf)],
    },
    ...Object.entries(cuts).map(([cut, include]) => ({
      path: `${source}/i18n/po/${cut}/{locale}`,
      include,
      // Of the security section, what is about factors comes with these.
      exclude: [tests, ...(cut === 'account' ? cuts.factors.map(everyFileOf) : [])],
    })),
    { path: `${mailWords}/po/{locale}`, include: [`${mailWords}/wordsOf.ts`] },
  ],
  extractors: [mailExtractor, babelExtractor],
  format,
})

function everyFileOf(place: string): string {
  return /\.tsx?$/.test(place) ? place : `${place}/**`
}
