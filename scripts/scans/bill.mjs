// The bill of materials of the product, as CycloneDX.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from '../bootstrap.mjs'

export const title = 'The bill of materials (CycloneDX)'

const file = 'test-results/bill-of-materials.cdx.json'

/** Writes the bill. A package without a licence or a hash is a finding. */
export function run() {
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']
  const done = npm(args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 27,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (done.status !== 0) throw new Error(done.stderr)
  const bill = JSON.parse(done.stdout)
  mkdirSync(join(root, 'test-results'), { recursive: true })
  writeFileSync(join(root, file), done.stdout)
  const others = bill.components.filter(
    (component) => !component['bom-ref'].startsWith('@gatehouse/'),
  )
  const findings = others.flatMap(({ name, version, licenses = [], hashes = [] }) => [
    ...(licenses.length === 0 ? [{ id: name, detail: `${version} has no licence` }] : []),
    ...(hashes.length === 0 ? [{ id: name, detail: `${version} has no hash` }] : []),
  ])
  return { covered: `${others.length} packages of others, written to ${file}`, findings }
}
