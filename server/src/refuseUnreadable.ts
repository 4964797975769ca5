import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contrastPairs } from '@gatehouse/contract/contrastPairs'
import { type Color, parse, wcagContrast } from 'culori'
import * as z from 'zod'
import type { Deployment } from './deployments.ts'
import { SettingsError } from './settings.ts'
import { themeNameOf } from './themeNameOf.ts'

const schemes = ['light', 'dark'] as const
type Scheme = (typeof schemes)[number]

const pair = z.object({ light: z.string(), dark: z.string() })
const coloursSchema = z.record(z.string(), z.record(z.string(), z.union([z.string(), pair])))
type Colours = z.output<typeof coloursSchema>[string]

/**
 * Measures the colours that deployments change against those of their themes, as the portal's build
 * measures its own. Throws a SettingsError that names deployment, tokens and scheme when somebody
 * could not read them, or when they are written so that they cannot be measured. A build that does
 * not tell its colours is not measured.
 */
export async function refuseUnreadable(
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

function faultsOf(own: Colours, tokens: Readonly<Record<string, string>>): readonly string[] {
  const isChanged = (name: string): boolean => {
    const other = own[name]
    return `--${name}` in tokens || (typeof other === 'string' && isChanged(other))
  }
  return contrastPairs
    .filter(([ink, ground]) => isChanged(ink) || isChanged(ground))
    .flatMap(([ink, ground, needed]) =>
      schemes.flatMap((scheme) => {
        const names = `--${ink} on --${ground}, ${scheme}:`
        const above = colourOf(own, tokens, ink, scheme)
        const below = colourOf(own, tokens, ground, scheme)
        if (above === null || below === null) return [`${names} cannot be measured.`]
        const found = wcagContrast(above, below)
        return found >= needed
          ? []
          : [`${names} a contrast of ${found.toFixed(2)}, ${needed} are needed.`]
      }),
    )
}

/** null for what is no opaque colour, like a gradient or a mixture. */
function colourOf(
  own: Colours,
  tokens: Readonly<Record<string, string>>,
  name: string,
  scheme: Scheme,
  depth = 0,
): Color | null {
  if (depth > 8) return null
  const changed = tokens[`--${name}`]
  const follow = (other: string) => colourOf(own, tokens, other, scheme, depth + 1)
  if (changed === undefined) {
    const said = own[name]
    if (typeof said === 'string') return follow(said)
    return said === undefined ? null : opaque(said[scheme])
  }
  const value = changed.startsWith('light-dark(') ? sideOf(changed, scheme) : changed.trim()
  const [, other] = /^var\(\s*--([a-z-]+)\s*\)$/.exec(value) ?? []
  return other === undefined ? opaque(value) : follow(other)
}

/** One side of `light-dark(a, b)`; their own commas stand in brackets. */
function sideOf(said: string, scheme: Scheme): string {
  const sides = said.slice('light-dark('.length, -1).split(/,(?![^(]*\))/)
  return sides[schemes.indexOf(scheme)]?.trim() ?? ''
}

function opaque(value: string): Color | null {
  const colour = parse(value)
  return colour === undefined || (colour.alpha ?? 1) < 1 ? null : colour
}
