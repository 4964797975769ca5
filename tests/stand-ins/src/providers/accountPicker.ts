import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Html, html, page } from '../platform/page.ts'
import type { Account } from './accounts.ts'
import { avatar } from './avatar.ts'

/** The name and colours of a provider. */
export interface Brand {
  /** Its path. */
  readonly name: string
  readonly title: string
  /** Two colours, for a light and a dark ground. */
  readonly colours: readonly [string, string]
}

interface Picking {
  readonly brand: Brand
  readonly accounts: { readonly listed: () => readonly Account[]; readonly newId: () => string }
  readonly request: FastifyRequest
  /** The address to which the browser returns. */
  readonly backTo: string
}

/** The page that chooses an account; the choice returns as `user` of the query. */
export function accountPicker({ brand, accounts, request, backTo }: Picking): string {
  const { pathname, searchParams } = new URL(request.url, originOf(request))
  searchParams.delete('user')
  return page(
    `Sign in with ${brand.title}`,
    html`<div class="picker" style="${paint(brand)}">
      <p>
        <strong>${new URL(backTo).host}</strong> asks who you are. Nothing here is real: choose an
        account, no password is needed.
      </p>
      <form action="${pathname}">
        ${[...searchParams].map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <ul class="accounts">
          ${accounts.listed().map(
            (account) =>
              html`<li>
                <button name="user" value="${account.id}">${faceOf(brand, account)}</button>
              </li>`,
          )}
        </ul>
        <p class="choices">
          <button name="user" value="${accounts.newId()}">A new account</button>
          <button name="user" value="cancel">Cancel</button>
        </p>
      </form>
    </div>`,
  )
}

/** Adds the page about a provider and its accounts, and all avatars. */
export function mountProviderPages(
  app: FastifyInstance,
  brand: Brand,
  about: string,
  accounts: { readonly listed: () => readonly Account[] },
): void {
  app.get(`/${brand.name}`, (_request, reply) =>
    reply.type('text/html').send(
      page(
        brand.title,
        html`<div class="picker" style="${paint(brand)}">
          <p>${about}</p>
          <h2>Accounts</h2>
          <ul class="accounts">
            ${accounts
              .listed()
              .map((account) => html`<li><div>${faceOf(brand, account)}</div></li>`)}
          </ul>
          <p class="quiet">
            Any other well-formed id is an account too. Switches:
            <a href="/__standin/${brand.name}/switches">/__standin/${brand.name}/switches</a>,
            requests:
            <a href="/__standin/${brand.name}/requests">/__standin/${brand.name}/requests</a>.
          </p>
        </div>`,
      ),
    ),
  )
  app.get<{ Params: { file: string } }>(`/${brand.name}/avatars/:file`, ({ params }, reply) =>
    reply
      .type('image/svg+xml')
      .headers({ 'cache-control': 'max-age=86400', 'cross-origin-resource-policy': 'cross-origin' })
      .send(avatar(params.file.replace(/\.svg$/, ''))),
  )
}

/** The address of an account's avatar. */
export function avatarUrl(request: FastifyRequest, brand: Brand, id: string): string {
  return `${originOf(request)}/${brand.name}/avatars/${id}.svg`
}

/** The address of the stand-ins in this request. */
export function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

function paint({ colours: [light, dark] }: Brand): string {
  return `--accent: light-dark(${light}, ${dark})`
}

function faceOf(brand: Brand, { id, name }: Account): Html {
  return html`<img src="/${brand.name}/avatars/${id}.svg" alt="" width="48" height="48" />
    <span><strong>${name}</strong> <span class="quiet">${id}</span></span>`
}
