import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'

const deployments = ['platform', 'studio'].flatMap((name) => [
  '--set-file',
  `deployments.${name}=deploy/deployments/${name}.json`,
])

function helm(command, ...more) {
  const args = [...command, 'deploy/helm', '--set', 'image.tag=1.2.3', ...more]
  const { status, stdout, stderr } = spawnSync(process.env.HELM, args, {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, output: `${stdout}${stderr}` }
}

test('the Helm chart is sound, and makes the objects of two servers (N14)', () => {
  expect(helm(['lint', '--strict'], ...deployments)).toMatchObject({ status: 0 })
  const { status, output } = helm(['template', 'gatehouse'], ...deployments)
  expect([status, output]).toEqual([0, output])
  const kinds = [...output.matchAll(/^kind: (.+)$/gm)].map(([, kind]) => kind)
  const once = 'Deployment Ingress NetworkPolicy PersistentVolumeClaim PodDisruptionBudget Service'
  expect(kinds.toSorted()).toEqual(['ConfigMap', 'ConfigMap', ...once.split(' ')])
  expect(output).toContain('image: registry.platform.example/gatehouse:1.2.3')
  expect(output).toContain('account.studio.example')
  for (const name of ['platform', 'studio']) {
    const [, text] = new RegExp(`^  ${name}.json: (".*")$`, 'm').exec(output) ?? []
    expect(JSON.parse(JSON.parse(text ?? '""'))).toHaveProperty('AccountUrl')
  }
})

test.each([
  ['a tag', '/image/tag', [...deployments, '--set', 'image.tag=']],
  ['two servers', '/replicas', [...deployments, '--set', 'replicas=1']],
  ['a known value', "'hots' not allowed", [...deployments, '--set', 'hots=a']],
  ['a deployment', '/deployments', []],
])('the Helm chart asks for %s', (_, named, values) => {
  const { status, output } = helm(['template', 'gatehouse'], ...values)
  expect(status).not.toBe(0)
  expect(output).toContain(named)
})
