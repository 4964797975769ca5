import { type Html, html, page } from '../platform/page.ts'
import type { Message } from './messages.ts'
import { type Preview, previewOf, schemes, sizes } from './preview.ts'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', dateStyle: 'medium' })

/** All mails, or those to one address, newest first. The page reloads when another mail arrives. */
export function mailboxPage(messages: readonly Message[], to = ''): string {
  const newest = messages[0]?.id ?? ''
  return page(
    'Mailbox',
    html`<p class="quiet">Every mail that the product sends on this machine ends here.</p>
      <form class="search" action="/mailbox">
        <label>To <input type="email" name="to" value="${to}" autocomplete="off" /></label>
        <button type="submit">Show</button>
        ${to === '' ? '' : html`<a href="/mailbox">Show all</a>`}
      </form>
      ${
        messages.length === 0
          ? html`<section>
              ${
                to === ''
                  ? 'No mail yet. Register a player, and one arrives.'
                  : `No mail to ${to} yet. It is shown here when it arrives.`
              }
            </section>`
          : html`<ul class="list">
              ${messages.map(
                ({ id, to: recipient, subject, receivedAt }) =>
                  html`<li>
                    <a href="/mailbox/${id}" class="mail">
                      <strong>${subject}</strong>
                      <span class="quiet">${recipient}</span>
                      ${timeOf(receivedAt)}
                    </a>
                  </li>`,
              )}
            </ul>`
      }
      <script src="/mailbox/arrivals.js" data-newest="${newest}"></script>`,
  )
}

/**
 * One mail, in the chosen scheme and on the chosen screen. A frame without scripts holds its HTML
 * part; its links open in new tabs. The page may measure what is in it, which no script is.
 */
export function messagePage(message: Message, preview: Preview): string {
  const { from, sender, to, subject, text, html: rich, images, links, receivedAt } = message
  const { scheme, size } = preview
  return page(
    subject,
    html`<p><a href="/mailbox">All mails</a></p>
      <dl>
        <dt>From</dt>
        <dd>${sender === '' ? from : `${sender} <${from}>`}</dd>
        <dt>To</dt>
        <dd>${to}</dd>
        <dt>Received</dt>
        <dd>${timeOf(receivedAt)}</dd>
      </dl>
      <section>
        <h2>Links</h2>
        ${
          links.length === 0
            ? html`<p class="quiet">This mail has none.</p>`
            : html`<ul>
                ${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
              </ul>`
        }
      </section>
      <section>
        <h2 id="preview">As most programs show it</h2>
        <div class="switches">
          ${switchOf('Scheme', schemes, scheme, (one) => addressOf(message, { ...preview, scheme: one }))}
          ${switchOf('Screen', sizes, size, (one) => addressOf(message, { ...preview, size: one }))}
        </div>
        <div class="screen ${scheme} ${size}">
          <iframe
            title="The mail, ${scheme}, on a ${size}"
            data-mail
            sandbox="allow-popups allow-popups-to-escape-sandbox allow-same-origin"
            srcdoc="${previewOf(rich, images, preview)}"
          ></iframe>
        </div>
        <script src="/mailbox/height.js"></script>
      </section>
      <section>
        <h2>As plain text</h2>
        <pre>${text}</pre>
      </section>`,
  )
}

/** The page for a mail that was deleted, or that an earlier process kept. */
export function noMessagePage(): string {
  return page(
    'No such mail',
    html`<p>It was deleted, or came before the mailbox was last started.</p>
      <p><a href="/mailbox">All mails</a></p>`,
  )
}

/** Links and no script, so that each view of a mail has an address to share. */
function switchOf<T extends string>(
  label: string,
  choices: readonly T[],
  chosen: T,
  toAddress: (choice: T) => string,
): Html {
  return html`<nav class="switch" aria-label="${label}">
    ${choices.map(
      (choice) =>
        html`<a href="${toAddress(choice)}" ${choice === chosen ? current : ''}>
          ${capital(choice)}
        </a>`,
    )}
  </nav>`
}

const current: Html = { html: 'aria-current="true"' }

function capital(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

function addressOf({ id }: Message, { scheme, size }: Preview): string {
  return `/mailbox/${id}?scheme=${scheme}&size=${size}#preview`
}

function timeOf(receivedAt: string): Html {
  return html`<time class="quiet" datetime="${receivedAt}"
    >${time.format(new Date(receivedAt))}</time
  >`
}

/** Asks every other second for a newer mail in the list. */
export const arrivalsScript = `
const { newest } = document.currentScript.dataset
setInterval(async () => {
  const messages = await fetch('/mailbox/messages' + location.search).then((answer) => answer.json(), () => [])
  if (messages.length > 0 && messages[0].id !== newest) location.reload()
}, 2000)
`

/** Gives the frame the height of its mail, also when the window changes. */
export const heightScript = `
const frame = document.querySelector('iframe[data-mail]')
const fit = () => {
  const root = frame.contentDocument?.documentElement
  if (!root) return
  // A frame that is too high would make its own document as high.
  frame.style.height = '0'
  frame.style.height = Math.max(root.scrollHeight, frame.contentDocument.body?.scrollHeight ?? 0) + 'px'
}
frame.addEventListener('load', fit)
addEventListener('resize', fit)
fit()
`
