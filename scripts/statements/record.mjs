// The statements that the server's tests recorded: one file a worker, one line a statement.
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

const folder = process.env.GATEHOUSE_TEST_STATEMENTS ?? join(root, 'test-results/statements')

/** Empties the record for a new run. Returns its folder. */
export function emptyRecord() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * Reads the statements: `place` is the name of a prepared one, or the file and the function that
 * runs it; `text` has lists of one value. Sorted, each once.
 */
export function readRecord() {
  const lines = globSync('*', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
  )
  return [...new Set(lines)].toSorted((a, b) => (a < b ? -1 : 1)).map((line) => JSON.parse(line))
}

/** Files of the server that have statements of which no test ran any. */
export function unseenFiles(record) {
  const seen = new Set(record.map(({ file }) => `apps/server/src/${file}`))
  const statement =
    /\bsql(?:<[^`]*>)?`|\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\b(?:findRow|hasRow|insertOnce|changeRows|deleteRows)\(/
  return globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (file) =>
      !/\.test\.ts$|database\/(?:schema|migrations|pool|transactions)\/|\/move(?:Rows|Command)\./.test(
        file,
      ) &&
      !seen.has(file.replaceAll('\\', '/')) &&
      statement.test(readFileSync(join(root, file), 'utf8')),
  )
}
