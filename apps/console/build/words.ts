import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { languages } from '@gatehouse/contract/languages'
import { parsePo } from 'pofile-ts'
import type { Plugin } from 'vite'

/*
 * The texts of the product for the brand studio, out of the catalogues of portal and mails: one file a
 * language, which a browser loads when a person opens them.
 */

const root = join(import.meta.dirname, '../../..')
const name = 'virtual:words'

export const words: Plugin = {
  name: 'words',
  resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${name}`) {
      const rows = languages.map((tag) => `${JSON.stringify(tag)}: () => import('${name}/${tag}')`)
      return `export const words = {${rows.join()}}`
    }
    const language = id.startsWith(`\0${name}/`) ? id.slice(name.length + 2) : null
    return language === null ? undefined : `export default ${JSON.stringify(textsOf(language))}`
  },
}

/** The screens of the portal's folders: the first match counts. */
const screens: readonly (readonly [folder: string, title: string])[] = [
  ['screens/home', 'Home'],
  ['screens/login', 'Log in'],
  ['screens/register', 'Register'],
  ['screens/access-key', 'Access key'],
  ['screens/recovery', 'Password recovery'],
  ['screens/confirm-email', 'Confirmation of the address'],
  ['screens/second-step', 'Second step'],
  ['forms/second-factor', 'Second step'],
  ['forms/reauthentication', 'Second step'],
  ['screens/partner', 'Log-in with a partner'],
  ['screens/account/information', 'Information'],
  ['forms/first-steps', 'Information'],
  ['screens/account/security', 'Security'],
  ['screens/account/email', 'Change of the address'],
  ['screens/account/password', 'Change of the password'],
  ['screens/account/username', 'Change of the name'],
  ['screens/connections', 'Connections'],
  ['screens/account/newsletter', 'Newsletters'],
  ['screens/unsubscribe', 'Newsletters'],
  ['screens/account/cookies', 'Cookies'],
  ['consent', 'Cookies'],
  ['screens/account/blocked-users', 'Blocked users'],
  ['screens/account/clients', 'Connected sites'],
  ['forms/clients', 'Connected sites'],
  ['screens/account/deletion', 'Deletion'],
  ['screens/account/logout', 'Log out'],
  ['screens/account-safety', 'Safety of the account'],
  ['screens/survey', 'Survey'],
  ['screens/server-pages', 'Sign-in at a site'],
  ['screens/errors', 'Error pages'],
  ['app/errors', 'Error pages'],
  ['app/layouts/account', 'Menu of the account'],
  ['app/layouts', 'Head and foot of screens'],
  ['routes', 'Titles of screens'],
  ['forms', 'Several forms'],
  ['', 'Several screens'],
]

function screenOf(file: string): string {
  return screens.find(([folder]) => file.startsWith(`src/${folder}`))?.[1] ?? file
}

/** Each text of a language: by its kind and key, with the screens that say it. */
function textsOf(language: string) {
  const files = globSync(`apps/{portal/src/i18n/po/*,server/src/words/po}/${language}.po`, {
    cwd: root,
  })
  return files.toSorted().flatMap((file) => {
    const folder = basename(dirname(file))
    const kind = file.startsWith('apps/server')
      ? 'mails'
      : folder === 'errors'
        ? 'errors'
        : 'portal'
    return parsePo(readFileSync(join(root, file), 'utf8')).items.map(
      ({ msgid, msgctxt, msgstr, references }) => ({
        kind,
        key: msgctxt ? `${msgctxt}\u0004${msgid}` : msgid,
        text: msgstr[0] ?? '',
        from: [...new Set(references.map(screenOf))],
      }),
    )
  })
}
