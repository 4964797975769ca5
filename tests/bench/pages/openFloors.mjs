// The floors of a sign-in screen without a product: a page without a script, the same apart from
// its opener, and React in the browser, prerendered and then hydrated.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { build } from 'vite'
import { Floor } from './floor/Floor.js'
import { freePort } from '../../../scripts/freePort.mjs'

const style =
  'body{margin:0;font:16px/1.5 system-ui;background:#fff;color:#111}main{max-width:26rem;margin:4rem auto;padding:0 1rem}' +
  'form{display:grid;gap:1rem}label{display:grid}input,button{font:inherit;padding:.75rem}'
const field = '[name=Password]'
/** Before that React shows the form and takes nothing. */
const alive = `#root[data-alive] ${field}`

/** Serves the floors on their own port, compressed like the product's files. */
export async function openFloors() {
  const port = await freePort()
  const html = renderToString(createElement(Floor))
  const script = '<script type="module" src="/floor.js"></script>'
  const files = new Map([
    ['/static', ['text/html', pageOf('', html)]],
    ['/apart', ['text/html', pageOf('', html)]],
    ['/hydrated', ['text/html', pageOf(script, html)]],
    ['/client', ['text/html', pageOf(script, '')]],
    ['/floor.js', ['text/javascript', await scriptOfFloor()]],
  ])
  const packed = new Map([...files].map(([path, [, text]]) => [path, brotliCompressSync(text)]))
  const server = createServer(({ url }, response) => {
    const [type] = files.get(url) ?? []
    if (type === undefined) return response.writeHead(404).end()
    const headers = { 'content-type': `${type}; charset=utf-8`, 'content-encoding': 'br' }
    // The browser starts a process for such a page, and must do so for the product's pages too.
    if (url === '/apart') headers['cross-origin-opener-policy'] = 'same-origin'
    return response.writeHead(200, headers).end(packed.get(url))
  })
  await new Promise((ready) => server.listen(port, '127.0.0.1', ready))
  const at = (path) => `http://localhost:${port}${path}`
  return {
    pages: [
      { name: 'floor: a form without a script', address: at('/static'), usable: field },
      { name: 'floor: the same, apart from its opener', address: at('/apart'), usable: field },
      { name: 'floor: React, prerendered and hydrated', address: at('/hydrated'), usable: alive },
      { name: 'floor: React, made in the browser', address: at('/client'), usable: alive },
    ],
    // The other host makes it another site for a browser.
    elsewhere: `http://127.0.0.1:${port}/static`,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

function pageOf(head, body) {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Log in</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">' +
    `<style>${style}</style>${head}</head><body><main id="root">${body}</main></body></html>`
  )
}

async function scriptOfFloor() {
  const { output } = await build({
    configFile: false,
    root: fileURLToPath(new URL('./floor/', import.meta.url)),
    mode: 'production',
    logLevel: 'silent',
    build: {
      write: false,
      rolldownOptions: { input: fileURLToPath(new URL('./floor/start.js', import.meta.url)) },
    },
  })
  return output.find(({ type }) => type === 'chunk').code
}
