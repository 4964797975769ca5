import { previewScreensOf } from '@gatehouse/contract/console/previewScreens'
import { sampleSession } from '@gatehouse/contract/console/sampleSession'
import type { Language } from '@gatehouse/contract/languages'
import { routes } from '@gatehouse/contract/routes'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import { knownTheme } from '@gatehouse/contract/theme/themes'
import type { Scheme } from '@gatehouse/contract/theme/tokenColours'
import { imageOf } from '../../mail/imageOf.ts'
import { logoId, sceneId } from '../../mail/layout.ts'
import type { MailingText } from '../../mail/mails.ts'
import { mailNames, sampleMail, sampleMailing } from '../../mail/sampleMails.ts'
import { pageDeploymentOf } from '../../pages/pageRenderer.ts'
import type { Deployment } from '../../deployments/deployments.ts'

/** A screen or a mail, and how it is shown. */
export interface View {
  /** The name of a screen, or `mail:` and the name of a mail. */
  readonly what: string
  readonly language: Language
  readonly scheme: Scheme
  /** The size of the text, in percent of the usual one. */
  readonly textSize: number
  /** As a system with forced colours shows it. */
  readonly isForced: boolean
  /** Those of the mail of a mailing; null for a sample's. */
  readonly words: MailingText | null
}

/** A view as most people have it. */
export const usualView = { scheme: 'light', textSize: 100, isForced: false, words: null } as const

/** The screens and mails of a deployment. */
export function viewsOf(deployment: Deployment) {
  return [
    ...previewScreensOf(deployment.rules).map(({ name, title }) => ({ what: name, title })),
    ...mailNames.map((name) => ({ what: `${mailPrefix}${name}`, title: `Mail: ${name}` })),
  ]
}

export const mailPrefix = 'mail:'

/** A picture of a screen or a mail of a deployment; null where it has none of the name. */
export async function drawPicture(
  renderer: PageRenderer,
  deployment: Deployment,
  view: View,
): Promise<string | null> {
  if (view.what.startsWith(mailPrefix)) return pictureOfMail(deployment, view)
  const screen = previewScreensOf(deployment.rules).find(({ name }) => name === view.what)
  if (screen === undefined) return null
  const { html, styles } = await renderer.renderDocument({
    deployment: pageDeploymentOf(deployment),
    language: view.language,
    path: routes[screen.name].path,
    metas: {},
    screen: { isConsentGiven: true },
    answers: screen.isOfPlayers ? sampleSession(deployment.configuration.AccountApiUrl) : undefined,
    picture: { scheme: view.scheme, styles: stylesOf(view) },
  })
  return view.isForced ? forced(html, styles) : html
}

function stylesOf({ textSize }: View): string {
  // A frame without scripts gets the words for browsers without them, otherwise.
  return `#root{display:block!important}html{font-size:${textSize}%;scrollbar-width:none}*{animation:none!important;transition:none!important;caret-color:transparent}`
}

/** The colours of a usual contrast theme, over all others. */
const forcedColours =
  '*,::before,::after{background-color:#000!important;background-image:none!important;color:#fff!important;border-color:#fff!important;box-shadow:none!important;text-shadow:none!important;fill:#fff}a,a *{color:#ff0!important}button,button *{color:#3ff!important;border-color:#3ff!important}'

/** Every rule for forced colours applies. */
function forced(html: string, styles: readonly string[]): string {
  const last = styles.length - 1
  return styles.reduce((page, text, at) => {
    const rule = text.replaceAll(/@media \(forced-colors:\s*active\)/g, '@media all')
    return page.replace(text, () => (at === last ? rule + forcedColours : rule))
  }, html)
}

function mailIn(deployment: Deployment, { what, language, words }: View) {
  if (words !== null) return sampleMailing(deployment, language, words)
  return sampleMail(deployment, language, what.slice(mailPrefix.length))
}

function pictureOfMail(deployment: Deployment, view: View): string | null {
  const mail = mailIn(deployment, view)
  if (mail === undefined) return null
  const { html, logo = '', scene } = mail
  const strip = scene === undefined ? '' : imageOf(knownTheme(scene), 'jpg')
  return html
    .replace('<html ', () => `<html style="font-size:${view.textSize}%" `)
    .replaceAll(
      '@media (prefers-color-scheme:dark)',
      view.scheme === 'dark' ? '@media all' : '@media not all',
    )
    .replaceAll(`cid:${logoId}`, `data:image/png;base64,${logo}`)
    .replaceAll(`cid:${sceneId}`, `data:image/jpeg;base64,${strip}`)
}
