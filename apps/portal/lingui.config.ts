import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '@gatehouse/contract/languages'
import { defineConfig } from '@lingui/cli'
import { babelExtractor } from '@lingui/cli/api/extractors/babel'
import { formatter } from '@lingui/format-po'

const source = '<rootDir>/src'
const tests = `${source}/**/*.test.*`

/**
 * The catalogues besides that of the first page: each comes with the screens that say it. A folder whose
 * words are no part of home and log-in is a row here.
 */
const catalogues = {
  flows: [
    'consent/ConsentSettings.tsx',
    'consent/CookieList.tsx',
    'consent/RefusedByBrowser.tsx',
    'screens/access-key',
    'screens/confirm-email',
    'screens/errors/ErrorPages.tsx',
    'screens/errors/LinkedElsewhere.tsx',
    'screens/login/LoginError.tsx',
    'screens/login/LoginNote.tsx',
    'screens/login/SendLinkAgain.tsx',
    'screens/login/PartnerStep.tsx',
    'screens/partner/PartnerCallback.tsx',
    'screens/recovery',
    'screens/unsubscribe',
    'forms/mail',
    'forms/submit/RefusalHelp.tsx',
    'forms/submit/ContactSupport.tsx',
    'forms/submit/WaitingLine.tsx',
  ].map((folder) => `${source}/${folder}`),
  register: [
    'screens/partner',
    'screens/register',
    'forms/fields/Agreements.tsx',
    'forms/fields/EmailPair.tsx',
    'forms/fields/NameFields.tsx',
    'forms/fields/NewPasswordField.tsx',
    'forms/fields/NewUsernameField.tsx',
    'forms/fields/StrengthHint.tsx',
    'forms/fields/useNewPasswordErrors.ts',
    'forms/submit/useMinimumTime.tsx',
  ].map((folder) => `${source}/${folder}`),
  account: [
    'screens/account',
    'screens/connections',
    'screens/second-step',
    'screens/survey',
    'forms/reauthentication',
    'forms/second-factor',
    'forms/first-steps',
    'forms/protection',
    'forms/clients',
    'forms/fields/Combobox.tsx',
    // Few visitors see it, and then wait for it.
    'forms/submit/SupportCode.tsx',
    'forms/submit/useCopy.ts',
    'ui/CancelButton.tsx',
    'app/layouts/account',
    'context/accountWording.ts',
  ].map((folder) => `${source}/${folder}`),
  security: ['screens/account/security', 'forms/activity'].map((folder) => `${source}/${folder}`),
  // Few players lose an account, or look at what would help then.
  safety: ['screens/account-safety', 'screens/account/security/Takeover.tsx'].map(
    (folder) => `${source}/${folder}`,
  ),
  // Few deployments log in with services.
  services: [
    'screens/services',
    'forms/services',
    'forms/link-moves',
    'forms/reauthentication/ReauthenticationByService.tsx',
    'app/layouts/account/Unconfirmed.tsx',
    'screens/account/security/Services.tsx',
  ].map((folder) => `${source}/${folder}`),
  // Only the server renders them.
  pages: ['app/document', 'screens/server-pages'].map((folder) => `${source}/${folder}`),
  errors: [`${source}/i18n/message.ts`],
}

const format = formatter({ lineNumbers: false })

/**
 * The words of mails and of error codes stand in their English catalogue and nowhere else. Lingui looks
 * for none beside catalogues, so the file that reads them stands for it.
 */
const mailWords = '<rootDir>/../server/src/words'
const englishOf = new Map([
  ['/server/src/words/wordsOf.ts', '../po/en.po'],
  ['/portal/src/i18n/message.ts', '../po/errors/en.po'],
])
const readerOf = (file: string) => [...englishOf.keys()].find((reader) => file.endsWith(reader))
const englishExtractor: typeof babelExtractor = {
  match: (file) => readerOf(file) !== undefined,
  async extract(file, _, onMessageExtracted) {
    const filename = join(file, englishOf.get(readerOf(file) ?? '') ?? '')
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
  // English stands in for missing translations.
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: `${source}/i18n/po/visitor/{locale}`,
      include: [source],
      exclude: [tests, ...Object.values(catalogues).flat().map(everyFileOf)],
    },
    ...Object.entries(catalogues).map(([name, include]) => ({
      path: `${source}/i18n/po/${name}/{locale}`,
      include,
      exclude: [tests, ...within(include).map(everyFileOf)],
    })),
    { path: `${mailWords}/po/{locale}`, include: [`${mailWords}/wordsOf.ts`] },
  ],
  extractors: [englishExtractor, babelExtractor],
  format,
})

/** The folders of other catalogues that lie in those of one. */
function within(folders: readonly string[]): readonly string[] {
  const all = Object.values(catalogues).flat()
  return all.filter((one) => folders.some((folder) => one.startsWith(`${folder}/`)))
}

function everyFileOf(place: string): string {
  return /\.tsx?$/.test(place) ? place : `${place}/**`
}
