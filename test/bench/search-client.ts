import { openConnection } from '#test/bench/connection.ts'

const connections = 20
/** The shop's proxy says that they all come from one address. */
const headers = { 'accept-encoding': 'br', 'x-forwarded-for': '203.0.113.7' }
const words = ['iphone', 'samsung', 'laptop', 'tai nghe', 'pin', 'xiaomi', 'may tinh bang', 'sac']

/** A process of its own: one visitor searches on 20 connections, each time something that is not cached. */
async function search(url: string): Promise<void> {
  let count = 0
  const searching = Array.from({ length: connections }, async () => {
    const connection = openConnection(url)
    for (;;) {
      count += 1
      const q = encodeURIComponent(`${words[count % words.length]} ${count}`)
      await connection.ask('GET', `/tim-kiem?q=${q}`, { headers })
    }
  })
  setInterval(() => process.send?.(count), 250)
  process.once('disconnect', () => process.exit())
  await Promise.all(searching)
}

await search(process.argv[2] ?? '')
