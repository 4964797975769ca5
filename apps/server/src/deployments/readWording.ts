import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isErrorCode } from '@gatehouse/contract/errors'
import { isLanguage, type Language } from '@gatehouse/contract/languages'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import * as z from 'zod'
import { SettingsError } from '../platform/config/settings.ts'
import { readFileJson } from '../platform/readJsonText.ts'
import { wordsOf } from '../words/wordsOf.ts'
import { formDefects } from '@gatehouse/contract/formDefects'

/** The words of a studio in one language, instead of ours. */
export interface Wording {
  /** Messages of the portal, compiled as its catalogues are, by the ids of these. */
  readonly portal: Readonly<Record<string, readonly unknown[]>>
  /** Messages of mails by the way to them, like `farewell.subject`. */
  readonly mails: Readonly<Record<string, string>>
  /** As the studio wrote them. */
  readonly given?: z.output<typeof wordingFile>
}

export type Wordings = ReadonlyMap<Language, Wording>

const mostBytes = 64 * 1024
const mostEntries = 200
const longestText = 2000

const texts = z.record(z.string().max(longestText), z.string().min(1).max(longestText)).default({})
const wordingFile = z.strictObject({ portal: texts, errors: texts, mails: texts })

/** Reads `<language>.json` of a folder; a SettingsError names the file and text of each defect. */
export async function readWordings(folder: string): Promise<Wordings> {
  const files = await readdir(folder).catch(() => [])
  const wordings = new Map<Language, Wording>()
  const errors: string[] = []
  for (const file of files.filter((name) => name.endsWith('.json')).toSorted()) {
    const language = file.slice(0, -'.json'.length)
    const path = join(folder, file)
    if (!isLanguage(language)) errors.push(`${path}: ${language} is no language that is built.`)
    else {
      const read = wordingOf(await readFile(path, 'utf8'), language)
      if ('errors' in read) errors.push(...read.errors.map((error) => `${path}: ${error}`))
      else wordings.set(language, read)
    }
  }
  if (errors.length > 0) throw new SettingsError(errors.join('\n'))
  return wordings
}

/** The wording of a file's text, or its errors. */
export function wordingOf(
  text: string,
  language: Language,
): Wording | { readonly errors: readonly string[] } {
  if (Buffer.byteLength(text) > mostBytes) return { errors: ['It has over 64 KB.'] }
  const read = readFileJson(text)
  return 'refusal' in read ? { errors: [`It ${read.refusal}.`] } : readWording(read.value, language)
}

/** The same of a file's data. */
export function readWording(
  data: unknown,
  language: Language,
): Wording | { readonly errors: readonly string[] } {
  const read = wordingFile.safeParse(data)
  if (!read.success) return { errors: [z.prettifyError(read.error).replaceAll('\n', ' ')] }
  const { portal, errors: codes, mails } = read.data
  const count = [portal, codes, mails].flatMap((part) => Object.keys(part)).length
  if (count > mostEntries) return { errors: [`It has ${count} texts, over ${mostEntries}.`] }
  const mailWords = new Map<string, string>(Object.entries(wordsOf('en')))
  const defects = (key: string, original: string, said: string) =>
    formDefects(original, said, language).map((each) => `${key.replace('\u0004', ': ')}: ${each}`)
  const errors = [
    ...Object.entries(portal).flatMap(([key, said]) => defects(key, partsOf(key).message, said)),
    ...Object.entries(codes).flatMap(([code, said]) =>
      isErrorCode(code) ? defects(code, '', said) : [`${code} is no error code.`],
    ),
    ...Object.entries(mails).flatMap(([way, said]) => {
      const original = mailWords.get(way)
      return original === undefined
        ? [`${way} is no text of a mail.`]
        : defects(way, original, said)
    }),
  ]
  if (errors.length > 0) return { errors }
  const ofPortal = Object.entries(portal).map(([key, said]) => [idOf(key), said] as const)
  const messages = [...ofPortal, ...Object.entries(codes)].map(
    ([id, said]) => [id, compileMessageOrThrow(said)] as const,
  )
  return { portal: Object.fromEntries(messages), mails, given: read.data }
}

/** A text of a deployment's own in a language, where its words give one for the English. */
export function ownWords(wordings: Wordings, language: Language, text: string): string {
  return wordings.get(language)?.portal[generateMessageId(text)]?.join('') ?? text
}

/** A key names a message by its English words, and by its context before them where it has one. */
function partsOf(key: string): { readonly message: string; readonly context: string } {
  const [message = '', context = ''] = key.split('\u0004').toReversed()
  return { message, context }
}

function idOf(key: string): string {
  const { message, context } = partsOf(key)
  return generateMessageId(message, context)
}
