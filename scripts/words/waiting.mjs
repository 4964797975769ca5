// Lists the texts that wait for a translator. They show English, or their old text, and only a release
// refuses them: `node scripts/words/waiting.mjs --refuse`.
import { root } from '../bootstrap.mjs'
import { readEntries, waitingIn } from './catalogues.mjs'

const texts = Map.groupBy(
  waitingIn(readEntries(root)),
  ({ place, english }) => `${place}: ${english}`,
)
for (const [text, entries] of texts) {
  console.log(`${text}\n  waits in ${entries.map(({ language }) => language).join(', ')}`)
}
if (texts.size > 0)
  console.log(`\n${texts.size} texts wait for a translator, see docs/translating.md.`)
if (process.argv.includes('--refuse') && texts.size > 0) process.exitCode = 1
