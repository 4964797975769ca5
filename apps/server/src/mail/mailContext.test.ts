import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type DeploymentFile, deploymentOf } from '../deployments/deployments.ts'
import { wordsOf } from '../words/wordsOf.ts'
import { mailContextOf } from './mailContext.ts'

it('has the words of its deployment in the places that they name, and in no other (AT-LNG-13)', () => {
  const file = readFileSync(
    new URL('../../../../deploy/samples/local.json', import.meta.url),
    'utf8',
  )
  const deployment = deploymentOf('local', JSON.parse(file) as DeploymentFile, {})
  const mails = { greeting: 'Oyez {username},', 'farewell.subject': 'Adieu' }
  const wordings = new Map([['fr', { portal: {}, mails }] as const])
  const { say, words } = mailContextOf(
    { ...deployment, wordings },
    { username: 'Ada', language: 'fr' },
  )
  expect(words).toEqual({ ...wordsOf('fr'), ...mails })
  expect([say('greeting'), say('farewell.subject')]).toEqual(['Oyez Ada,', 'Adieu'])
  const other = mailContextOf({ ...deployment, wordings }, { username: 'Ada', language: 'de' })
  expect(other.words).toEqual(wordsOf('de'))
})
