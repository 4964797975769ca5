import { freePort } from '../../scripts/freePort.mjs'

/**
 * The ports of this run. Playwright loads its configuration again in every worker: the first to ask
 * chooses free ones, the others find them in the environment that they inherit.
 */
export async function ports(): Promise<{ portal: number; standIns: number }> {
  process.env['E2E_PORTAL_PORT'] ??= String(await freePort())
  // The port after theirs is that of their mailbox's SMTP.
  process.env['E2E_STAND_INS_PORT'] ??= String(await freePort(2))
  return {
    portal: Number(process.env['E2E_PORTAL_PORT']),
    standIns: Number(process.env['E2E_STAND_INS_PORT']),
  }
}
