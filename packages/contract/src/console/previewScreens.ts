import type { Rules } from '../environments.ts'
import { type PathName, routes, type Route } from '../routes.ts'

/** A screen that previews show, for a visitor or for the sample player. */
export interface PreviewScreen {
  readonly name: PathName
  readonly title: string
  readonly isOfPlayers: boolean
}

/** The screens by which a look is judged. */
export const previewScreens: readonly PreviewScreen[] = [
  visitors('home', 'Home'),
  visitors('login', 'Log in'),
  visitors('register', 'Register'),
  visitors('passwordRecovery', 'Password recovery'),
  players('account', 'Information'),
  players('security', 'Security'),
  players('linkAccount', 'Connections'),
  players('newsletter', 'Newsletters'),
  players('cookies', 'Cookies'),
  players('blockedUsers', 'Blocked users'),
  players('deletionRequest', 'Deletion'),
]

function visitors(name: PathName, title: string): PreviewScreen {
  return { name, title, isOfPlayers: false }
}

function players(name: PathName, title: string): PreviewScreen {
  return { name, title, isOfPlayers: true }
}

/** Those that a deployment with these rules has. */
export function previewScreensOf(rules: Rules): readonly PreviewScreen[] {
  return previewScreens.filter(({ name }) => {
    const route: Route = routes[name]
    return !route.redirect?.(rules, false) && !route.partnerPage?.(rules)
  })
}
