import { html, page } from '../page.ts'
import type { Message } from './messages.ts'

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', dateStyle: 'medium' })

/** All mails, newest first. Loads itself again when another one arrives. */
export function mailboxPage(messages: readonly Message[]): string {
  const newest = messages[0]?.id ?? ''
  return page(
    'Mailbox',
    html`<p class="quiet">Every mail that the product sends on this machine ends here.</p>
      ${
        messages.length === 0
          ? html`<section>No mail yet. Register a player, and one arrives.</section>`
          : html`<ul class="list">
              ${messages.map(
                ({ id, to, subject, receivedAt }) =>
                  html`<li>
                    <a href="/mailbox/${id}">
                      <strong>${subject}</strong>
                      <span class="quiet">${to} · ${time.format(new Date(receivedAt))}</span>
                    </a>
                  </li>`,
              )}
            </ul>`
      }
      <script src="/mailbox/arrivals.js" data-newest="${newest}"></script>`,
  )
}

/** One mail. Its HTML part stands in a frame that runs nothing; its links open in the whole window. */
export function messagePage({ from, to, subject, text, html: rich, links }: Message): string {
  const framed = `<base target="_top">${rich}`
  return page(
    subject,
    html`<dl>
        <dt>From</dt>
        <dd>${from}</dd>
        <dt>To</dt>
        <dd>${to}</dd>
      </dl>
      <section>
        <h2>Links</h2>
        <ul>
          ${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
        </ul>
      </section>
      <section>
        <h2>As most programs show it</h2>
        <iframe
          title="The mail"
          sandbox="allow-top-navigation-by-user-activation"
          srcdoc="${framed}"
        ></iframe>
      </section>
      <section>
        <h2>As plain text</h2>
        <pre>${text}</pre>
      </section>
      <p><a href="/mailbox">All mails</a></p>`,
  )
}

/** Asks every other second whether there is a newer mail. */
export const arrivalsScript = `
const { newest } = document.currentScript.dataset
setInterval(async () => {
  const messages = await fetch('/mailbox/messages').then((answer) => answer.json(), () => [])
  if (messages.length > 0 && messages[0].id !== newest) location.reload()
}, 2000)
`
