import { type Html, html } from '../platform/page.ts'
import type { AccountEvent } from './accountEvents.ts'
import type { Accounts } from './accountsOf.ts'
import type { Brand } from './brands.ts'
import { looks } from './looks.ts'
import type { Member } from './visits.ts'

export interface SitePage {
  readonly brand: Brand
  readonly heading: string
  readonly member: Member | null
  /** The portal that has this visitor's account. */
  readonly portal: string
  /** The owner of the accounts; null where the portal does not name it. */
  readonly accounts: Accounts | null
  readonly content: Html
}

/** A page of a site: its name, its player and the content. */
export function sitePage({ brand, heading, member, portal, accounts, content }: SitePage): string {
  const path = `/${brand.slug}`
  const whose =
    accounts === null
      ? portal
      : html`${portal}, by ${accounts.studio}: <a href="${accounts.address}">your account</a>`
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${heading} · ${brand.title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${{ html: looks[brand.slug] }}
        </style>
      </head>
      <body>
        <header>
          <a class="brand" href="${path}">${brand.title}</a>
          <nav>
            <a href="${path}/lounge">Lounge</a>
            <a href="${path}/legacy">The older way</a>
            ${member === null ? loginLink(path) : who(path, member)}
          </nav>
        </header>
        <main>
          <h1>${heading}</h1>
          ${content}
        </main>
        <footer>Accounts of ${whose}</footer>
      </body>
    </html>`.html
}

/** The content for every visitor and player. */
export function frontPage(): Html {
  return html`<p class="lead">Maps, matches and the people who play them.</p>
    <section>
      <h2>Tonight</h2>
      <ul>
        <li>Map workshop: rivers that armies remember</li>
        <li>Two against two, open to all</li>
        <li>The week’s best replays</li>
      </ul>
    </section>`
}

/** The lounge for a visitor whom the portal does not know. */
export function invitation({ slug, title }: Brand): Html {
  return html`<p class="lead">The lounge is for players.</p>
    <p><a class="button" href="/${slug}/login">Sign in to ${title} with your account</a></p>`
}

/** The player's own account, and the actions on the sign-on. */
export function lounge({ slug }: Brand, member: Member): Html {
  const { name, sub, titles, platforms, refreshes } = member
  return html`<p class="lead">Welcome, <strong data-name>${name}</strong>.</p>
    <section>
      <h2>Your account at the portal</h2>
      <dl>
        <dt>Subject</dt>
        <dd data-sub>${sub}</dd>
        <dt>Titles</dt>
        <dd>${titles.join(', ') || 'none'}</dd>
        <dt>Platforms</dt>
        <dd data-platforms>${platforms.join(', ') || 'none'}</dd>
        <dt>Tokens refreshed</dt>
        <dd data-refreshes>${refreshes}</dd>
      </dl>
      <form method="post" action="/${slug}/refresh"><button>Refresh</button></form>
    </section>`
}

/** The newest events of accounts, as they came. */
export function eventList(events: readonly AccountEvent[]): Html {
  return html`<section>
    <h2>What has happened to accounts</h2>
    <ol class="events" reversed>
      ${events.map(
        ({ id, type, timestamp, data }) =>
          html`<li data-event="${id}" data-type="${type}" data-player="${data.iss} ${data.sub}">
            <code>${type}</code> ${data.sub} ${data.preferred_username ?? data.platform ?? ''}
            <time>${timestamp}</time>
          </li>`,
      )}
    </ol>
  </section>`
}

/** The page of the older way, before and after the sign-on. */
export function legacyContent(brand: Brand, member: Member | null): Html {
  const ask = html`<p>
    <a class="button" href="/${brand.slug}/legacy/login">Sign in by the portal’s /oauth</a>
  </p>`
  return html`<p class="lead">For a site without an OpenID library: a state, a code, one call.</p>
    ${member === null ? ask : lounge(brand, member)}`
}

function loginLink(path: string): Html {
  return html`<a class="button" href="${path}/login">Sign in</a>`
}

function who(path: string, { name }: Member): Html {
  return html`<span class="who">${name}</span>
    <form method="post" action="${path}/logout"><button>Sign out</button></form>`
}
