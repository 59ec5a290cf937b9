import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Fault, noneOf, slowest } from '#test/faults/fault.ts'
import { openSite, type Site } from '#test/faults/site.ts'

const cut_bar_s = 15
const patience_ms = 25_000
const others_bar_s = 0.5

const head = 'POST /api/cart/v1/cart HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n'

/** Ways to block a connection: what is sent at once, and what is then sent slowly without end. */
const slow_requests = {
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

/** F18: slow headers and bodies are cut before 15 s, and other shoppers are not affected. */
export const slowClients: Fault = async (report, { rounds }) => {
  const site = await openSite()
  try {
    const clients_per_kind = rounds(50, 300)
    const others = watchOthers(site)
    const running = Object.entries(slow_requests).map(async ([name, slow_request]) => {
      const clients = Array.from({ length: clients_per_kind }, () =>
        timeUntilCut(site, slow_request),
      )
      return { name, times: await Promise.all(clients) }
    })
    const cut = await Promise.all(running)
    const pages = await others.end()
    for (const { name, times } of cut) slowest(report, `cut: ${name}`, times, cut_bar_s)
    const how = `${pages.times.length} pages during ${clients_per_kind * cut.length} slow connections`
    noneOf(report, 'other shoppers not served', pages.failures, how)
    slowest(report, 'slowest page for other shoppers', pages.times, others_bar_s)
  } finally {
    await site.close()
  }
}

/** Milliseconds until the shop closes the connection, or `patience_ms` if it does not. */
function timeUntilCut(
  site: Site,
  { first, drip }: { first: string; drip: string },
): Promise<number> {
  const { hostname, port } = new URL(site.url)
  const started = performance.now()
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    const dripping = setInterval(() => drip !== '' && socket.writable && socket.write(drip), 500)
    const timeout = setTimeout(() => socket.destroy(), patience_ms)
    socket.on('close', () => {
      clearInterval(dripping)
      clearTimeout(timeout)
      resolve(performance.now() - started)
    })
    if (first !== '') socket.write(first)
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
