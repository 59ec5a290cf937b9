import perf_hooks from 'node:perf_hooks'
import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { serveMetrics } from '#platform/observe/metrics.ts'

const stats = () => ({ hits: 0, stale: 0, misses: 0, evicted: 0, bytes: 0, entries: 0 })

function openApp(value: number) {
  const fastify = Fastify()
  serveMetrics(fastify, {
    access: { token: null, has_proxy: false },
    gauges: [{ name: 'of_this_app', help: 'Differs by app', value: () => value }],
    database_connections: () => ({ total: 0, idle: 0, waiting: 0 }),
    database_statements: () => 0,
    page_cache: stats,
    answer_cache: stats,
  })
  return fastify
}

test('apps of one process have their own figures, and watch the process once', async () => {
  const first = openApp(1)
  // It has a timer that nothing ends.
  const watch = vi.spyOn(perf_hooks, 'monitorEventLoopDelay')
  const second = openApp(2)
  expect(watch).not.toHaveBeenCalled()
  watch.mockRestore()
  for (const [app, value] of [[first, 1] as const, [second, 2] as const]) {
    const { body } = await app.inject('/metrics')
    expect(body).toContain(`\nof_this_app ${value}\n`)
    const names = body.split('\n').filter((line) => line.startsWith('# TYPE'))
    expect(names).toHaveLength(new Set(names).size)
    expect(names).toContain('# TYPE nodejs_eventloop_lag_p99_seconds gauge')
    await app.close()
  }
})
