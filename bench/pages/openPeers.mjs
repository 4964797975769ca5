// The sign-in screens of others, as their packages make them in a browser: each its own page, with
// the least that its package asks of a server.
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { freePort } from '../../scripts/freePort.mjs'
import { installApart } from '../../scripts/installApart.mjs'

const here = dirname(fileURLToPath(import.meta.url))

/** Each with a field of its usable form. */
const peers = [
  { name: 'SuperTokens', file: 'supertokens', usable: 'input[name=password]' },
  { name: 'Hanko elements', file: 'hanko', usable: 'input' },
  { name: 'Ory Elements', file: 'ory', usable: 'input[name=password]' },
]

/** Builds the peers, and serves them on their own port, compressed like the product's files. */
export async function openPeers() {
  installApart(here)
  const files = new Map()
  for (const { file } of peers) {
    for (const { name, type, text } of await filesOf(file)) files.set(name, { type, text })
  }
  const packed = new Map([...files].map(([path, { text }]) => [path, brotliCompressSync(text)]))
  const port = await freePort()
  const server = createServer(({ url = '', method }, response) => {
    const [path] = url.split('?')
    const file = files.get(path)
    if (file === undefined) return answer(path, method, response)
    const headers = { 'content-type': file.type, 'content-encoding': 'br' }
    return response.writeHead(200, headers).end(packed.get(path))
  })
  await new Promise((ready) => server.listen(port, '127.0.0.1', ready))
  return {
    pages: peers.map(({ name, file, usable }) => ({
      name: `peer: ${name}`,
      address: `http://localhost:${port}/${file}`,
      usable,
      // Some put all they have into a shadow root.
      isInShadow: true,
    })),
    close: () => new Promise((closed) => server.close(closed)),
  }
}

async function filesOf(file) {
  const { output } = await build({
    configFile: false,
    root: here,
    base: `/${file}/`,
    mode: 'production',
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: `${here}/peers/${file}.js` },
    },
  })
  const found = output.map((one) => ({
    name: `/${file}/${one.fileName}`,
    type: one.fileName.endsWith('.css') ? 'text/css' : 'text/javascript',
    text: one.code ?? one.source,
    isEntry: one.isEntry === true,
  }))
  const links = found.flatMap(({ name, type, isEntry }) => {
    if (type === 'text/css') return [`<link rel="stylesheet" href="${name}">`]
    return isEntry ? [`<script type="module" src="${name}"></script>`] : []
  })
  const text =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign in</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<link rel="icon" href="data:,">${links.join('')}</head><body><div id="root"></div></body></html>`
  return [...found, { name: `/${file}`, type: 'text/html; charset=utf-8', text }]
}

function answer(path, method, response) {
  const found = Object.entries(answers).find(([end]) => path.endsWith(end))
  const headers = { 'content-type': 'application/json' }
  response.writeHead(found === undefined ? 401 : 200, headers)
  response.end(JSON.stringify(found?.[1] ?? {}))
}

const field = (name, type, label, value) => ({
  type: 'input',
  group: name === 'password' || name === 'method' ? 'password' : 'default',
  attributes: { name, type, value, required: true, disabled: false, node_type: 'input' },
  messages: [],
  meta: { label: { id: 1, text: label, type: 'info' } },
})
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** The answer of their own server to an empty log-in, by the end of the path. */
const answers = {
  '/api/ory': {
    flow: {
      id: '6f2d0b1e-6c0f-4d0c-9c51-0b3c1c7c7a11',
      type: 'browser',
      state: 'choose_method',
      issued_at: new Date().toISOString(),
      expires_at: inAnHour(),
      request_url: 'http://localhost/ory',
      requested_aal: 'aal1',
      refresh: false,
      ui: {
        action: '/ory/send',
        method: 'POST',
        messages: [],
        nodes: [
          field('csrf_token', 'hidden', '', 'x'),
          field('identifier', 'text', 'E-Mail'),
          field('password', 'password', 'Password'),
          field('method', 'submit', 'Sign in', 'password'),
        ],
      },
    },
  },
  '/.well-known/config': { password: { enabled: true }, emails: {}, providers: [] },
  '/login': {
    name: 'login_init',
    status: 200,
    csrf_token: 'x',
    payload: {},
    actions: {
      continue_with_login_identifier: {
        action: 'continue_with_login_identifier',
        href: '/login?action=continue_with_login_identifier',
        description: '',
        inputs: { email: { name: 'email', type: 'email', required: true } },
      },
    },
  },
}
