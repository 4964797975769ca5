import { SettingsError } from '../../platform/config/settings.ts'
import { checkThemeContrast } from '../../deployments/checkThemeContrast.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { type OverlayVersion, withVersion } from '../../deployments/overlay.ts'

interface Servable {
  /** Undefined for the file alone. */
  readonly version: OverlayVersion | undefined
  readonly deployment: Deployment
}

/** Rows of versions, or of drafts as if they were published. */
export function asPublished(
  rows: readonly Pick<OverlayVersion, 'id' | 'overlay'>[],
): readonly OverlayVersion[] {
  return rows.map(({ id, overlay }) => ({ id, revision: null, overlay }))
}

/** The first of some versions that can be served over a file, or the file alone. */
export function firstServable(
  file: Deployment,
  versions: readonly OverlayVersion[],
  onRefused: (version: OverlayVersion, error: SettingsError) => void = () => {},
): Servable {
  for (const version of versions) {
    try {
      const deployment = withVersion(file, version)
      checkThemeContrast([deployment])
      return { version, deployment }
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      onRefused(version, error)
    }
  }
  return { version: undefined, deployment: file }
}
