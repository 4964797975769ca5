import { type Html, html, page } from '../platform/page.ts'
import { avatar } from '../providers/avatar.ts'
import type { PartnerUser } from './partnerUsers.ts'

/** The name and colours of a partner. */
export interface PartnerBrand {
  readonly slug: string
  readonly title: string
  /** Two colours, for a light and a dark ground. */
  readonly colours: readonly [string, string]
}

/** The data of a page of an interaction. */
export interface Asked {
  readonly isRegistration: boolean
  /** The target of the forms. */
  readonly action: string
  /** The host to which the browser returns. */
  readonly backTo: string
  /** The product's hint, filled into the form. */
  readonly loginHint: string
  /** The error of the last attempt; empty at first. */
  readonly problem: string
}

/** The page that chooses or makes an account. The requested form comes first. */
export function interactionPage(
  brand: PartnerBrand,
  users: readonly PartnerUser[],
  asked: Asked,
): string {
  const { isRegistration, backTo, problem } = asked
  const parts = [picker(users, asked), registerForm(asked)]
  return page(
    isRegistration ? `Create your ${brand.title} account` : `Log in with ${brand.title}`,
    html`<div class="picker" style="${paint(brand)}">
      <p>
        <strong>${backTo}</strong> asks who you are. Nothing here is real: no password is needed.
      </p>
      ${problem === '' ? [] : html`<p role="alert"><strong>${problem}</strong></p>`}
      ${isRegistration ? parts.toReversed() : parts}
      <form method="post" action="${asked.action}">
        <button name="user" value="cancel">Cancel</button>
      </form>
    </div>`,
  )
}

/** The page about a partner and its accounts. */
export function partnerPage(
  brand: PartnerBrand,
  about: string,
  users: readonly PartnerUser[],
): string {
  const { slug, title } = brand
  const discovery = `/partners/${slug}/.well-known/openid-configuration`
  return page(
    title,
    html`<div class="picker" style="${paint(brand)}">
      <p>${about}</p>
      <h2>Accounts</h2>
      <ul class="accounts">
        ${users.map((user) => html`<li><div>${face(user)}</div></li>`)}
      </ul>
      ${users
        .filter(({ emailVerified }) => !emailVerified)
        .map(
          ({ id, email }) =>
            html`<form method="post" action="/partners/${slug}/validate">
              <p>
                <button name="user" value="${id}">Follow the validation mail of ${email}</button>
              </p>
            </form>`,
        )}
      <p class="quiet">
        Any other address becomes an account when a player registers with it. OpenID:
        <a href="${discovery}">${discovery}</a>, switches:
        <a href="/__standin/${slug}/switches">/__standin/${slug}/switches</a>, requests:
        <a href="/__standin/${slug}/requests">/__standin/${slug}/requests</a>.
      </p>
    </div>`,
  )
}

function picker(users: readonly PartnerUser[], { action, loginHint }: Asked): Html {
  const isExpected = ({ email }: PartnerUser) => email.toLowerCase() === loginHint.toLowerCase()
  const inOrder = [...users.filter(isExpected), ...users.filter((user) => !isExpected(user))]
  return html`<section>
    <h2>Choose an account</h2>
    <form method="post" action="${action}">
      <ul class="accounts">
        ${inOrder.map(
          (user) => html`<li><button name="user" value="${user.id}">${face(user)}</button></li>`,
        )}
      </ul>
    </form>
  </section>`
}

function registerForm({ action, loginHint }: Asked): Html {
  return html`<section>
    <h2>Create an account</h2>
    <form method="post" action="${action}" class="fields">
      <label>Email address <input type="email" name="email" value="${loginHint}" required /></label>
      <label>Username <input name="username" maxlength="100" /></label>
      <label><input type="checkbox" name="unverified" /> The address is not verified</label>
      <p><button>Create the account</button></p>
    </form>
  </section>`
}

function face({ id, email, username, emailVerified, steam, epic }: PartnerUser): Html {
  const notes = [
    id,
    ...(emailVerified ? [] : ['not verified']),
    ...(steam ? ['Steam'] : []),
    ...(epic ? ['Epic Games'] : []),
  ]
  return html`<img
      src="data:image/svg+xml,${encodeURIComponent(avatar(email))}"
      alt=""
      width="48"
      height="48"
    />
    <span
      ><strong>${email}</strong> ${username} <span class="quiet">${notes.join(' · ')}</span></span
    >`
}

function paint({ colours: [light, dark] }: PartnerBrand): string {
  return `--accent: light-dark(${light}, ${dark})`
}
