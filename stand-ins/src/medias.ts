import { html, page } from './platform/page.ts'
import type { StandIn } from './platform/standIn.ts'
import { avatar } from './providers/avatar.ts'

const samples = ['fox.svg', 'owl.svg', 'wolf.svg']

/** The media host of a studio, with a picture at each address of its gallery. */
export const medias: StandIn<Record<string, boolean>> = {
  name: 'medias',
  title: 'Media host',
  about: 'Has the pictures of the gallery that players choose from.',
  switches: {},
  mount(app) {
    app.get('/medias', (_request, reply) =>
      reply
        .type('text/html')
        .send(
          page(
            'Media host',
            html`${samples.map(
              (file) => html`<img src="/medias/gallery/${file}" alt="" width="96" height="96" />`,
            )}`,
          ),
        ),
    )
    app.get<{ Params: { file: string } }>('/medias/gallery/:file', ({ params: { file } }, reply) =>
      reply
        .type('image/svg+xml')
        .header('access-control-allow-origin', '*')
        .send(avatar(file.replace(/\.svg$/, ''))),
    )
  },
}
