import Fastify, { type FastifyInstance } from 'fastify'
import { breachedPasswords } from './breachedPasswords.ts'
import { captcha } from './captcha.ts'
import { brands } from './community/brands.ts'
import { gameConsole } from './community/gameConsole.ts'
import { site } from './community/site.ts'
import { consentTool } from './consentTool.ts'
import { medias } from './medias.ts'
import { mailValidator } from './mailValidator.ts'
import { mailbox } from './mailbox/mailbox.ts'
import { html, page, style } from './platform/page.ts'
import { partner } from './partners/partner.ts'
import { partners } from './partners/partners.ts'
import { gamePlatforms } from './platforms/platforms.ts'
import { createProviders } from './providers/providers.ts'
import { type Listing, plugIn } from './platform/standIn.ts'
import { staff } from './staff/staff.ts'

export interface StandInOptions {
  /** The port of the SMTP server; 0 for any free port. */
  readonly smtpPort: number
}

/** All stand-ins, their control plane and the page that lists them. */
export async function createApp({ smtpPort }: StandInOptions): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const listed: readonly Listing[] = [
    await plugIn(app, mailbox(smtpPort)),
    await plugIn(app, captcha()),
    await plugIn(app, mailValidator),
    await plugIn(app, breachedPasswords),
    await plugIn(app, consentTool),
    await plugIn(app, medias),
    await plugIn(app, site(brands.community)),
    await plugIn(app, site(brands.forum)),
    await plugIn(app, site(brands.guild)),
    await plugIn(app, gameConsole),
    ...(await Promise.all(createProviders().map((provider) => plugIn(app, provider)))),
    ...(await Promise.all(partners.map((brand) => plugIn(app, partner(brand))))),
    await plugIn(app, gamePlatforms()),
    await plugIn(app, staff()),
  ]
  app.post('/__standin/reset', async () => {
    const resets = listed.map(({ name }) => `/__standin/${name}/reset`)
    await Promise.all(resets.map((url) => app.inject({ method: 'POST', url })))
    return {}
  })
  app.get('/style.css', (_request, reply) => reply.type('text/css').send(style))
  app.get('/', (_request, reply) =>
    reply.type('text/html').send(
      page(
        'The outside world',
        html`<p class="quiet">Services outside the product, played on this machine.</p>
          <ul class="list">
            ${listed.map(
              ({ name, path = `/${name}`, title, about }) =>
                html`<li>
                  <a href="${path}"><strong>${title}</strong><span class="quiet">${about}</span></a>
                </li>`,
            )}
          </ul>`,
      ),
    ),
  )
  return app
}
