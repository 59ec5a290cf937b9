import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore } from '#platform/files/files-port.ts'
import { folderFiles } from '#platform/files/folder-files.ts'
import { type S3Settings, s3Files } from '#platform/files/s3-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'tiem-files-'))
const bucket = bucketServer()
let settings: S3Settings

beforeAll(async () => {
  settings = { url: await bucket.open(), region: 'auto', key_id: 'tiem', secret_key: 'bí mật dài' }
})
afterAll(async () => {
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
})

const stores: [string, () => FileStore][] = [
  ['a folder', () => folderFiles(folder)],
  ['a bucket', () => s3Files(settings)],
]
const key = 'pictures/3f/ab12-small.webp'
const bytes = Buffer.from([0, 255, 10, 13, 0, 7])

describe.each(stores)('%s', (_name, open) => {
  test('stores a file, again without a change, and removes it', async () => {
    const store = open()
    expect(await store.get(key)).toBeNull()
    await store.put(key, bytes)
    await store.put(key, bytes)
    expect(await store.get(key)).toEqual(bytes)
    await store.remove(key)
    await store.remove(key)
    expect(await store.get(key)).toBeNull()
  })

  test('lists the keys that begin alike', async () => {
    const store = open()
    const names = ['listed/a/1.json', 'listed/a/2.json', 'listed/b.json']
    for (const name of names) await store.put(name, bytes)
    const list = (prefix: string) => Readable.from(store.list(prefix)).toArray()
    expect((await list('listed/a/')).toSorted()).toEqual(names.slice(0, 2))
    expect(await list('nowhere/')).toEqual([])
    for (const name of names) await store.remove(name)
  })

  test('takes no key that leads out of it', async () => {
    for (const wrong of ['../a', 'a/../b', '/etc/passwd', 'a//b', '.a', 'A', 'a b', 'a%2fb', '']) {
      await expect(open().get(wrong)).rejects.toThrow(RangeError)
      await expect(open().put(wrong, bytes)).rejects.toThrow(RangeError)
    }
  })
})

describe('a folder', () => {
  test('lists whole files only, and is closed to other users', async () => {
    const store = folderFiles(join(folder, 'listed'))
    expect(await Readable.from(store.list('')).toArray()).toEqual([])
    await store.put('a/b.webp', bytes)
    writeFileSync(join(folder, 'listed', 'a', 'c.webp.1234_part'), 'torn')
    expect(await Readable.from(store.list('')).toArray()).toEqual(['a/b.webp'])
    expect(statSync(join(folder, 'listed', 'a', 'b.webp')).mode & 0o077).toBe(0)
  })

  test('that cannot be written says so', async () => {
    writeFileSync(join(folder, 'blocked'), '')
    const store = folderFiles(join(folder, 'blocked'))
    await expect(store.put('a/b', bytes)).rejects.toMatchObject({ name: 'FileStoreError' })
  })
})

describe('a bucket', () => {
  test('with the wrong key, a bad answer or none is an error, never a missing file', async () => {
    const wrong = s3Files({ ...settings, secret_key: 'khóa sai' })
    await expect(wrong.put(key, bytes)).rejects.toThrow('the bucket answered 403 to PUT')
    await expect(wrong.get(key)).rejects.toMatchObject({ name: 'FileStoreError' })
    const away = s3Files({ ...settings, url: 'http://127.0.0.1:9/bucket' })
    await expect(away.get(key)).rejects.toMatchObject({ name: 'FileStoreError' })
    const silent = s3Files({ ...settings, url: settings.url + '/silent' }, { limit_ms: 50 })
    await expect(silent.get(key)).rejects.toMatchObject({ name: 'FileStoreError' })
  })

  test('is asked a second time after an error of the server, and never follows a redirect', async () => {
    const store = s3Files({ ...settings, url: settings.url + '/failing-once' })
    await store.put(key, bytes)
    expect(bucket.objects.get(`/failing-once/${key}`)).toEqual(bytes)
    const moved = s3Files({ ...settings, url: settings.url + '/moved' })
    await expect(moved.get(key)).rejects.toThrow('the bucket answered 302 to GET')
  })
})

/** Stores objects in memory. It computes the signature of each request itself and compares it. */
function bucketServer() {
  const objects = new Map<string, Buffer>()
  const failed = new Set<string>()
  const server = createServer((request, response) => void answer(request, response))
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    if (path.includes('/silent/')) return
    if (path.includes('/moved/')) return response.writeHead(302, { location: '/else' }).end()
    const body = Buffer.concat((await request.toArray()) as Buffer[])
    if (!(await isSigned(request, body))) return response.writeHead(403).end('<Error>tiem</Error>')
    if (path.includes('/failing-once/') && !failed.has(path)) {
      failed.add(path)
      return response.writeHead(503).end()
    }
    if (request.method === 'PUT') objects.set(path, body)
    if (request.method === 'DELETE') objects.delete(path)
    const query = new URL(path, 'http://bucket').searchParams
    if (query.get('list-type') === '2') return response.end(listed(objects, query))
    const found = request.method === 'GET' ? objects.get(path) : Buffer.alloc(0)
    return response.writeHead(found === undefined ? 404 : 200).end(found)
  }
  return {
    objects,
    open: async () => {
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A page of one key, as a bucket lists many keys in pages. */
function listed(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const keys = [...objects.keys()]
    .map((path) => path.slice(1))
    .filter((one) => one.startsWith(prefix))
  const from = Number(query.get('continuation-token') ?? 0)
  const next =
    from + 1 < keys.length ? `<NextContinuationToken>${from + 1}</NextContinuationToken>` : ''
  const shown = keys.slice(from, from + 1).map((one) => `<Contents><Key>${one}</Key></Contents>`)
  return `<ListBucketResult>${shown.join('')}${next}</ListBucketResult>`
}

async function isSigned({ headers, method, url }: IncomingMessage, body: Buffer): Promise<boolean> {
  const { authorization = '', 'x-amz-date': datetime, 'x-amz-content-sha256': sum } = headers
  if (sum !== createHash('sha256').update(body).digest('hex')) return false
  const signer = new AwsV4Signer({
    ...{ method: method ?? '', url: `http://${headers.host}${url}`, service: 's3', region: 'auto' },
    ...{ accessKeyId: 'tiem', secretAccessKey: 'bí mật dài', datetime: String(datetime) },
    headers: { 'x-amz-content-sha256': String(sum) },
  })
  return (await signer.authHeader()) === authorization
}
