import type { Configuration } from '@gatehouse/contract/configuration'

/** 'Account - ' and the screen's title; a screen without one is titled like the studio. */
export function documentTitle(title: string | null, configuration: Configuration): string {
  if (title !== null) return `Account - ${title}`
  return configuration.RegisterStudioName || configuration.PartnerName || 'Account'
}
