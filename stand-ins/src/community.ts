import { html, page } from './page.ts'
import type { StandIn, Switches } from './standIn.ts'

/** The community site that a portal belongs to: where profile links and 'Browse website' land. */
export const community: StandIn<Switches> = {
  name: 'community',
  title: 'Community site',
  about: 'Where profile links land.',
  switches: {},
  mount(app) {
    app.get<{ Params: { '*'?: string } }>('/community', (_request, reply) =>
      reply.type('text/html').send(communityPage('')),
    )
    app.get<{ Params: { '*': string } }>('/community/*', ({ params }, reply) =>
      reply.type('text/html').send(communityPage(params['*'])),
    )
  },
}

function communityPage(path: string): string {
  return page(
    'Community',
    path === ''
      ? html`<p>The games and their players would be here.</p>`
      : html`<p>This would be <strong>${path}</strong>.</p>`,
  )
}
