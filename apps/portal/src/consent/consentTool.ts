import type { Configuration } from '@gatehouse/contract/configuration'

/** How a consent tool is spoken to. */
interface Adapter {
  /** Global functions that open its dialog: the first that is there is called. */
  readonly opens: readonly string[]
  /** Events of the window after which its consents may have changed. */
  readonly events?: readonly string[]
  /** Registers for changes where they are no events of the window. */
  readonly listen?: (onChange: () => void) => void
}

const adapters: Readonly<Record<string, Adapter>> = {
  onetrust: { opens: ['OneTrust.ToggleInfoDisplay'], events: ['OneTrustGroupsUpdated'] },
  didomi: {
    opens: ['Didomi.preferences.show'],
    listen: (onChange) =>
      queue('didomiEventListeners').push({ event: 'consent.changed', listener: onChange }),
  },
  axeptio: {
    opens: ['openAxeptioCookies', 'axeptioSDK.openCookies'],
    listen: (onChange) =>
      queue('_axcb').push((sdk: { on(event: string, act: () => void): void }) =>
        sdk.on('cookies:complete', onChange),
      ),
  },
  cookiebot: {
    opens: ['Cookiebot.renew'],
    events: ['CookiebotOnAccept', 'CookiebotOnDecline'],
  },
  usercentrics: {
    opens: ['__ucCmp.showSecondLayer', 'UC_UI.showSecondLayer'],
    events: ['UC_UI_CMP_EVENT'],
  },
  cookieconsent: {
    opens: ['CookieConsent.showPreferences'],
    events: ['cc:onConsent', 'cc:onChange'],
  },
}

let loading: Promise<unknown> | undefined

/**
 * Loads the tool's script from the deployment's address, where it has one, and calls `onChange`
 * whenever the tool says that the visitor has chosen. Repeated calls do nothing.
 */
export function loadConsentTool(
  { ConsentTool, ConsentToolUrl }: Configuration,
  onChange: () => void,
) {
  if (loading !== undefined) return
  const { events = [], listen } = adapterOf(ConsentTool)
  for (const event of events) window.addEventListener(event, onChange)
  listen?.(onChange)
  const script = document.createElement('script')
  script.async = true
  script.src = ConsentToolUrl
  loading = new Promise((resolve) => {
    script.addEventListener('load', resolve)
    script.addEventListener('error', resolve)
    document.head.append(script)
  })
}

/** Opens the tool's dialog, once its script has come. Only the console reports a missing tool. */
export function openConsentTool(configuration: Configuration): void {
  if (open(configuration)) return
  void Promise.resolve(loading).then(() => {
    // oxlint-disable-next-line no-console -- only the deployment's owner can help, and looks there
    if (!open(configuration)) console.warn('The consent tool is not there.')
    return undefined
  })
}

function open({ ConsentTool }: Configuration): boolean {
  for (const name of adapterOf(ConsentTool).opens) {
    const [owner, show] = globalFunction(name)
    if (show === null) continue
    show.call(owner)
    return true
  }
  return false
}

/** The adapter of a tool; any other name is itself the function that opens the dialog. */
function adapterOf(tool: string): Adapter {
  return adapters[tool === '' ? 'onetrust' : tool.toLowerCase()] ?? { opens: [tool] }
}

/** A global function by its dotted name, with its object; null if it is missing. */
function globalFunction(name: string): [unknown, (() => void) | null] {
  let owner: unknown
  let found: unknown = window
  for (const part of name.split('.')) {
    owner = found
    found = (owner as Record<string, unknown> | null | undefined)?.[part]
  }
  return [owner, typeof found === 'function' ? (found as () => void) : null]
}

/** A list that a tool reads once it has loaded, as it expects to find it. */
function queue(name: string): unknown[] {
  const globals = window as unknown as Record<string, unknown[] | undefined>
  return (globals[name] ??= [])
}
