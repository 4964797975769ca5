import { calls } from '@gatehouse/contract/calls'
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDeployments } from '../../src/deployments/deployments.ts'
import { type TestApp, startApp } from '../fixtures/startApp.ts'
import { serverFlags } from '../../../../scripts/serverFlags.mjs'

/* The product meets the samples that `deploy/` offers to operators. */

const deploy = new URL('../../../../deploy/', import.meta.url)
const text = (file: string) => readFileSync(new URL(file, deploy), 'utf8')

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

describe('the samples for production', () => {
  const named = [...text('sample.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '')

  it('contain deployments that start unchanged with the secrets of sample.env', async () => {
    const secrets = named.map((name) => [name, `${name} of our own`])
    const folder = fileURLToPath(new URL('deployments', deploy))
    const environment = { ...Object.fromEntries(secrets), NODE_ENV: 'production' }
    const { all } = await readDeployments(folder, environment)
    expect(all.map(({ name }) => name)).toEqual(['platform', 'studio'])
    expect(text('sample.env')).toContain(`HOSTS=${all.map(({ host }) => host).join(', ')}`)
  })

  it('use only metrics that exist', async () => {
    const { body } = await app.visitor().send({ method: 'GET', url: '/metrics' })
    const files = ['prometheus/alerts.yaml', 'grafana/gatehouse.json'].map(text).join('')
    const watched = new Set(files.match(/\b(gatehouse|process|nodejs)_\w+/g))
    expect(watched.size).toBeGreaterThan(12)
    const known = [...watched].filter((name) =>
      body.includes(`# TYPE ${name.replace(/_bucket$/, '')} `),
    )
    expect(known).toEqual([...watched])
  })

  it('start the server with the flags of the start command', () => {
    const unit = text('gatehouse.service')
    expect(unit).toContain(
      `ExecStart=/usr/bin/node ${serverFlags.join(' ')} apps/server/src/main.ts`,
    )
    const image = text('../Dockerfile').replaceAll('\\\n', '').replaceAll(/ +/g, ' ')
    expect(image).toContain(`RUN node ${serverFlags.join(' ')} --input-type=module`)
    expect(image).toContain(
      `ENTRYPOINT ${JSON.stringify(['node', ...serverFlags]).replaceAll(',', ', ')}`,
    )
  })

  it('let the largest body that a call takes through each proxy', () => {
    const largest = Math.max(
      ...Object.values(calls).map((call) => ('largeBody' in call ? call.largeBody.bytes : 0)),
    )
    const megabytes = [
      /client_max_body_size (\d+)m;/.exec(text('nginx.conf')),
      /max_size (\d+)MB/.exec(text('Caddyfile')),
      /proxy-body-size: (\d+)m/.exec(text('helm/templates/gatehouse.yaml')),
    ].map((found) => Number(found?.[1]))
    for (const each of megabytes) expect(each * 1e6).toBeGreaterThan(largest)
  })

  it('speak TLS by BCP 195 alone, wherever one of them ends it', () => {
    const authentications = ['ECDSA', 'RSA']
    const ciphers = ['AES128-GCM-SHA256', 'AES256-GCM-SHA384']
    const suites = ciphers.flatMap((cipher) =>
      authentications.map((authentication) => `ECDHE-${authentication}-${cipher}`),
    )
    const named: Readonly<Record<string, string>> = Object.fromEntries(
      suites.map((suite) => [
        suite.replace(/^(ECDHE-\w+)-AES(\d+)/, '$1_WITH_AES_$2').replaceAll('-', '_'),
        suite,
      ]),
    )
    const files = readdirSync(deploy, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const ending = files.filter((file) =>
      // A listener, an ingress, or a proxy that fetches certificates itself.
      /^\s*(listen .*\bssl\b|bind .*\bssl\b|tls:$|reverse_proxy )/m.test(
        readFileSync(file, 'utf8'),
      ),
    )
    expect(ending.map((file) => basename(file)).toSorted()).toEqual([
      'Caddyfile',
      'gatehouse.yaml',
      'haproxy.cfg',
      'nginx.conf',
    ])
    for (const file of ending) {
      const [, list = ''] =
        /^\s*(?:ssl_ciphers|ssl-default-bind-ciphers|ciphers|\S+\/ssl-ciphers:) (.*?);?$/m.exec(
          readFileSync(file, 'utf8'),
        ) ?? []
      const own = list.split(/[: ]/).map((suite) => named[suite.replace(/^TLS_/, '')] ?? suite)
      expect([file, own.toSorted()]).toEqual([file, suites.toSorted()])
    }
    expect(text('nginx.conf')).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
    expect(text('haproxy.cfg')).toContain('ssl-default-bind-options ssl-min-ver TLSv1.2')
    expect(text('Caddyfile')).toContain('protocols tls1.2 tls1.3')
  })

  it('give commands the settings of the unit, and keep what it writes in its folder', () => {
    const unit = text('gatehouse.service')
    const lines = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line)
    const settings = lines
      .flatMap((line) => line.split(' '))
      .filter((each) => !each.startsWith('NODE_COMPILE_CACHE='))
    const script = text('gatehouse')
    const given = [...script.matchAll(/--setenv=([A-Z_]+=[^ "]+)/g)].map(([, each]) => each)
    expect(new Set(given)).toEqual(new Set(settings))
    const [file] = /^EnvironmentFile=.*$/m.exec(unit) ?? []
    expect(script).toContain(`--property=${file}`)
    accessSync(new URL('gatehouse', deploy), constants.X_OK)
    const folder = `/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)?.[1]}`
    expect(settings).toContain(`DATA_DIR=${folder}`)
    expect(settings).toContain(`ERASURE_LOG_FILE=${folder}/journal.ndjson`)
  })

  it('give every probe of Kubernetes a time, and the erasure log a volume', () => {
    const manifests = text('helm/templates/gatehouse.yaml')
    const probes = manifests.match(/Probe:\n(?: {12}.*\n)+/g) ?? []
    expect(probes).toHaveLength(3)
    for (const probe of probes) expect(probe).toMatch(/\n +timeoutSeconds: \d\n/)
    const [, log = ''] = /ERASURE_LOG_FILE: (.*)\/[^/\n]+\n/.exec(manifests) ?? []
    expect(manifests).toContain(`{ name: erasures, mountPath: ${log} }`)
    expect(manifests).toContain('persistentVolumeClaim: { claimName: gatehouse-erasures }')
  })

  it('have a paragraph in the runbook for every alert', () => {
    const runbook = readFileSync(new URL('../docs/operations/troubleshoot.md', deploy), 'utf8')
    const anchors = [...runbook.matchAll(/^### (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    )
    const named = [...text('prometheus/alerts.yaml').matchAll(/troubleshoot\.md#([\w-]+)/g)]
    expect(named.length).toBeGreaterThan(8)
    for (const [, anchor] of named) expect(anchors).toContain(anchor)
  })
})
