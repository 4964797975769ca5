// Constructs of PostgreSQL that other engines refuse, by their documentation, and our files that use them.
// engines.test.mjs holds docs/scale.md against it. None of the engines was run.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../bootstrap.mjs'

/** By engine: the name of a construct, and its form in a statement. */
const refused = {
  // https://www.cockroachlabs.com/docs/v26.3/postgresql-compatibility
  CockroachDB: [
    ['advisory locks, which lock nothing', /\bpg_(?:try_)?advisory_/],
    ['LISTEN and NOTIFY', /\bpg_notify\b|^\s*notify: true,$/m],
    ['`cidr`', /\bcidr\b(?=[ ,)])/],
    ['triggers of statements', /\bfor each statement\b/],
    ['triggers that are switched off', /\bdisable trigger\b/],
    ['deferrable constraints', /\bdeferrable\b/],
    ['LOCK TABLE', /\block table [a-z_]+ in\b/],
  ],
  // https://docs.yugabyte.com/stable/explore/ysql-language-features/postgresql-compatibility/
  YugabyteDB: [
    ['LISTEN and NOTIFY before 2025.2.3', /\bpg_notify\b|^\s*notify: true,$/m],
    ['LOCK TABLE', /\block table [a-z_]+ in\b/],
    ['deferrable constraints', /\bdeferrable\b/],
    ['exclusion constraints', /\bexclude using\b/],
    ['stored generated columns', /\bgenerated always as \(/],
    ['GIN indexes of several columns', /\busing gin \([^)]*,/],
    ['table inheritance', /\binherits \(/],
  ],
}

/** The constructs that are used, with their files: `[engine, construct, files]`. */
export function usedOf() {
  const files = globSync('apps/server/src/**/*.{sql,ts}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted()
  const texts = files.map((file) => [file, sqlOf(file)])
  return Object.entries(refused).flatMap(([engine, constructs]) =>
    constructs
      .map(([name, form]) => [
        engine,
        name,
        texts.filter(([, text]) => form.test(text)).map(([file]) => file),
      ])
      .filter(([, , found]) => found.length > 0),
  )
}

/** A file without its comments. */
function sqlOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return file.endsWith('.sql')
    ? text.replaceAll(/^\s*--.*$/gm, '')
    : text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
}
