import type { Deployment } from './deployments.ts'

/** The parts of a deployment that decide its theme. */
export interface Themed {
  readonly configuration: Pick<Deployment['configuration'], 'Environment'>
  readonly theme: Pick<Deployment['theme'], 'name'>
}

/** The folder of a deployment's theme: its own, or the one of its environment. */
export function themeNameOf({ configuration, theme }: Themed): string {
  return theme.name ?? configuration.Environment.trim().toLowerCase()
}
