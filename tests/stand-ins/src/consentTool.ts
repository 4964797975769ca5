import { html, page } from './platform/page.ts'
import type { StandIn } from './platform/standIn.ts'

interface ConsentToolSwitches {
  [name: string]: boolean | number | string
  /** The played tool: its global, and its event for a choice. */
  tool: string
}

/** The interface of each tool: an expression that sets its global, and its event for a choice. */
const tools: Readonly<Record<string, { readonly global: string; readonly notify: string }>> = {
  onetrust: {
    global: 'OneTrust = { ToggleInfoDisplay: open }',
    notify: "dispatchEvent(new CustomEvent('OneTrustGroupsUpdated'))",
  },
  didomi: {
    global: 'Didomi = { preferences: { show: open } }',
    notify: 'for (const { listener } of window.didomiEventListeners ?? []) listener()',
  },
  axeptio: {
    global: 'openAxeptioCookies = open',
    notify: 'for (const add of window._axcb ?? []) add({ on: (event, act) => act() })',
  },
  cookiebot: {
    global: 'Cookiebot = { renew: open }',
    notify: "dispatchEvent(new CustomEvent('CookiebotOnAccept'))",
  },
  usercentrics: {
    global: '__ucCmp = { showSecondLayer: open }',
    notify: "dispatchEvent(new CustomEvent('UC_UI_CMP_EVENT'))",
  },
  cookieconsent: {
    global: 'CookieConsent = { showPreferences: open }',
    notify: "dispatchEvent(new CustomEvent('cc:onChange'))",
  },
}

/**
 * A consent tool as a portal loads it: a script with a global, a dialog, and the tool's own consent
 * cookies. `slowMs` delays it, and `down` blocks it.
 */
export const consentTool: StandIn<ConsentToolSwitches> = {
  name: 'consent-tool',
  title: 'Consent tool',
  about: 'Asks for cookies in place of the portal; plays OneTrust, Didomi and four others.',
  switches: { tool: 'onetrust' },
  mount(app, { switches }) {
    app.get('/consent-tool', (_request, reply) =>
      reply.type('text/html').send(
        page(
          'Consent tool',
          html`<p>
              It plays <strong>${switches.tool}</strong>. A portal that loads it can open it:
            </p>
            <p><button id="open" type="button">Open the dialog</button></p>
            <script src="/consent-tool/tool.js"></script>
            <script src="/consent-tool/try.js"></script>`,
        ),
      ),
    )
    app.get('/consent-tool/tool.js', (_request, reply) => {
      const tool = tools[switches.tool]
      if (tool === undefined) return reply.code(404).send({ error: 'no such tool' })
      return reply.type('text/javascript').send(script(tool.global, tool.notify))
    })
    app.get('/consent-tool/try.js', (_request, reply) =>
      reply
        .type('text/javascript')
        .send("document.getElementById('open').onclick = () => window.openConsentTool()"),
    )
  },
}

/**
 * The styles go through the object model, because a portal's policy forbids foreign styles in its
 * markup.
 */
function script(global: string, notify: string): string {
  return `
(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    '.consent-tool { padding: 1.5rem; max-width: 26rem; border: 1px solid; font: 1rem/1.5 system-ui }' +
    '.consent-tool button { font: inherit; padding: .5rem 1rem; margin: .5rem .5rem 0 0 }'
  )
  document.adoptedStyleSheets.push(sheet)

  function choose(dialog, value) {
    for (const name of ['sso_consent_analytics', 'sso_consent_marketing']) {
      document.cookie = name + '=' + value + '; Path=/; Max-Age=31536000; SameSite=Lax'
    }
    dialog.remove()
    ${notify}
  }

  function open() {
    const dialog = document.createElement('dialog')
    dialog.className = 'consent-tool'
    dialog.setAttribute('aria-label', 'Consent tool')
    dialog.append('This dialog belongs to the consent tool.', document.createElement('br'))
    for (const [words, value] of [['Deny', '0'], ['Allow', '1']]) {
      const button = document.createElement('button')
      button.textContent = words
      button.onclick = () => choose(dialog, value)
      dialog.append(button)
    }
    dialog.oncancel = () => dialog.remove()
    document.body.append(dialog)
    dialog.showModal()
  }

  window.openConsentTool = open
  window.${global}
})()
`
}
