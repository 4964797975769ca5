import { languageCookie as name } from '@gatehouse/contract/languages'
import { browserLifetimes } from '@gatehouse/contract/browserLimits'
import { browserCookie } from '../storage/browserCookie.ts'

/** The language that was chosen in this browser, which the server reads for its next page. */
export const languageCookie = {
  read: () => browserCookie.read(name),

  write(language: string): void {
    browserCookie.write(name, language, {
      maxAge: browserLifetimes.languageCookie,
      sameSite: 'Lax',
    })
  },

  remove: () => browserCookie.remove(name),
}
