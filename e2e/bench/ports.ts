import { createServer } from 'node:net'

/**
 * The ports of this run. Playwright loads its configuration again in every worker: the first to ask
 * chooses free ones, the others find them in the environment that they inherit.
 */
export async function ports(): Promise<{ portal: number; standIns: number }> {
  process.env['E2E_PORTAL_PORT'] ??= String(await freePort())
  process.env['E2E_STAND_INS_PORT'] ??= String(await freePort())
  return {
    portal: Number(process.env['E2E_PORTAL_PORT']),
    standIns: Number(process.env['E2E_STAND_INS_PORT']),
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
