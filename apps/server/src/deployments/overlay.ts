import { isLanguage, type Language } from '@gatehouse/contract/languages'
import { SettingsError } from '../platform/config/settings.ts'
import {
  type Deployment,
  deploymentOfData,
  type FileData,
  type ServedVersion,
} from './deployments.ts'
import { isLeftToConsole } from './fieldClasses.ts'
import { readWording, type Wordings } from './readWording.ts'

/**
 * Changes of a deployment's file that were made in the console: each field has the form of the file's,
 * and `words` has the deployment's own words by language. Nothing in it is filled in from the
 * environment.
 */
export type Overlay = FileData

/** A version with what it changes. */
export interface OverlayVersion extends ServedVersion {
  readonly overlay: Overlay
}

/**
 * A deployment of the files with the changes of a version. Fields that the file no longer leaves to
 * the console are left out. Throws a SettingsError that names the fields that cannot be.
 */
export function withVersion(file: Deployment, { overlay, ...version }: OverlayVersion): Deployment {
  const left = Object.entries(overlay).filter(([field]) => isLeftToConsole(field, file))
  const { words, ...fields } = Object.fromEntries(left)
  const next = deploymentOfData(file.name, overlaid(file.file, fields))
  return {
    ...next,
    file: file.file,
    version,
    wordings: words === undefined ? file.wordings : withWords(file.wordings, words),
  }
}

/** Whole fields are replaced; of the theme each part, and of its tokens each one. */
export function overlaid(file: FileData, overlay: Overlay): FileData {
  const { theme, ...others } = overlay
  if (theme === undefined) return { ...file, ...others }
  const [own, changed] = [objectOf(file['theme']), objectOf(theme)]
  const tokens = { ...objectOf(own['tokens']), ...objectOf(changed['tokens']) }
  return { ...file, ...others, theme: { ...own, ...changed, tokens } }
}

function objectOf(value: unknown): FileData {
  return typeof value === 'object' && value !== null ? (value as FileData) : {}
}

/** The words of the files, and each text of the overlay in its place. */
function withWords(wordings: Wordings, words: unknown): Wordings {
  const next = new Map(wordings)
  const errors: string[] = []
  for (const [language, texts] of Object.entries(objectOf(words))) {
    if (!isLanguage(language)) errors.push(`words: ${language} is no language that is built.`)
    else {
      const read = readWording(texts, language)
      if ('errors' in read) errors.push(...read.errors.map((each) => `words.${language}: ${each}`))
      else next.set(language, merged(next, language, read))
    }
  }
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
  return next
}

function merged(wordings: Wordings, language: Language, { portal, mails }: WordingRead) {
  const own = wordings.get(language)
  return { portal: { ...own?.portal, ...portal }, mails: { ...own?.mails, ...mails } }
}

type WordingRead = Exclude<ReturnType<typeof readWording>, { readonly errors: unknown }>
