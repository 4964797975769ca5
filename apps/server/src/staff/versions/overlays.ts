import type { FieldClass } from '@gatehouse/contract/acts/versionActs'
import { isDeepStrictEqual } from 'node:util'
import { classOf, isLeftToConsole } from '../../deployments/fieldClasses.ts'
import { readFileJson } from '../../platform/readJsonText.ts'
import type { Deployment } from '../../deployments/deployments.ts'
import { fieldForms } from '../../deployments/deploymentFile.ts'
import type { Overlay } from '../../deployments/overlay.ts'

/** Characters of a draft, as JSON. */
const longest = 300_000

/** A field of a draft that may not be changed so. */
export interface OverlayProblem {
  readonly code: 'INVALID_CHANGES' | 'FIELD_OF_FILE' | 'FIELD_NOT_YOURS'
  readonly message: string
}

interface Author {
  /** The served overlay: a draft that changes nothing of a field may keep it. */
  readonly known: Overlay
  /** The classes of fields that the author may change. */
  readonly classes: ReadonlySet<FieldClass>
}

/** Reads the changes of a draft, as a person has given them; answers the first problem instead. */
export function readOverlay(
  text: string,
  deployment: Deployment,
  { known, classes }: Author,
): { readonly overlay: Overlay } | { readonly problem: OverlayProblem } {
  const read = changesOf(text)
  if ('refusal' in read) return problem('INVALID_CHANGES', `changes: It ${read.refusal}.`)
  const { overlay: data } = read
  for (const field of Object.keys(data)) {
    if (field !== 'words' && !Object.hasOwn(fieldForms, field)) {
      return problem('INVALID_CHANGES', `${field} is no field of a deployment.`)
    }
    if (classOf(field) === 'file' || !isLeftToConsole(field, deployment)) {
      return problem(
        'FIELD_OF_FILE',
        `${field} is changed in the file of ${deployment.name} alone.`,
      )
    }
    if (!classes.has(classOf(field)) && !isDeepStrictEqual(data[field], known[field])) {
      return problem('FIELD_NOT_YOURS', `Your role does not change ${field}.`)
    }
  }
  return { overlay: data }
}

function problem(code: OverlayProblem['code'], message: string) {
  return { problem: { code, message } }
}

/** The changes that a text says, whatever they are; or why it says none. */
export function changesOf(
  text: string,
): { readonly overlay: Overlay } | { readonly refusal: string } {
  if (text.length > longest) return { refusal: `is longer than ${longest} characters` }
  const read = readFileJson(text)
  if ('refusal' in read) return read
  const isObject =
    typeof read.value === 'object' && read.value !== null && !Array.isArray(read.value)
  return isObject ? { overlay: read.value as Overlay } : { refusal: 'is no object' }
}
