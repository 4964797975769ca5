import { type Html, html, page } from '../platform/page.ts'
import type { Person } from './people.ts'

/**
 * The page that asks for the person. One who is known already proves it again, or lets it be.
 */
export function whoPage(
  people: readonly Person[],
  known: Person | null,
  { action, backTo }: { readonly action: string; readonly backTo: string },
): string {
  return page(
    'Who are you?',
    html`<div class="picker">
      <p>
        <strong>${backTo}</strong> asks who you are. Nothing here is real: no password is needed.
      </p>
      <form method="post" action="${action}">
        ${known === null ? buttons(people) : []}
        <p class="choices">
          ${
            known === null
              ? []
              : html`<button name="person" value="${known.id}">Confirm as ${known.name}</button>`
          }
          <button name="person" value="cancel">Cancel</button>
        </p>
      </form>
    </div>`,
  )
}

function buttons(people: readonly Person[]): Html {
  return html`<ul class="accounts">
    ${people.map(
      ({ id, name, email }) =>
        html`<li>
          <button name="person" value="${id}" aria-label="${name}">
            <span><strong>${name}</strong><span class="quiet">${email}</span></span>
          </button>
        </li>`,
    )}
  </ul>`
}

/** The page about the provider and its people. */
export function aboutPage(about: string, people: readonly Person[]): string {
  return page(
    'Staff',
    html`<p>${about}</p>
      <h2>People</h2>
      <dl>
        ${people.map(
          ({ name, email, groups }) =>
            html`<dt>${name}</dt>
              <dd>${[email, ...groups].join(' · ')}</dd>`,
        )}
      </dl>
      <p class="quiet">
        OpenID:
        <a href="/staff/.well-known/openid-configuration">/staff/.well-known/openid-configuration</a
        >, requests: <a href="/__standin/staff/requests">/__standin/staff/requests</a>.
      </p>`,
  )
}
