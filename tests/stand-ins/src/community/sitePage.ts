import { type Html, html } from '../platform/page.ts'
import type { AccountEvent, PlayerEvent } from '@gatehouse/signin/signin'
import type { Accounts } from './accountsOf.ts'
import type { Brand } from './brands.ts'
import type { Someone } from './someone.ts'
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

/** The players whom a member meets here, and those whom the member has blocked. */
export interface Company {
  readonly others: readonly Someone[]
  readonly blocked: readonly Someone[]
}

/** The player's own account, and the actions on the sign-on; other players where the site may. */
export function lounge({ slug }: Brand, member: Member, company: Company | null = null): Html {
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
    </section>
    ${company === null ? '' : companyOf(slug, company)}`
}

/** A player who is blocked here is blocked at every site of the portal. */
function companyOf(slug: string, { others, blocked }: Company): Html {
  const isBlocked = ({ sub }: Someone) => blocked.some((one) => one.sub === sub)
  const met = others.filter((one) => !isBlocked(one))
  return html`<section>
      <h2>Players here</h2>
      ${met.length === 0 ? html`<p>No other player has been here yet.</p>` : linksTo(slug, met)}
    </section>
    <section>
      <h2>Players you have blocked</h2>
      ${blocked.length === 0 ? html`<p>None.</p>` : linksTo(slug, blocked)}
    </section>`
}

function linksTo(slug: string, players: readonly Someone[]): Html {
  return html`<ul>
    ${players.map(({ sub, name }) => html`<li><a href="/${slug}/profile/${sub}">${name}</a></li>`)}
  </ul>`
}

/** The profile of a player for a visitor, for the player, and for another player who may block. */
export function profile(
  { slug }: Brand,
  sub: string,
  visitor: 'visitor' | 'self' | 'blocking' | 'not blocking',
): Html {
  if (visitor === 'visitor') return html`<p>Sign in to block this player.</p>`
  if (visitor === 'self') return html`<p>This is you.</p>`
  const isBlocked = visitor === 'blocking'
  return html`<p>
      ${isBlocked ? 'You have blocked this player, here and everywhere.' : 'No post yet.'}
    </p>
    <form method="post" action="/${slug}/blocks/${isBlocked ? 'remove' : 'add'}">
      <button name="sub" value="${sub}">${isBlocked ? 'Unblock' : 'Block'}</button>
    </form>`
}

/** The newest events of accounts, as they came. */
export function eventList(events: readonly AccountEvent[]): Html {
  return html`<section>
    <h2>What has happened to accounts</h2>
    <ol class="events" reversed>
      ${events.map((event) => eventItem(event))}
    </ol>
  </section>`
}

function eventItem({ id, type, timestamp, data }: AccountEvent): Html {
  const {
    iss,
    sub = '',
    preferred_username,
    platform,
    blocked,
  }: Partial<PlayerEvent['data']> = data
  return html`<li data-event="${id}" data-type="${type}" data-player="${iss ?? ''} ${sub}">
    <code>${type}</code> ${sub} ${preferred_username ?? platform ?? blocked ?? ''}
    <time>${timestamp}</time>
  </li>`
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
