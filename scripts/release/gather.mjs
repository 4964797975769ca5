// node scripts/release/gather.mjs FROM TO: puts the files of the machines that built a release together,
// with one list of checksums, and writes what the changelog says of the version to NOTES.md.
import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../bootstrap.mjs'
import { manifestIn, sectionOf } from './version.mjs'

const [from, to] = process.argv.slice(2)
fs.rmSync(to, { recursive: true, force: true })
fs.mkdirSync(to)
const files = fs.globSync('*/*', { cwd: from }).toSorted()
for (const file of files) {
  // Each machine makes the sources and the packages for sites: they are those of the first one.
  if (basename(file) !== 'SHA256SUMS' && !fs.existsSync(join(to, basename(file)))) {
    fs.copyFileSync(join(from, file), join(to, basename(file)))
  }
}
const lines = fs.readdirSync(to).map((file) => {
  return `${hash('sha256', fs.readFileSync(join(to, file)))}  ${file}\n`
})
fs.writeFileSync(join(to, 'SHA256SUMS'), lines.join(''))
const changelog = fs.readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
fs.writeFileSync(join(to, 'NOTES.md'), `${sectionOf(changelog, manifestIn().version)}\n`)
console.log(fs.readdirSync(to).join('\n'))
