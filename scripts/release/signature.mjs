// The signature of a release, by minisign: one over the checksums, which stand for all files.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { debianTool } from '../scans/debianTool.mjs'

/**
 * Throws unless `key` is the path of a secret key that its owner alone can read, and `published` that of
 * the public key, which everybody has in the checkout.
 */
export function checkKeys(key, published) {
  const make = `minisign -G -p ${published} -s gatehouse.key`
  if (!existsSync(published)) {
    throw new Error(`There is no public key at ${published}. Make both: ${make}`)
  }
  if (key === undefined || !existsSync(key)) {
    throw new Error(
      'RELEASE_KEY names no secret key of minisign. npm run release -- --unsigned makes files to try.',
    )
  }
  const mode = statSync(key).mode & 0o777
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Error(`Others can read ${key} (mode ${mode.toString(8)}). Run chmod 600 ${key}.`)
  }
}

/**
 * Signs a file into one beside it that ends in `.minisig`; a key with a password is asked for it.
 * Throws where the signature is not one of the published key.
 */
export function sign(file, { key, published, comment }) {
  const minisign = debianTool('minisign')
  const made = spawnSync(minisign, ['-S', '-s', key, '-m', file, '-t', comment], {
    stdio: ['inherit', 'ignore', 'inherit'],
  })
  if (made.status !== 0) throw new Error(`minisign could not sign ${file}.`)
  const verified = spawnSync(minisign, ['-V', '-q', '-p', published, '-m', file], {
    encoding: 'utf8',
  })
  if (verified.status === 0) return
  throw new Error(`RELEASE_KEY is not the key of ${published}: ${verified.stderr.trim()}`)
}
