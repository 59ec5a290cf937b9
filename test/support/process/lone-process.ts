import { type Run, type StandInShop, standInShop } from '#test/support/process/stand-in-shop.ts'

const app = `
export async function createApp({ log, database_url, ending }) {
  log.info('served by ' + new URL(database_url).username)
  const handle = (request, response) => {
    const [, word, ms] = request.url.split('/')
    if (word === 'mistake') Promise.reject(new Error('nobody catches me'))
    if (word === 'stream') {
      response.setHeader('connection', 'close').write('open ')
      return void ending.addEventListener('abort', () => response.end('ended'))
    }
    setTimeout(() => response.end('served'), Number(ms ?? 0))
  }
  return { handle, close: async () => log.info('app closed') }
}
`

/** A shop of one process with its own data folder and a minimal app of four addresses. */
export function loneProcess(): StandInShop {
  return standInShop(app, () => ({}))
}

export function ask(run: Run, path: string): Promise<Response> {
  return fetch(run.url + path)
}
