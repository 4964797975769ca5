import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of this run's database. The first to ask makes it, the workers inherit it. */
export function dataDir(): string {
  return (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'gatehouse-e2e-')))
}
