import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const sources = ['../../deployments', '../deployments']

/**
 * The product's sample deployments and the bench's own in one folder: one that registers by
 * invitation with a self-hosted captcha, one with an outside captcha whose mail links ask first, one
 * with a look of its own. The first to ask gathers them, the workers inherit the folder.
 */
export function gatherDeployments(): string {
  const gathered = process.env['E2E_DEPLOYMENTS_DIR']
  if (gathered !== undefined) return gathered
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-deployments-'))
  process.env['E2E_DEPLOYMENTS_DIR'] = folder
  for (const source of sources) {
    cpSync(join(import.meta.dirname, source), folder, { recursive: true })
  }
  return folder
}
