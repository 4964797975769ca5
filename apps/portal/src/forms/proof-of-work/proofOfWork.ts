/*
 * A worker that looks for proofs of work. The library has one, which brings Node's cryptography; this
 * one has the browser's.
 */
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { handler } from 'altcha-lib/workers/shared'

handler({ deriveKey })
