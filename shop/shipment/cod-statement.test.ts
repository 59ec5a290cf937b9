import { expect, test } from 'vitest'
import { readStatement } from '#shop/shipment/cod-statement.ts'

const linesOf = (text: string) =>
  readStatement(text).lines.map(({ code, amount }) => [code, amount])

test.each([
  'lda7k3,1250000\nS1.A1.17,90000',
  '\uFEFFLDA7K3;1.250.000đ\r\nS1.A1.17;90.000 đ\r\n\r\n',
  'LDA7K3\t1,250,000.00\nS1.A1.17\t90,000',
  'STT,Mã vận đơn,Khách,Tiền thu hộ\n1,LDA7K3,"An, Bình","1,250,000"\n2,S1.A1.17,Chi,90000',
  'Order code,COD amount\nLDA7K3,1250000\nS1.A1.17,90000',
])('reads codes and amounts: %j', (text) => {
  expect(readStatement(text).unreadable).toEqual([])
  expect(linesOf(text)).toEqual([
    ['LDA7K3', 1_250_000],
    ['S1.A1.17', 90_000],
  ])
})

test('reads no part of an amount whose commas separate columns too', () => {
  expect(readStatement('A-1,1,250,000\nA-2,90,000đ\nA-3,90000,12,345\nA-4,500,An')).toEqual({
    lines: [
      { position: 3, code: 'A-3', amount: 90_000 },
      { position: 4, code: 'A-4', amount: 500 },
    ],
    unreadable: [1, 2],
  })
})

test('names the lines whose amount could mean something else, and leaves out those of nothing', () => {
  const text = 'A-1,1.25\nA-2,-5\nA-3,1e6\nA-4,\nA-5,0\nA-6,12.34.567\n=1+1,5\nA-7,5'
  expect(readStatement(text)).toEqual({
    lines: [{ position: 8, code: 'A-7', amount: 5 }],
    unreadable: [1, 2, 3, 4, 6, 7],
  })
})
