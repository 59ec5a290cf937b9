import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import {
  type FileStore,
  FileStoreError,
  isFileKey,
  requireFileKey,
} from '#platform/files/files-port.ts'

/** A bucket of a server that speaks the protocol of Amazon S3. */
export interface S3Settings {
  /** The address of the bucket: https://s3.example.com/bucket, or https://bucket.s3.example.com. */
  url: string
  region: string
  key_id: string
  secret_key: string
}

interface Options {
  limit_ms?: number
  max_bytes?: number
}

type Method = 'GET' | 'PUT' | 'DELETE'

/** Every call may be repeated: a key names its content. */
const attempts = 2

/**
 * Stores files in a bucket, so that several machines share them. A call takes ten seconds at most, follows no redirect
 * and reads a bounded answer. It is repeated once if the server gave no answer or has an error.
 */
export function s3Files(
  settings: S3Settings,
  { limit_ms = 10_000, max_bytes = 20_000_000 }: Options = {},
): FileStore {
  const call = async (method: Method, key: string, body?: Uint8Array): Promise<Response> => {
    requireFileKey(key)
    return ask(method, key, body)
  }
  const ask = async (method: Method, path: string, body?: Uint8Array): Promise<Response> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await send(settings, method, path, body, limit_ms)
        if (answer.status < 500 || attempt === attempts) return answer
        await answer.body?.cancel()
      } catch (cause) {
        if (attempt === attempts) {
          throw new FileStoreError(`the bucket gave no answer to ${method}`, { cause })
        }
      }
    }
  }
  return {
    put: async (key, bytes) => {
      const answer = await call('PUT', key, bytes)
      await answer.body?.cancel()
      if (!answer.ok) throw failed('PUT', answer)
    },
    get: async (key) => {
      const answer = await call('GET', key)
      if (answer.ok) return read(answer, max_bytes)
      await answer.body?.cancel()
      if (answer.status === 404) return null
      throw failed('GET', answer)
    },
    remove: async (key) => {
      const answer = await call('DELETE', key)
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 404) throw failed('DELETE', answer)
    },
    list: async function* (prefix) {
      for (let next: string | null = ''; next !== null;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (next !== '') query.set('continuation-token', next)
        const answer = await ask('GET', `?${query}`)
        if (!answer.ok) {
          await answer.body?.cancel()
          throw failed('GET', answer)
        }
        const page = (await read(answer, max_bytes)).toString('utf8')
        // Keys of ours have no letter that XML would write in another way.
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
          if (isFileKey(key)) yield key
        }
        next = /<NextContinuationToken>([^<]*)</.exec(page)?.[1] ?? null
      }
    },
  }
}

async function send(
  { url, region, key_id, secret_key }: S3Settings,
  method: Method,
  path: string,
  body: Uint8Array | undefined,
  limit_ms: number,
): Promise<Response> {
  const content = createHash('sha256').update(body ?? '')
  const signer = new AwsV4Signer({
    ...{ method, url: `${url}/${path}`, region, service: 's3' },
    accessKeyId: key_id,
    secretAccessKey: secret_key,
    // The signature covers the content, so nobody on the way can exchange it.
    headers: { 'x-amz-content-sha256': content.digest('hex') },
  })
  const signed = await signer.sign()
  return fetch(signed.url, {
    method,
    headers: signed.headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(limit_ms),
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  })
}

async function read(answer: Response, max_bytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      if (size > max_bytes) throw new RangeError(`more than ${max_bytes} bytes`)
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new FileStoreError('the bucket broke off its answer', { cause })
  }
  return Buffer.concat(chunks)
}

/** The status alone: an answer may repeat the key id. */
function failed(method: Method, { status }: Response): FileStoreError {
  return new FileStoreError(`the bucket answered ${status} to ${method}`)
}
