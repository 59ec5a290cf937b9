import { expect, test } from 'vitest'
import { emptyOutcomes, sendAll } from '#test/faults/malformed.ts'
import { randomFrom } from '#test/faults/malformed-requests.ts'
import { testDatabase } from '#test/support/database.ts'
import { openDoor } from '#test/support/door.ts'
import { repeats } from '#test/support/repeats.ts'

const count = repeats({ verify: 100, soak: 500 })

// `npm run faults -- malformed --full` sends a hundred thousand to the built shop.
test(`${count} malformed requests: no 5xx, no hanging connection, no request read as two`, async () => {
  const own = await testDatabase({ small: true })
  const door = await openDoor(own)
  const outcomes = emptyOutcomes()
  await sendAll(door, { count, random: randomFrom(7), token: await door.guest(), outcomes })
  expect(outcomes).toMatchObject({ broken: [], hung: [], smuggled: [] })
  expect((await door.call('GET', '/')).status).toBe(200)
  await door.close()
  await own.close()
}, 60_000)
