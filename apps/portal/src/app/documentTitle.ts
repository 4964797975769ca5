import type { I18n } from '@lingui/core'
import type { Configuration } from '@gatehouse/contract/configuration'
import { rulesOf } from '@gatehouse/contract/environments'
import { type Label, wordingOf } from '../context/wording.ts'

/**
 * 'Account - ' and the screen's title, as the specification has it; beyond it the title and the studio's
 * name. A screen without a title is titled like the studio.
 */
export function documentTitle(
  title: Label | null,
  configuration: Configuration,
  i18n: I18n,
): string {
  const studio = configuration.RegisterStudioName || configuration.PartnerName
  if (title === null) return studio || 'Account'
  const { goesBeyondSpecification } = rulesOf(configuration)
  const words = i18n._(wordingOf(title, goesBeyondSpecification))
  if (!goesBeyondSpecification) return `Account - ${words}`
  return studio === '' ? words : `${words} - ${studio}`
}
