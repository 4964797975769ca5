import { isDeepStrictEqual } from 'node:util'
import { previewScreens } from '@gatehouse/contract/console/previewScreens'
import { type Language, offerOf } from '@gatehouse/contract/languages'
import type { PageRenderer } from '@gatehouse/contract/serverPages'
import { sampleMails } from '../../mail/sampleMails.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { drawPicture, usualView, type View } from './pictures.ts'

/** The mails that a change makes others, by their names. */
export function mailsThatChange(now: Deployment, next: Deployment): readonly string[] {
  const languages = offerOf(next.configuration).languages
  const [before, after] = [now, next].map((deployment) => {
    const each = languages.flatMap((language) =>
      [...sampleMails(deployment, language)].map(([name, mail]) => [language, name, mail] as const),
    )
    return new Map(each.map(([language, name, mail]) => [`${language} ${name}`, mail]))
  })
  const changed = [...(after ?? [])].filter(
    ([key, mail]) => !isDeepStrictEqual(mail, before?.get(key)),
  )
  return [...new Set(changed.map(([key]) => key.slice(key.indexOf(' ') + 1)))]
}

/** The screens that a change makes others, by their titles. */
export async function screensThatChange(
  renderer: PageRenderer | null,
  now: Deployment,
  next: Deployment,
): Promise<readonly string[]> {
  if (renderer === null) return []
  const usual = offerOf(next.configuration).default
  const languages = new Set([usual, ...languagesOf(now, next)])
  const changed: string[] = []
  for (const { name, title } of previewScreens) {
    for (const language of languages) {
      const view = { ...usualView, what: name, language }
      const before = await drawn(renderer, now, view)
      const after = await drawn(renderer, next, view)
      if (before === after) continue
      changed.push(title)
      break
    }
  }
  return changed
}

/** Null for a screen that there is not, and for one that cannot be rendered: it comes by its script. */
function drawn(renderer: PageRenderer, deployment: Deployment, view: View) {
  return drawPicture(renderer, deployment, view).catch(() => null)
}

/** The languages whose words differ. */
function languagesOf(now: Deployment, next: Deployment): readonly Language[] {
  return offerOf(next.configuration).languages.filter(
    (language) => !isDeepStrictEqual(now.wordings.get(language), next.wordings.get(language)),
  )
}
