import type { FieldClass } from '@gatehouse/contract/acts/versionActs'
import { contrastPairs } from '@gatehouse/contract/theme/contrastPairs'
import { offerOf } from '@gatehouse/contract/languages'
import { themeOf } from '@gatehouse/contract/theme/themes'
import { type Scheme, tokenColours, type Tokens } from '@gatehouse/contract/theme/tokenColours'
import { clampRgb, converter, formatHex, parse } from 'culori'
import * as z from 'zod'
import type { Version } from '../../database/versions/versions.ts'
import { fieldDescriptions, fieldForms } from '../../deployments/deploymentFile.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { classOf, isLeftToConsole } from '../../deployments/fieldClasses.ts'
import { changedTokens, themeNameOf } from '../../deployments/themeTokens.ts'
import { viewsOf } from './pictures.ts'

/** All that the brand studio knows of a deployment. Of fields of the file alone no value is given. */
export function describeDeployment(
  file: Deployment,
  now: Deployment,
  newest: Pick<Version, 'id' | 'overlay'> | null,
  classes: ReadonlySet<FieldClass>,
) {
  const overlay = newest?.overlay ?? {}
  return {
    version: newest?.id ?? 0,
    consoleEdits: file.consoleEdits,
    fields: Object.entries(fieldForms).map(([field, form]) => {
      const kind = classOf(field)
      const isOfFile = kind === 'file'
      return {
        field,
        class: kind,
        description: fieldDescriptions[field] ?? '',
        value: isOfFile ? null : (now.values[field as keyof typeof fieldForms] ?? null),
        origin: Object.hasOwn(overlay, field) ? 'version' : 'file',
        isEditable: isLeftToConsole(field, file) && classes.has(kind),
        form: isOfFile ? null : z.toJSONSchema(form, { io: 'input', unrepresentable: 'any' }),
      }
    }),
    overlay: JSON.stringify(overlay),
    words: JSON.stringify(
      Object.fromEntries([...file.wordings].map(([tag, { given }]) => [tag, given])),
    ),
    views: viewsOf(now),
    languages: offerOf(now.configuration).languages,
    tokens: [...coloursOf(now), ...lengthsOf(now)],
  }
}

const toRgb = converter('rgb')

/** The colours of a deployment that a person reads on others, in both schemes. */
function coloursOf(deployment: Deployment) {
  const own = themeOf(themeNameOf(deployment)).tokens
  const tokens = changedTokens(own, deployment.theme.tokens)
  const names = [...new Set(contrastPairs.flatMap(([ink, ground]) => [ink, ground]))]
  return names.flatMap((token) => {
    const [light, dark] = [hexOf(tokens, token, 'light'), hexOf(tokens, token, 'dark')]
    return light === null || dark === null
      ? []
      : [{ token: `--${token}`, light, dark, kind: 'colour' }]
  })
}

/** The tokens of corners. */
const lengths = ['radius', 'card-radius', 'button-radius']

/** Lengths that a slider changes, in rem. */
function lengthsOf(deployment: Deployment) {
  const own = themeOf(themeNameOf(deployment)).tokens
  const tokens = changedTokens(own, deployment.theme.tokens)
  return lengths.flatMap((token) => {
    const value = tokens[token]?.at(-1) ?? ''
    const isLength = /^[\d.]+rem$/.test(value)
    return isLength ? [{ token: `--${token}`, light: value, dark: value, kind: 'length' }] : []
  })
}

/** Null for a mixture and for several values, which no picker shows. */
function hexOf(tokens: Tokens, token: string, scheme: Scheme): string | null {
  const colours = tokenColours(tokens, token, scheme)
  const colour = colours.length === 1 ? parse(colours[0] ?? '') : undefined
  return colour === undefined ? null : formatHex(clampRgb(toRgb(colour)))
}
