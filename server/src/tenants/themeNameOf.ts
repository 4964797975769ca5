import type { Deployment } from './deployments.ts'

/** What says which theme a deployment has. */
export interface Themed {
  readonly configuration: Pick<Deployment['configuration'], 'Environment'>
  readonly theme: Pick<Deployment['theme'], 'name'>
}

/** The folder of a deployment's theme: the one that it names, or else the one of its environment. */
export function themeNameOf({ configuration, theme }: Themed): string {
  return theme.name ?? configuration.Environment.trim().toLowerCase()
}
