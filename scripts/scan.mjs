// npm run scan: runs scanners of others on the product. `npm run scan -- regexes sql` runs some of
// them; `npm run scan -- sql logIn identify` passes the rest to one. A finding is a problem unless
// scripts/scans/explained.json explains it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const { installTools } = await import('./scans/tools.mjs')

/** From the fastest to the slowest. */
const names = ['lock', 'secrets', 'slow', 'crawl', 'sql']

const args = process.argv.slice(2)
const asked = args.filter((arg) => names.includes(arg))
const rest = args.filter((arg) => !names.includes(arg))
if (rest.length > 0 && asked.length !== 1) {
  console.error(`Scans are ${names.join(', ')}; ${rest.join(' ')} is none.`)
  process.exit(1)
}

installTools()
const explained = JSON.parse(readFileSync(join(root, 'scripts/scans/explained.json'), 'utf8'))
let isClean = true
for (const name of asked.length > 0 ? asked : names) {
  const scan = await import(`./scans/${name}.mjs`)
  console.log(`\n── ${scan.title}`)
  const from = Date.now()
  const { covered, findings } = await scan.run(rest)
  const isExplained = ({ id }) =>
    (explained[name] ?? []).some((each) => id.startsWith(each.finding))
  const problems = findings.filter((finding) => !isExplained(finding))
  for (const { id, detail } of problems) console.log(`${id}: ${detail}`)
  const seconds = Math.round((Date.now() - from) / 1000)
  const known = findings.length - problems.length
  console.log(`${covered}: ${problems.length} findings, ${known} explained, ${seconds} s`)
  if (problems.length > 0) isClean = false
}
process.exit(isClean ? 0 : 1)
