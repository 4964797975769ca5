// node scripts/words/check.mjs: refuses words that break a rule of docs/translating.md. With
// --warn it also lists what a reader has to judge.
import { fileURLToPath } from 'node:url'
import { missingLanguages, readEntries } from './catalogues.mjs'
import { defectsOf, sharedWords } from './defects.mjs'

const entries = await readEntries(fileURLToPath(new URL('../..', import.meta.url)))
const lines = [
  ...missingLanguages(entries),
  ...entries.flatMap((entry) =>
    defectsOf(entry).map(
      (defect) => `${entry.place} ${entry.language}: ${defect}\n  ${entry.id}\n  ${entry.text}`,
    ),
  ),
]
for (const line of lines) console.error(line)
if (process.argv.includes('--warn')) for (const line of sharedWords(entries)) console.log(line)
const languages = new Set(entries.map(({ language }) => language))
console.log(`${entries.length} messages in ${languages.size} languages, ${lines.length} defects`)
process.exit(lines.length === 0 ? 0 : 1)
