import { expect, test } from 'vitest'
import { isTest, sources, texts } from '#test/laws/sources.ts'

const secret = String.raw`\w*(?:secret|signature|password|api_key|_token|bearer|hmac|mac)\b`
const constant = String.raw`(?:undefined|null|true|false|'')`
/** A secret compared by === with anything but a constant: on the left side, or on the right. */
const comparison = new RegExp(
  String.raw`(?<!typeof )\b${secret}(?:'\])?\)? [!=]==(?! ${constant})|[!=]== (?:\w+\.)*${secret}(?![.(])`,
  'i',
)
// Settings are compared with demo values when the shop starts: nobody can measure that.
const checked = sources.filter((path) => !isTest(path) && !path.startsWith('config/'))

test('the pattern finds comparisons of secrets', () => {
  for (const line of [
    `bearer === options.token`,
    `headers['x-api-key'] === api_key`,
    `fields['signature'] !== expected`,
    `mac === own`,
  ]) {
    expect([line, comparison.test(line)]).toEqual([line, true])
  }
  for (const line of [
    `secret === undefined`,
    `secret === ''`,
    `isSame(mac, expected)`,
    `a === b`,
  ]) {
    expect([line, comparison.test(line)]).toEqual([line, false])
  }
})

test('secrets of requests are compared in constant time', () => {
  const found = checked.flatMap((path) =>
    (texts.get(path) ?? '')
      .split('\n')
      .flatMap((line, index) =>
        comparison.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})
