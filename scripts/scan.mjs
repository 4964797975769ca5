// npm run prove -- scan: tools of others on the product, where one finding is a failure. `npm run prove -- scan slow`
// runs one of them; `npm run prove -- scan sql logIn identify` passes the rest to it.
import { fail, npm, root } from './bootstrap.mjs'
import { findProgram } from './programs.mjs'

const secretlint = ['secretlint@13.0.6', '@secretlint/secretlint-rule-preset-recommend@13.0.7']
/** By their names, from the fastest to the slowest; with their programs, which Debian has. */
const scans = { secrets: null, published: 'python3', slow: 'slowhttptest', sql: 'sqlmap' }

const [asked, ...rest] = process.argv.slice(2)
const names = Object.keys(scans).filter((name) => [undefined, name].includes(asked))
if (names.length === 0) fail(`Scans are ${Object.keys(scans).join(', ')}.`)
const findings = []
for (const name of names) {
  const program = scans[name]
  if (program !== null && findProgram([program], [program]) === null) fail(`${program} is missing.`)
  const { title, run } = name === 'secrets' ? secrets() : await import(`./scans/${name}.mjs`)
  console.log(`\n── ${title}`)
  findings.push(...(await run(rest)))
}
for (const finding of findings) console.error(finding)
console.log(`${findings.length} findings`)
process.exit(findings.length > 0 ? 1 : 0)

function secrets() {
  const packages = secretlint.map((each) => `--package=${each}`)
  const command = ['--', 'secretlint', '--secretlintignore', '.gitignore', '**/*']
  const run = () => {
    const options = { cwd: root, stdio: 'inherit' }
    const { status } = npm(['exec', '--yes', ...packages, ...command], options)
    return status === 0 ? [] : ['The secrets stand above.']
  }
  return { title: 'secretlint on every file of the repository', run }
}
