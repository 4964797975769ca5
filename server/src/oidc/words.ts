import type { ClientScope } from '../tenants/client.ts'

/** What a site may do that a player lets in: ends "It will be able to". */
const scopes: Readonly<Record<ClientScope, string>> = {
  openid: 'recognise you when you come back',
  profile: 'see your username, your avatar and your titles',
  email: 'see your email address',
  connections: 'see which accounts of other platforms you have linked',
}

/** The words of our pages between portal and sites, in English; another language is another table. */
export const words = {
  scopes,
  consent: {
    title: (site: string) => `Sign in to ${site}`,
    ask: (site: string, host: string, studio: string, username: string) =>
      `${site} (${host}) wants to use your ${studio} account, ${username}. It will be able to:`,
    promise: (site: string) =>
      `${site} never sees your password. If you allow it, you are not asked again, and you can take it back at any time.`,
    allow: 'Allow',
    refuse: 'Refuse',
  },
  logOut: {
    title: 'Log out',
    ask: (site: string) =>
      `${site} asks to log you out, here and at every site that you have signed in to with this account.`,
    someSite: 'A site',
    logOut: 'Log out',
    stay: 'Stay logged in',
  },
  sites: {
    title: 'Sites you let in',
    intro: (username: string) =>
      `These sites may use your account, ${username}. Who is not let in any more is signed out, and has to ask you again.`,
    none: (username: string) =>
      `You have let no site use your account, ${username}. The studio’s own sites need not ask.`,
    since: (day: string) => `Since ${day}. It can:`,
    withdraw: 'Withdraw',
    withdrawFrom: (site: string) => `Withdraw from ${site}`,
    account: 'My account',
  },
} as const
