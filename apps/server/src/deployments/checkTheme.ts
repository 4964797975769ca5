import { releasedTokens, retiredTokens } from '@gatehouse/contract/theme/releasedTokens'
import { tokenNames } from '@gatehouse/contract/theme/tokenNames'
import * as z from 'zod'
import { SettingsError } from '../platform/config/settings.ts'
import { readFileJson } from '../platform/readJsonText.ts'
import { checkThemeContrast } from './checkThemeContrast.ts'
import { type ThemeChanges, themeSchema } from './themeTokens.ts'

interface Findings {
  /** Tokens that no screen has any more, and colours that cannot be read. */
  readonly problems: readonly string[]
  /** Tokens that are newer than the theme, and that it does not set. */
  readonly missing: readonly string[]
}

const deploymentFile = z.looseObject({ Environment: z.string(), theme: themeSchema.optional() })

/**
 * Plays a theme, or the theme of a deployment's file, against the screens of this version. `since` is
 * the release that it was made for. Throws a SettingsError for a text that is neither.
 */
export function checkTheme(text: string, since: string): Findings {
  const { environment, theme } = read(text)
  const released = releasedTokens[since]
  if (released === undefined) {
    throw new SettingsError(
      `since: there is no release ${since}, but ${Object.keys(releasedTokens).join(', ')}.`,
    )
  }
  const [known, before] = [new Set(tokenNames), new Set(released)]
  const unknown = Object.keys(theme.tokens)
    .filter((token) => !known.has(token))
    .map(whyUnknown)
  return {
    problems: [...unknown, ...unreadable(environment, theme)],
    missing: tokenNames.filter((token) => !before.has(token) && theme.tokens[token] === undefined),
  }
}

function whyUnknown(token: string): string {
  const successor = retiredTokens[token]
  if (successor === undefined) return `theme.tokens: ${token} is no token of this version.`
  return successor === null
    ? `theme.tokens: ${token} is gone, and nothing replaces it.`
    : `theme.tokens: ${token} is gone: ${successor} replaces it.`
}

function unreadable(Environment: string, theme: ThemeChanges): readonly string[] {
  try {
    checkThemeContrast([{ name: 'theme', configuration: { Environment }, theme }])
    return []
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    return error.message.split('\n').map((line) => line.replace(/^theme: /, ''))
  }
}

function read(text: string): { readonly environment: string; readonly theme: ThemeChanges } {
  const data = dataOf(text)
  const file = deploymentFile.safeParse(data)
  if (file.success) {
    const { Environment, theme = { tokens: {} } } = file.data
    return { environment: Environment, theme }
  }
  const alone = themeSchema.safeParse(data)
  if (alone.success) return { environment: '', theme: alone.data }
  throw new SettingsError(z.prettifyError(alone.error))
}

function dataOf(text: string): unknown {
  const read = readFileJson(text)
  if ('refusal' in read) throw new SettingsError(`file: It ${read.refusal}.`)
  return read.value
}
