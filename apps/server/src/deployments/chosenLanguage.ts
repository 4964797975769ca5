import { isOffered, type Language, offerOf } from '@gatehouse/contract/languages'
import type { Deployment } from './deployments.ts'

/** Anybody who may have chosen a language. */
export interface Speaker {
  readonly language: string | null
}

/** The language that a player chose; null without a choice, or where it is no longer offered. */
export function chosenLanguage(
  { configuration }: Pick<Deployment, 'configuration'>,
  { language }: Speaker,
): Language | null {
  return isOffered(language, offerOf(configuration)) ? language : null
}
