import { contrastPairs } from '@gatehouse/contract/theme/contrastPairs'
import { themeOf } from '@gatehouse/contract/theme/themes'
import {
  type Scheme,
  schemes,
  tokenColours,
  type Tokens,
} from '@gatehouse/contract/theme/tokenColours'
import { wcagContrast } from 'culori'
import { SettingsError } from '../platform/config/settings.ts'

import {
  changedTokens,
  opaqueColour,
  type ThemeChanges,
  type Themed,
  themeNameOf,
} from './themeTokens.ts'

/** The parts of a deployment that are measured. */
interface Measured extends Themed {
  readonly name: string
  readonly theme: Pick<ThemeChanges, 'name' | 'tokens'>
}

/**
 * Measures the colours that deployments change against those of their themes, as the portal's build
 * measures its own. Throws a SettingsError that names deployment, tokens and scheme of colours that
 * are too close to read, or that cannot be measured.
 */
export function checkThemeContrast(
  deployments: readonly Measured[],
  tokensOf = (name: string): Tokens => themeOf(name).tokens,
): void {
  const errors = deployments.flatMap((deployment) =>
    contrastErrors(tokensOf(themeNameOf(deployment)), deployment.theme.tokens).map(
      (error) => `${deployment.name}: theme.tokens: ${error}`,
    ),
  )
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
}

function contrastErrors(own: Tokens, said: Readonly<Record<string, string>>): readonly string[] {
  const changed = changedTokens(own, said)
  return contrastPairs.flatMap(([ink, ground, needed]) =>
    schemes.flatMap((scheme) => {
      const inTheme = pairsOf(own, ink, ground, scheme)
      const pairs = pairsOf(changed, ink, ground, scheme)
      if (JSON.stringify(pairs) === JSON.stringify(inTheme)) return []
      const names = `--${ink} on --${ground}, ${scheme}:`
      const found = Math.min(...pairs.map(([above, below]) => contrast(above, below)))
      if (Number.isNaN(found)) return [`${names} cannot be measured.`]
      return found >= needed
        ? []
        : [`${names} a contrast of ${found.toFixed(2)}, ${needed} are needed.`]
    }),
  )
}

/** Every two colours that can come together. */
function pairsOf(
  tokens: Tokens,
  ink: string,
  ground: string,
  scheme: Scheme,
): readonly (readonly [string, string])[] {
  const grounds = tokenColours(tokens, ground, scheme)
  return tokenColours(tokens, ink, scheme).flatMap((above) =>
    grounds.map((below) => [above, below] as const),
  )
}

/** NaN for a value other than an opaque colour, like a mixture. */
function contrast(above: string, below: string): number {
  const [ink, ground] = [opaqueColour(above), opaqueColour(below)]
  return ink === null || ground === null ? Number.NaN : wcagContrast(ink, ground)
}
