#!/usr/bin/env node
// Firefox as Playwright starts it: a released one, driven by WebDriver BiDi. Playwright asks it for the
// emulation of media features, which Firefox does not know, and gives up over it; this process stands
// between them, says yes to that one command and hands on everything else as it is.
import { spawn } from 'node:child_process'
import { WebSocket, WebSocketServer } from 'ws'

const announcement = /WebDriver BiDi listening on (ws:\/\/\S+)/
const unknown = 'emulation.setMediaFeaturesOverride'

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
})
firefox.on('exit', (code) => process.exit(code ?? 1))
process.on('SIGTERM', () => firefox.kill())

let written = ''
firefox.stderr.setEncoding('utf8').on('data', function read(chunk) {
  written += chunk
  const address = announcement.exec(written)?.[1]
  if (address === undefined) return
  firefox.stderr.off('data', read).resume()
  standBetween(address)
})

function standBetween(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('listening', () => {
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}\n`)
  })
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(`${address}${url}`, { perMessageDeflate: false })
    const waiting = []
    browser.on('open', () => {
      for (const message of waiting.splice(0)) browser.send(message)
    })
    playwright.on('message', (/** @type {Buffer} */ data) => {
      const message = String(data)
      const { id, method } = JSON.parse(message)
      if (method === unknown) playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
      else if (browser.readyState === WebSocket.OPEN) browser.send(message)
      else waiting.push(message)
    })
    browser.on('message', (/** @type {Buffer} */ data) => playwright.send(String(data)))
    browser.on('close', () => playwright.close()).on('error', () => playwright.close())
    playwright.on('close', () => browser.close())
  })
}
