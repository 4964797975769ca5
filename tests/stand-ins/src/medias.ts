import type { FastifyReply } from 'fastify'
import { motifNames, pictureOf } from './pictures/picture.ts'
import { html, page } from './platform/page.ts'
import type { StandIn } from './platform/standIn.ts'
import { themes } from '@gatehouse/contract/theme/themes'

/** The media host of a studio, with twelve pictures for galleries in the colours of each theme. */
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
            html`${[...themes.keys()].map(
              (theme) =>
                html`<p>
                  ${motifNames.map(
                    (motif) =>
                      html`<img
                        src="/medias/gallery/${theme}/${motif}.svg"
                        alt="${motif}"
                        width="96"
                        height="96"
                      />`,
                  )}
                </p>`,
            )}`,
          ),
        ),
    )
    app.get<{ Params: { theme: string; file: string } }>(
      '/medias/gallery/:theme/:file',
      ({ params: { theme, file } }, reply) => send(reply, theme, file),
    )
    // Players may have one of an earlier gallery.
    app.get<{ Params: { file: string } }>('/medias/gallery/:file', ({ params: { file } }, reply) =>
      send(reply, '', file),
    )
  },
}

/** A picture as an image alone: opened as a page it runs nothing and loads nothing. */
function send(reply: FastifyReply, theme: string, file: string) {
  const picture = pictureOf(theme, file.replace(/\.svg$/, ''))
  if (picture === null) return reply.code(404).send()
  return reply
    .type('image/svg+xml')
    .headers({
      'access-control-allow-origin': '*',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(picture)
}
