import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A step of the schema: a file of `schema/`, or a folder of files that belong together. */
export interface Migration {
  readonly statements: readonly string[]
  /**
   * The migration that a server must know to work beside this one; null where every older server
   * does. A first line `-- needs 0002-…` says so.
   */
  readonly needs: string | null
}

/** By their names, in their order. */
export type Migrations = Readonly<Record<string, Migration>>

/** From an empty database to this version. The rules for a new one: docs/upgrading.md. */
export const migrations = readMigrations(fileURLToPath(new URL('../schema', import.meta.url)))

/** Reads what begins with four digits: `0002-nicknames.sql`. */
export function readMigrations(folder: string): Migrations {
  const names = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
  const read = (name: string) => migrationOf(textsOf(join(folder, name)))
  return Object.fromEntries(
    names.toSorted().map((name) => [name.replace(/\.sql$/, ''), read(name)]),
  )
}

function textsOf(path: string): readonly string[] {
  const files = statSync(path).isDirectory() ? readdirSync(path).toSorted() : ['']
  return files.map((file) => readFileSync(join(path, file), 'utf8'))
}

/** A statement ends with a semicolon at the end of a line; indented lines below belong to it. */
export function migrationOf(texts: readonly string[]): Migration {
  return {
    statements: texts.flatMap((text) => text.trim().split(/;(?:\n+(?! )|$)/)).filter(Boolean),
    needs: /^-- needs (\S+)$/m.exec(texts.join('\n'))?.[1] ?? null,
  }
}
