import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { fakePortal } from '../../../test/fixtures/fakePortal.ts'
import { readDeployments } from '../../deployments/deployments.ts'
import { withVersion } from '../../deployments/overlay.ts'
import { createDrawing } from './drawing.ts'

/** It draws nowhere but in a thread of its own. */
const renderer = `import { isMainThread } from 'node:worker_threads'
export async function createRenderer() {
  if (isMainThread) throw new Error('It is drawn where players log in.')
  return {
    async renderDocument({ deployment }) {
      return { html: deployment.configuration.Lead, styles: [], scripts: [], links: '' }
    },
  }
}`

const folder = fileURLToPath(new URL('../../../../../deploy/samples', import.meta.url))
const [now] = (await readDeployments(folder, process.env)).all
if (now === undefined) throw new Error('There is no deployment.')
const withLead = (Lead: string) => withVersion(now, { id: 1, revision: null, overlay: { Lead } })

it('draws the screens of a plan in a thread of its own, several plans at once', async () => {
  const portal = await fakePortal({ 'prerender/prerender.mjs': renderer })
  const drawing = createDrawing({ PORTAL_DIST: portal })
  const drawn = await Promise.all([
    drawing.changes(now, withLead('Hello')),
    drawing.changes(now, now),
  ])
  expect(drawn[0].screens.length).toBeGreaterThan(0)
  expect(drawn[1]).toEqual({ screens: [], mails: [] })
})

it('says why nothing can be drawn', async () => {
  const portal = await fakePortal({ 'prerender/prerender.mjs': 'throw new Error("no portal")' })
  const drawing = createDrawing({ PORTAL_DIST: portal })
  await expect(drawing.changes(now, now)).rejects.toThrow('no portal')
})
