import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'

/** Where `npm run build` keeps the script, for installations without its package. */
export const builtViewer = new URL('../../dist/viewer.js', import.meta.url)

/**
 * The script of the documentation page: that of the package where it is installed, so that it is
 * never an older one, else the built one. Null where neither is there.
 */
export async function readViewer(): Promise<string | null> {
  const packaged = await readPackagedViewer().catch(() => null)
  return packaged ?? readBuiltViewer()
}

export function readBuiltViewer(file = builtViewer): Promise<string | null> {
  return readFile(file, 'utf8').catch(() => null)
}

/** The package offers its script by a route only. */
export async function readPackagedViewer(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
  return (await app.inject('/js/scalar.js')).body
}
