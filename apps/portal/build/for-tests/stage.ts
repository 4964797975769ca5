/*
 * Stands in a page before the portal's script, and starts it again in the document that is there.
 * The listeners, timers, calls and channels of the previous portal end then: the next one begins as
 * in a page that was loaded, and costs a sixth of it.
 */

declare global {
  var stage: Stage
}

export interface Stage {
  /** Takes the portal's script, of which every call is a new portal, and starts it. */
  readonly open: (script: Script) => void
  /** Ends the portal that runs. False where something of it stays: the page must be loaded again. */
  readonly end: () => boolean
  /** Starts the portal at an address, as if that was opened in this tab. */
  readonly start: (href: string) => void
}

type Script = (given: typeof scope) => void

let run = 0
let undo: (() => void)[] = []

/** A function that does nothing any more once the portal that it is of has ended. */
function ofRun<Given extends unknown[]>(act: (...given: Given) => unknown) {
  const own = run
  return (...given: Given) => (own === run ? act(...given) : undefined)
}

/** A portal that has ended gets no answers any more, good or bad. */
function lasting<Value>(promise: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    promise.then(ofRun(resolve), ofRun(reject))
  })
}

/** Breaks a call off when its portal ends; its own signal may do so before. */
function signalOfRun(own: AbortSignal | null | undefined): AbortSignal {
  const ended = new AbortController()
  undo.push(() => ended.abort())
  return own ? AbortSignal.any([ended.signal, own]) : ended.signal
}

/**
 * The portal's script finds these in its scope. The window keeps its own, by which the browser's
 * tester works.
 */
const scope = {
  setTimeout: (act: () => void, ms?: number, ...rest: []) =>
    globalThis.setTimeout(ofRun(act), ms, ...rest),
  setInterval: (act: () => void, ms?: number) => globalThis.setInterval(ofRun(act), ms),
  requestAnimationFrame: (act: FrameRequestCallback) =>
    globalThis.requestAnimationFrame(ofRun(act)),
  requestIdleCallback: (act: IdleRequestCallback, options?: IdleRequestOptions) =>
    globalThis.requestIdleCallback(ofRun(act), options),
  fetch: (input: RequestInfo | URL, init: RequestInit = {}) => {
    const own = init.signal ?? (input instanceof Request ? input.signal : null)
    return lasting(globalThis.fetch(input, { ...init, signal: signalOfRun(own) }))
  },
  BroadcastChannel: class extends BroadcastChannel {
    constructor(name: string) {
      super(name)
      undo.push(() => this.close())
    }
  },
  Worker: class extends Worker {
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given)
      undo.push(() => this.terminate())
    }
  },
  MessageChannel: class extends MessageChannel {
    constructor() {
      super()
      undo.push(
        () => this.port1.close(),
        () => this.port2.close(),
      )
    }
  },
}

const { addEventListener } = EventTarget.prototype
EventTarget.prototype.addEventListener = function add(type, listener, options) {
  const target = this ?? globalThis
  undo.push(() => target.removeEventListener(type, listener, options))
  addEventListener.call(target, type, listener, options)
}

for (const name of ['json', 'text'] as const) {
  const read = Response.prototype[name]
  Response.prototype[name] = function lastingRead() {
    return lasting(read.call(this) as Promise<string>)
  }
}

// A device that is asked twice at a time refuses.
const { get } = CredentialsContainer.prototype
CredentialsContainer.prototype.get = function lastingGet(options = {}) {
  return lasting(get.call(this, { ...options, signal: signalOfRun(options.signal) }))
}

/** Gives an element the attributes back that it has now. */
function keeperOf(element: Element): () => void {
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const)
  return () => {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
    for (const [name, value] of attributes) element.setAttribute(name, value)
  }
}

/** The page as it came. */
let before: ReturnType<typeof remember> | undefined

function remember(script: Script) {
  const { documentElement, head, body, title } = document
  return {
    script,
    nodes: new Set<Node>([...head.childNodes, ...body.childNodes]),
    globals: new Set(Object.getOwnPropertyNames(globalThis)),
    keepers: [
      ...[documentElement, body, ...head.querySelectorAll('*')].map(keeperOf),
      () => {
        document.title = title
      },
    ],
  }
}

globalThis.stage = {
  open(script) {
    before = remember(script)
    script(scope)
  },

  end() {
    if (before === undefined) return false
    run += 1
    for (const act of undo) act()
    undo = []
    const root = document.createElement('div')
    root.id = 'root'
    document.getElementById('root')?.replaceWith(root)
    for (const node of [...document.head.childNodes, ...document.body.childNodes]) {
      if (!before.nodes.has(node) && node !== root) node.remove()
    }
    for (const keep of before.keepers) keep()
    const { globals } = before
    const left = Object.getOwnPropertyNames(globalThis).filter((name) => !globals.has(name))
    return root.isConnected && left.every((name) => Reflect.deleteProperty(globalThis, name))
  },

  start(href) {
    history.pushState(null, '', href)
    history.scrollRestoration = 'auto'
    scrollTo(0, 0)
    // The next Tab goes to the page's first stop.
    const top = document.createElement('span')
    top.tabIndex = -1
    document.body.prepend(top)
    top.focus()
    top.remove()
    getSelection()?.removeAllRanges()
    before?.script(scope)
  },
}
