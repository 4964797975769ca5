import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { openPostgres } from '../database/connection/openDatabase.ts'
import { renderPage } from './page.ts'
import { readPageAssets } from './pageAssets.ts'
import { registerForm, signedInPlayer } from '../../test/fixtures/samplePlayers.ts'
import { type DeploymentName, startApp, type TestApp } from '../../test/fixtures/startApp.ts'
import { TestVisitor } from '../../test/fixtures/testVisitor.ts'

const built =
  '<html><head><link rel="icon" href="/i.svg"><title>x</title>' +
  '<link rel="stylesheet" crossorigin href="/assets/style.css"></head></html>'
const themes = { relic: { icon: '/assets/icon-r.svg', sheet: '/assets/theme-r.css' } }
const classes = {
  VisitorLayout: { frame: 'f1', art: 'f2', panel: 'f3' },
  Brand: { brand: 'b1' },
  Wordmark: { wordmark: 'w1', sign: 'w2', words: 'w3', name: 'w4', badge: 'w5' },
  Button: { button: 'u1', label: 'u2' },
  Form: { actions: 'a1' },
}

let folder: string
let app: TestApp

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-look-'))
  await writeFile(join(folder, 'index.html'), built)
  await writeFile(join(folder, 'themes.json'), JSON.stringify(themes))
  await writeFile(join(folder, 'classes.json'), JSON.stringify(classes))
  app = await startApp({
    settings: { PORTAL_DIST: folder },
    deployments: {
      relic: { RegisterStudioName: 'Sticks & <b>Stones</b>' },
      prod: { theme: { artDark: 'https://images.test/night.jpg?x', icon: '/own.svg' } },
    },
  })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string>, deployment?: DeploymentName) =>
  app.visitor(deployment).send({ method: 'GET', url, headers })

function rendered(deployment: DeploymentName) {
  return renderPage(app.services.look, app.deployment(deployment), {
    title: 'A <title>',
    body: ({ button, link, actions }) =>
      `<div ${actions}>${button('Go & see', { name: 'x', value: '"' })}${link('Home', '/')}</div>`,
    script: 'go()',
    ways: [{ label: '<Ways>', href: '/a?b&c' }],
  })
}

describe('a page of the server’s own', () => {
  it('has the sheets, the icon and the frame of its studio’s portal', () => {
    const { html } = rendered('relic')
    expect(html).toContain('<link rel="icon" href="/assets/icon-r.svg">')
    const sheets = [...html.matchAll(/<link rel="stylesheet"[^>]*href="([^"]+)"/g)]
    expect(sheets.map(([, sheet]) => sheet)).toEqual(['/assets/style.css', '/assets/theme-r.css'])
    expect(html).toContain('<div class="f1" data-layout="visitor">')
    expect(html).toContain('<button type="submit" class="u1" data-look="primary" name="x"')
    expect(html).toContain('<small class="w5">RELIC</small>')
    expect(rendered('prod').html).not.toContain('w5')
  })

  it('shows text as text', () => {
    const { html } = rendered('relic')
    expect(html).toContain(
      '<title>A &lt;title&gt; | Sticks &amp; &lt;b&gt;Stones&lt;/b&gt;</title>',
    )
    expect(html).toContain('<span class="w4">Sticks &amp; &lt;b&gt;Stones&lt;/b&gt;</span>')
    expect(html).toContain('value="&quot;"><span class="u2">Go &amp; see</span>')
    expect(html).toContain('<a href="/a?b&amp;c">&lt;Ways&gt;</a>')
  })

  it('K04 runs and loads what it names, and nothing else; nobody frames it', () => {
    const { html, headers } = rendered('prod')
    const policy = String(headers['content-security-policy']).split('; ')
    const scripts = [...html.matchAll(/<script>([^<]*)<\/script>/g)].map(([, text = '']) => text)
    const [style = ''] = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, text]) => text)
    expect(scripts).toHaveLength(2)
    expect(policy).toEqual([
      "default-src 'none'",
      `style-src 'self' ${digestOf(style)}`,
      `script-src ${scripts.map(digestOf).join(' ')}`,
      "img-src 'self' data: https://images.test",
      "font-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
    expect(html).not.toMatch(/\s(style|on\w+)=/)
  })

  it('is plain where the portal was not built, or by an older version', async () => {
    expect(await readPageAssets(join(folder, 'nowhere'))).toBeNull()
    const { html } = renderPage(null, app.deployment('relic'), { title: 'T', body: () => '<p>' })
    expect(html).not.toContain('<link')
    expect(html).toContain('<a href="/">Sticks &amp; &lt;b&gt;Stones&lt;/b&gt;</a>')
  })
})

describe('a fault', () => {
  const person = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  it('is a page for a person, and for a program what it was', async () => {
    const page = await get('/oidc/.well-known/nothing', person, 'relic')
    const none = await get('/%zz', person, 'relic')
    expect([none.statusCode, none.headers['content-type']]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    expect(none.body).toContain('We do not understand this address.')
    expect(none.body).toContain('/assets/theme-r.css')
    expect(none.body).toContain('data-look="primary" href="/"')
    expect(none.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await get('/%zz', { accept: 'application/json' })).json()).toHaveProperty(
      'ErrorMessages',
    )
    expect(page.statusCode).toBe(404)
  })

  it('of the account API is never a page', async () => {
    const { statusCode, body } = await get('/api/nothing', person)
    expect([statusCode, body]).toEqual([404, '{}'])
  })

  it('of an unknown host leads nowhere and says nothing of whom there is', async () => {
    const headers = { ...person, host: 'evil.test' }
    const { statusCode, body } = await app.app.inject({
      method: 'GET',
      url: '//evil.test/x',
      headers,
    })
    expect(statusCode).toBe(421)
    expect(body).toContain('There is no portal at this address.')
    expect(body).not.toMatch(/<a |<link|evil|Gatehouse/)
  })

  it('T05 of ours offers to try again, at this very address and no other', async () => {
    const ada = await signedInPlayer(app, registerForm({ Username: 'Ada' }))
    const database = openPostgres('postgres://nobody@127.0.0.1:1/none', 1)
    const cutOff = await createApp({ ...app.services, database })
    const visitor = new TestVisitor(cutOff, app.deployment('local'), '203.0.113.7')
    for (const [name, value] of ada.jar) visitor.jar.set(name, value)
    const answer = await visitor.send({ method: 'GET', url: '/oidc/sites', headers: person })
    expect(answer.statusCode).toBe(503)
    expect(answer.body).toContain('We cannot answer right now.')
    expect(answer.body).toContain('data-look="primary" href=""')
    await cutOff.close()
    await database.close()
  })
})

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
