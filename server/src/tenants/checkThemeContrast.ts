import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contrastPairs } from '@gatehouse/contract/contrastPairs'
import { type Scheme, schemes, tokenColours, type Tokens } from '@gatehouse/contract/tokenColours'
import { type Color, parse, wcagContrast } from 'culori'
import * as z from 'zod'
import type { Deployment } from './deployments.ts'
import { SettingsError } from '../platform/config/settings.ts'
import { themeNameOf } from './themeNameOf.ts'

const coloursSchema = z.record(z.string(), z.record(z.string(), z.array(z.string())))

/**
 * Measures the colours that deployments change against those of their themes, as the portal's build
 * measures its own. Throws a SettingsError that names deployment, tokens and scheme when somebody
 * could not read them, or when they are written so that they cannot be measured. A build that does
 * not tell its colours is not measured.
 */
export async function checkThemeContrast(
  root: string,
  deployments: readonly Deployment[],
): Promise<void> {
  const text = await readFile(join(root, 'colours.json'), 'utf8').catch(() => '{}')
  const themes = coloursSchema.parse(JSON.parse(text))
  const faults = deployments.flatMap((deployment) => {
    const own = themes[themeNameOf(deployment)] ?? themes['platform']
    return own === undefined
      ? []
      : faultsOf(own, deployment.theme.tokens).map(
          (fault) => `${deployment.name}: theme.tokens: ${fault}`,
        )
  })
  if (faults.length > 0) throw new SettingsError(faults.join('\n'))
}

function faultsOf(own: Tokens, said: Readonly<Record<string, string>>): readonly string[] {
  const changed: Tokens = {
    ...own,
    ...Object.fromEntries(Object.entries(said).map(([name, value]) => [name.slice(2), [value]])),
  }
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

/** NaN for what is no opaque colour, like a mixture. */
function contrast(above: string, below: string): number {
  const [ink, ground] = [opaque(above), opaque(below)]
  return ink === null || ground === null ? Number.NaN : wcagContrast(ink, ground)
}

function opaque(value: string): Color | null {
  const colour = parse(value)
  return colour === undefined || (colour.alpha ?? 1) < 1 ? null : colour
}
