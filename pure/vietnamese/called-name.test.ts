import { expect, test } from 'vitest'
import { calledByGivenName, calledName } from '#pure/vietnamese/called-name.ts'

test('a buyer is called as they asked, by the given name, which comes last', () => {
  const name = 'Nguyễn Thị Ánh'
  expect(calledName({ name, salutation: 'chi' })).toBe('Chị Nguyễn Thị Ánh')
  expect(calledByGivenName({ name: `${name} `, salutation: 'chi' })).toBe('chị Ánh')
  expect(calledByGivenName({ name: 'Khoa', salutation: 'anh' })).toBe('anh Khoa')
})

test('without a choice there is the name alone, and no greeting', () => {
  for (const salutation of [null, undefined]) {
    expect(calledName({ name: 'Khoa', salutation })).toBe('Khoa')
    expect(calledByGivenName({ name: 'Khoa', salutation })).toBeNull()
  }
  expect(calledByGivenName({ name: '', salutation: 'anh' })).toBeNull()
})
