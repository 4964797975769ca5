import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calls } from '@gatehouse/contract/calls'
import * as z from 'zod'
import { escapeHtml } from '../platform/escapeHtml.ts'

const indexSchema = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), sheets: z.array(z.string()) }),
)

/** The build's own word on which files the screen of a path has, by path. */
type ScreenIndex = z.output<typeof indexSchema>

/**
 * Reads of a built portal what a page's script would ask for when it has come. The answer tells the
 * browser of it at once, for a path: the configuration, and the files of the screen.
 */
export async function readScreenFiles(root: string): Promise<(path: string) => string> {
  const written = await readFile(join(root, 'screens.json'), 'utf8').catch(() => '{}')
  const index: ScreenIndex = indexSchema.parse(JSON.parse(written))
  const configuration = `<link rel="preload" as="fetch" href="${calls.runtimeConfiguration.path}" crossorigin>`
  const links = new Map(
    Object.entries(index).map(([path, { scripts, sheets }]) => [
      path,
      [
        ...scripts.map(
          (file) => `<link rel="modulepreload" href="${escapeHtml(file)}" crossorigin>`,
        ),
        ...sheets.map(
          (file) => `<link rel="preload" as="style" href="${escapeHtml(file)}" crossorigin>`,
        ),
      ].join(''),
    ]),
  )
  return (path) => configuration + (links.get(path) ?? '')
}
