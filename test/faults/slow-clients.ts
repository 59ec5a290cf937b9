import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, noneOf, slowest } from '#test/faults/fault.ts'
import { openSite, type Site } from '#test/faults/site.ts'

const cut_bar_s = 15
const patience_ms = 25_000
const others_bar_s = 0.5

const head = 'POST /api/cart/v1/cart HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n'

/** Ways to hold a line: what is said at once, and what is dripped after it for ever. */
const ways = {
  'nothing at all': { first: '', drip: '' },
  'headers, byte by byte': { first: 'GET / HTTP/1.1\r\nHost: shop\r\nX-Slow: ', drip: 'a' },
  'headers without end': { first: 'GET / HTTP/1.1\r\nHost: shop\r\n', drip: 'X-More: 1\r\n' },
  'a body, byte by byte': { first: `${head}Content-Length: 100000\r\n\r\n{"a":"`, drip: 'a' },
  'chunks without end': { first: `${head}Transfer-Encoding: chunked\r\n\r\n`, drip: '1\r\na\r\n' },
  'a multipart that never ends': {
    first: `${head.replace('application/json', 'multipart/form-data; boundary=x')}Content-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="item_id"\r\n\r\n`,
    drip: '1',
  },
} as const

/** Slow headers and bodies: cut before 15 s, and nobody else notices (F18). */
export const slowClients: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const each = rounds(50, 300)
    const others = watchOthers(site)
    const held = Object.entries(ways).map(async ([name, way]) => {
      const lines = Array.from({ length: each }, () => holdLine(site, way))
      return { name, times: await Promise.all(lines) }
    })
    const cut = await Promise.all(held)
    const seen = await others.end()
    for (const { name, times } of cut) slowest(report, `cut: ${name}`, times, cut_bar_s)
    const how = `${seen.times.length} pages beside ${each * cut.length} slow lines`
    noneOf(report, 'other shoppers not served', seen.failures, how)
    slowest(report, 'other shoppers wait', seen.times, others_bar_s)
  } finally {
    await site.close()
  }
}

/** Milliseconds until the shop hangs up, or the whole patience when it does not. */
function holdLine(site: Site, { first, drip }: { first: string; drip: string }): Promise<number> {
  const { hostname, port } = new URL(site.url)
  const started = performance.now()
  return new Promise((resolve) => {
    const line = connect(Number(port), hostname)
    line.on('error', () => undefined)
    line.on('data', () => undefined)
    const dripping = setInterval(() => drip !== '' && line.writable && line.write(drip), 500)
    const tired = setTimeout(() => line.destroy(), patience_ms)
    line.on('close', () => {
      clearInterval(dripping)
      clearTimeout(tired)
      resolve(performance.now() - started)
    })
    if (first !== '') line.write(first)
  })
}

function watchOthers(site: Site) {
  const times: number[] = []
  const failures: string[] = []
  let is_over = false
  const watch = async () => {
    while (!is_over) {
      for (const path of ['/', '/dien-thoai', '/cart']) {
        const started = performance.now()
        const { status } = await site.call('GET', path)
        times.push(performance.now() - started)
        if (status !== 200) failures.push(`${path} answered ${status}`)
      }
      await sleep(50)
    }
  }
  const work = watch()
  return {
    end: async () => {
      is_over = true
      await work
      return { times, failures }
    },
  }
}
