import { hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '../../platform/clock.ts'
import { createOutbound } from '../../platform/http-client/outbound.ts'
import type { UploadStorage } from './storage.ts'
import { isUploadFile } from './uploadName.ts'

interface Bucket {
  /** Its address without a final slash: of the path style, or a host of its own. */
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly clock: Clock
}

/** Keeps pictures as objects `avatars/<deployment>/<file>` of an S3-compatible bucket. */
export function createS3Storage({ bucket, clock, ...key }: Bucket): UploadStorage {
  const ask = createOutbound('picture storage')

  async function send(
    method: 'GET' | 'PUT' | 'DELETE',
    [deployment, file]: readonly [string, string],
    body: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<Response> {
    if (!isUploadFile(file)) throw new Error('This is the name of no picture.')
    const url = `${bucket}/avatars/${encodeURIComponent(deployment)}/${file}`
    const signer = new AwsV4Signer({
      ...key,
      method,
      url,
      service: 's3',
      datetime: clock
        .now()
        .toISOString()
        .replaceAll(/[:-]|\.\d{3}/g, ''),
      headers: {
        // The signature covers the content, so that it is not changed on the way.
        'x-amz-content-sha256': hash('sha256', body ?? '', 'hex'),
        ...(body === null ? {} : { 'content-type': 'image/webp' }),
      },
      body,
    })
    const { headers } = await signer.sign()
    return ask(url, { method, headers, ...(body === null ? {} : { body }) })
  }

  return {
    async write(deployment, file, bytes) {
      const answer = await send('PUT', [deployment, file], new Uint8Array(bytes))
      if (!answer.ok) throw refusalOf('write', answer)
    },
    async read(deployment, file) {
      const answer = await send('GET', [deployment, file])
      if (answer.status === 404 || (await isDenied(answer))) return null
      if (!answer.ok) throw refusalOf('read', answer)
      return new Uint8Array(await answer.arrayBuffer())
    },
    async remove(deployment, file) {
      const answer = await send('DELETE', [deployment, file])
      if (!answer.ok && answer.status !== 404) throw refusalOf('remove', answer)
    },
  }
}

/**
 * S3 denies a key that may not list the bucket the news that an object is missing. It says otherwise of
 * a wrong key or signature.
 */
async function isDenied(answer: Response): Promise<boolean> {
  return answer.status === 403 && (await answer.text()).includes('<Code>AccessDenied</Code>')
}

/** Without the answer's text, which may name the key. */
function refusalOf(what: string, { status }: Response): Error {
  return new Error(`The picture storage refused to ${what}: status ${status}.`)
}
