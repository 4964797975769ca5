import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/bootstrap.mjs'
import { toGodot3 } from './toGodot3.mjs'

test('the sample of Godot has all that its translation to Godot 3 knows, and no more', () => {
  const sample = readFileSync(join(root, 'examples/games/signIn.gd'), 'utf8')
  expect(toGodot3(sample)).not.toMatch(/\bawait\b|Packed|\.get_slice|: Variant|StreamPeerTCP in/)
})
