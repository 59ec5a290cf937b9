import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive. Its text is read once, in parts. */
interface ZippedFile {
  name: string
  text: Iterable<string> | AsyncIterable<string>
}

interface Entry {
  name: Buffer
  offset: number
  crc: number
  size: number
  packed: number
}

/** Bit 3: sizes follow the data, as they are not known before; bit 11: names are UTF-8. */
const flags = 0x0808
const deflated = 8
const version = 20
/** 1980-01-01, the first day that the format knows: contents alone decide about the bytes. */
const dos_date = 0x0021

/** Packs files into a ZIP archive (APPNOTE 6.3, without ZIP64: less than 4 GB) while they are read. */
export async function* zipFile(files: Iterable<ZippedFile>): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for (const { name, text } of files) {
    const entry: Entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packed: 0 }
    const head = localHeader(entry)
    yield head
    for await (const bytes of packed(text, entry)) yield bytes
    const tail = descriptorOf(entry)
    yield tail
    offset += head.length + entry.packed + tail.length
    entries.push(entry)
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  yield Buffer.concat([directory, endOfDirectory(entries.length, directory.length, offset)])
}

async function* packed(text: ZippedFile['text'], entry: Entry): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw()
  // A failed source fails the archive, and a reader that goes away ends the source.
  pipeline(Readable.from(measured(text, entry), { objectMode: true }), deflate, () => undefined)
  for await (const bytes of deflate as AsyncIterable<Buffer>) {
    entry.packed += bytes.length
    yield bytes
  }
}

async function* measured(text: ZippedFile['text'], entry: Entry): AsyncGenerator<Buffer> {
  for await (const part of text) {
    const bytes = Buffer.from(part)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

function localHeader({ name }: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt16LE(dos_date, 12)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function descriptorOf({ crc, size, packed: packed_size }: Entry): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packed_size, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function directoryEntry({ name, offset, crc, size, packed: packed_size }: Entry): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(version, 4)
  entry.writeUInt16LE(version, 6)
  entry.writeUInt16LE(flags, 8)
  entry.writeUInt16LE(deflated, 10)
  entry.writeUInt16LE(dos_date, 14)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed_size, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
